// The types of options and results.

import type { BridgeTransfer, EtherealStatus } from "./models.js";
import type { Hash } from "./values.js";

/** Chain type of a call (specification §4.2, §4.4); the service assumes `mainnet`. */
export type ChainType = "mainnet" | "sepolia";

/**
 * Options of a client.
 * @example
 * const options: ClientOptions = { baseUrl: "https://api.example.com", apiKey: process.env.API_KEY, maxRetries: 1 };
 */
export interface ClientOptions {
  /**
   * Where the service is: an absolute `http:` or `https:` URL, or a path that begins with `/`, `./` or `../`. A path prefix
   * is kept, a trailing slash does not matter. A path is resolved against the location of the page or worker. On a server,
   * which has none, the constructor accepts a path and each call is refused with `invalid_argument`: so a page that makes
   * its client while it is prerendered works.
   * @example "https://api.example.com/v1"
   * @example "/api/eq"
   */
  baseUrl: string | URL;
  /**
   * The API key, or a function that gives it, asked before each call that needs one. Sent in the header `x-api-key` of
   * `bridgeTransfer`, `project` and `ethereals` only; such a call follows no redirect. 1 to 512 visible ASCII characters.
   * Refused together with an `http:` base URL that is not this machine, unless `allowInsecure` is set, and together with
   * `proxied`.
   */
  apiKey?: string | (() => string | undefined | Promise<string | undefined>) | undefined;
  /**
   * Whether `baseUrl` is a proxy on your own back end that adds the API key. Then calls need no key and send none, cookies
   * of the page's own origin travel with them, and redirects are followed. Default `false`.
   * @example new Client({ baseUrl: "/api/eq", proxied: true })
   */
  proxied?: boolean | undefined;
  /** Sends a request: any function with `fetch`'s signature; gets a `Request`. Default: the global `fetch` at each call. */
  fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** Most milliseconds of one attempt, headers and body. Default 10,000. */
  timeoutMs?: number | undefined;
  /** Most milliseconds of a call altogether: key function, attempts, waits, bodies. Default 30,000. */
  deadlineMs?: number | undefined;
  /**
   * Attempts after the first, 0 to 10. Default 2. Tried again are statuses 408, 429, 500, 502, 503 and 504, connections
   * that fail or break off, and attempts that time out; after a random wait of up to 200 ms that doubles each time (1 s for
   * 429), or as long as `Retry-After` says. All calls of a client share a budget, so that a dead service is left alone.
   */
  maxRetries?: number | undefined;
  /** The longest `Retry-After` that is waited for, in milliseconds; a longer one ends the call. Default 60,000. */
  maxRetryAfterMs?: number | undefined;
  /** Most bytes of a body, decoded. Default 10 MiB (10,485,760). */
  maxBodyBytes?: number | undefined;
  /**
   * Keeps answers that do not change any more: token metadata, and transfers that are `done`. Off by default; `true` keeps
   * up to 500 answers for five minutes. Each caller gets objects of its own.
   */
  cache?: boolean | CacheOptions | undefined;
  /** Lets an API key go to an `http:` base URL, where anyone on the way can read it. Default `false`. */
  allowInsecure?: boolean | undefined;
  /** Called before each attempt. A hook never sees the key; one that throws or rejects changes nothing. */
  onRequest?: ((event: RequestEvent) => unknown) | undefined;
  /** Called when the status and headers of an attempt have arrived. */
  onResponse?: ((event: ResponseEvent) => unknown) | undefined;
  /** Called before the wait for another attempt. */
  onRetry?: ((event: RetryEvent) => unknown) | undefined;
  /** Called for each place where an answer differs from the specification in a way the client bridges (at most 50). */
  onDrift?: ((event: DriftEvent) => unknown) | undefined;
}

/**
 * Bounds of the cache; see {@link ClientOptions.cache}.
 * @example new Client({ baseUrl, cache: { ttlMs: 60_000, maxEntries: 100 } });
 */
export interface CacheOptions {
  /** How long an answer is kept, in milliseconds. Default 300,000. */
  ttlMs?: number | undefined;
  /** How many answers are kept; the least recently used goes first. Default 500. Answers above 256 KiB are not kept. */
  maxEntries?: number | undefined;
}

/** An attempt about to be sent. */
export interface RequestEvent {
  /** The call, `"GET /ethereals"` for instance. */
  endpoint: string;
  /** The whole URL; a key is never part of it. */
  url: string;
  /** 1 for the first attempt of a call. */
  attempt: number;
}

/** The response to an attempt, with any status. */
export interface ResponseEvent extends RequestEvent {
  /** Status of the response. */
  status: number;
  /** Milliseconds since the attempt began. */
  elapsedMs: number;
  /** The header `x-request-id`, where the service sends one and lets the page see it. */
  requestId?: string;
}

/**
 * A failed attempt that the client retries.
 * @example new Client({ baseUrl, onRetry: ({ url, reason, delayMs }) => console.warn(url, reason, delayMs) });
 */
export interface RetryEvent extends RequestEvent {
  /** Milliseconds until the next attempt. */
  delayMs: number;
  /** What failed: the status of the answer, no (complete) answer, or no answer in time. */
  reason: "status" | "network" | "timeout";
  /** Status of the answer; absent where none came. */
  status?: number;
}

/**
 * A place where an answer differs from the specification.
 * @example new Client({ baseUrl, onDrift: ({ pointer, expected, found }) => console.warn(pointer, expected, found) });
 */
export interface DriftEvent extends RequestEvent {
  /** JSON Pointer (RFC 6901) into the body. */
  pointer: string;
  /** What the specification has there: a field's name, a value, a type. */
  expected: string;
  /** What stands there: at most 64 characters of the body. */
  found: string;
}

/**
 * Options of one call.
 * @example await client.project({ signal: AbortSignal.timeout(5_000), maxRetries: 0 });
 */
export interface CallOptions {
  /** Ends the call: it rejects at once with kind `aborted` and the signal's reason as `cause`. */
  signal?: AbortSignal | null | undefined;
  /** As in {@link ClientOptions}, for this call. */
  timeoutMs?: number | undefined;
  /** As in {@link ClientOptions}, for this call. */
  deadlineMs?: number | undefined;
  /** As in {@link ClientOptions}, for this call. */
  maxRetries?: number | undefined;
  /** As in {@link ClientOptions}, for this call. */
  maxRetryAfterMs?: number | undefined;
  /** As in {@link ClientOptions}, for this call. */
  maxBodyBytes?: number | undefined;
}

/** Options of {@link Client.bridgeTransfer}. */
export interface TransferQuery {
  /** Chain type. Default: not sent, so `mainnet`. */
  chain?: ChainType | undefined;
}

/**
 * Filters of {@link Client.ethereals}. Lists may be arrays or strings with commas; empty ones do not filter.
 * @example const query: EtherealsQuery = { sourceChains: [1, 42161], statuses: ["active"], pageSize: 100 };
 */
export interface EtherealsQuery {
  /** Chain type. Default: not sent, so `mainnet`. */
  chain?: ChainType | undefined;
  /** Source chains to list, chain ids for example. */
  sourceChains?: readonly (number | string | bigint)[] | number | string | undefined;
  /** Addresses of source contracts to list; the case does not count. */
  sourceContracts?: readonly string[] | string | undefined;
  /** Statuses to list. */
  statuses?: readonly EtherealStatus[] | EtherealStatus | undefined;
  /** Records per page, at least 1. Default: not sent, so 50. A service may give fewer. */
  pageSize?: number | undefined;
  /** Where to begin: a `nextCursor` given with the same filters, at most 65,536 bytes. */
  cursor?: string | null | undefined;
}

/**
 * Options of {@link Client.watchTransfer}. Times in whole milliseconds.
 * @example client.watchTransfer(hash, { timeoutMs: 600_000, onManual: "stop", state: localStorage.getItem("watch") });
 */
export interface WatchOptions extends TransferQuery {
  /** Ends the watch, also between polls: it rejects at once with kind `aborted` and the signal's reason as `cause`. */
  signal?: AbortSignal | null | undefined;
  /**
   * Most time of the whole watch, that of earlier runs (`state`) included; 1 to 2^53-1. Default 3,600,000, an hour.
   * Each poll has the limits of the client besides.
   */
  timeoutMs?: number | undefined;
  /**
   * Time between polls after a change, give or take a fifth; 1 to 2^31-1. Default 5,000. Four times as long in a hidden
   * tab.
   */
  intervalMs?: number | undefined;
  /**
   * What the interval grows to, by half at each poll, while nothing changes; 1 to 2^31-1. Default 60,000, or
   * `intervalMs` if that is more. The lesser of both counts.
   */
  maxIntervalMs?: number | undefined;
  /**
   * How long not being found is no error; 0 to 2^53-1. Default 120,000. Counted from the first poll that found nothing.
   */
  notFoundGraceMs?: number | undefined;
  /** What status `manual` means: go on (`"wait"`, the default), or end there (`"stop"`). */
  onManual?: "wait" | "stop" | undefined;
  /**
   * The `state` of an earlier update of the same hash: time, interval, grace and what was told go on from there. Time
   * between the two runs does not count. Empty means none.
   */
  state?: string | null | undefined;
}

/** Options of {@link Client.waitForTransfer}. */
export interface WaitOptions extends WatchOptions {
  /** Called at each change. What it throws does not end the wait. */
  onProgress?: ((update: TransferUpdate) => void) | undefined;
}

/**
 * A change of a watched transfer.
 * @example
 * const show = ({ phase, transfer, steps }: TransferUpdate) => {
 *   console.log(phase, transfer?.status, steps.length); // pending wait-rb 3
 * };
 */
export interface TransferUpdate {
  /** The record; `null` while there is none. */
  transfer: BridgeTransfer | null;
  /**
   * `missing`: not found so far; `manual`: waits for a person; `done`; `failed`: status `error`; `pending`: any other
   * status, also one the specification does not name (§3.1).
   */
  phase: "missing" | "pending" | "manual" | "done" | "failed";
  /** Its route, see {@link routeOf}; empty while there is no record. */
  steps: TransferStep[];
  /** Polls so far, those of earlier runs included. */
  polls: number;
  /** Milliseconds of the watch, those of earlier runs included. */
  elapsedMs: number;
  /**
   * Short text to go on from later, in another page or process: option `state`. Of the record it holds a fingerprint.
   */
  state: string;
}

/**
 * One page of a list.
 * @example
 * const { items, nextCursor } = await client.ethereals({ pageSize: 20 }).page();
 * if (nextCursor !== null) await client.ethereals({ pageSize: 20, cursor: nextCursor }).page();
 */
export interface Page<T> {
  /** Its records, in the service's order; may be empty although there is a next page. */
  items: T[];
  /** Where the next page begins, at most 65,536 bytes; `null` on the last. */
  nextCursor: string | null;
}

/** `T` as an argument: each field may be absent, and an address or a hash may be any string. */
type Widened<T> = T extends `0x${string}`
  ? string
  : T extends string
    ? T
    : T extends (infer Item)[]
      ? readonly Widened<Item>[]
      : T extends object
        ? { readonly [Name in keyof T]?: Widened<T[Name]> | undefined }
        : T;

/**
 * A transfer as an argument: a {@link BridgeTransfer}, a part of one, or a record from elsewhere, whose addresses and
 * hashes are plain strings.
 * @example
 * const transfer: TransferInput = { status: "wait-wh", fromChain: 1, toChain: 10, originTxnHash: "0x6f…" };
 * routeOf(transfer).map((step) => step.state); // ["done", "waiting", "pending"]
 */
export type TransferInput = Widened<BridgeTransfer>;

/** A step of a route, see {@link routeOf}. */
export interface TransferStep {
  /** What carries it out: a chain, or the messaging relay. */
  kind: "chain" | "relay";
  /** What it is on the route, by its hash. */
  role: "origin" | "relay" | "rollup" | "delivery" | "step";
  /** `done`; `waiting` in progress; `manual` waits for a person; `failed`; `pending` not begun. */
  state: "done" | "waiting" | "manual" | "failed" | "pending";
  /** The step's name in the record: a chain id or the relay's name. */
  step: string;
  /** The chain id in decimal, for a chain step. */
  chainId?: string;
  /** Transaction hash; absent until completed. */
  txHash?: Hash;
}
