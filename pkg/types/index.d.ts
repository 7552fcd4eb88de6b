/**
 * Client of a query service with four read-only endpoints: token metadata, bridge transfers, API keys, mirrored NFT
 * collections ("ethereals"). Rust compiled to WebAssembly; nothing to initialise.
 *
 * @packageDocumentation
 */

import type { BridgeTransfer, ErrorKind, Ethereal, EtherealStatus, Project } from "./models.js";

export type {
  BridgeTransfer, ErrorKind, Ethereal, EtherealStatus, Project, RouteStep, TransferStatus, TransferType,
} from "./models.js";

/** Chain type of a call (specification §4.2, §4.4); the service assumes `mainnet`. */
export type ChainType = "mainnet" | "sepolia";

/** A JSON value. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** A JSON value whose integers beyond 2^53-1 are `bigint`s. */
export type ExactJson = null | boolean | number | bigint | string | ExactJson[] | { [name: string]: ExactJson };

/** Options of a client. */
export interface ClientOptions {
  /**
   * Where the service is: an absolute `http:` or `https:` URL. A path prefix is kept, a trailing slash does not matter.
   * @example "https://api.example.com/v1"
   */
  baseUrl: string | URL;
  /**
   * The API key, or a function that gives it, asked before each call that needs one. Sent in the header `x-api-key` of
   * `bridgeTransfer`, `project` and `ethereals` only; such a call follows no redirect. 1 to 512 visible ASCII characters.
   * Refused together with an `http:` base URL that is not this machine, unless `allowInsecure` is set.
   */
  apiKey?: string | (() => string | undefined | Promise<string | undefined>);
  /** Sends a request: any function with `fetch`'s signature; gets a `Request`. Default: the global `fetch` at each call. */
  fetch?: (request: Request) => Promise<Response>;
  /** Most milliseconds of one attempt, headers and body. Default 10,000. */
  timeoutMs?: number;
  /** Most milliseconds of a call altogether: key function, attempts, waits, bodies. Default 30,000. */
  deadlineMs?: number;
  /**
   * Attempts after the first, 0 to 10. Default 2. Tried again are statuses 408, 429, 500, 502, 503 and 504, connections
   * that fail or break off, and attempts that time out; after a random wait of up to 200 ms that doubles each time (1 s for
   * 429), or as long as `Retry-After` says. All calls of a client share a budget, so that a dead service is left alone.
   */
  maxRetries?: number;
  /** The longest `Retry-After` that is waited for, in milliseconds; a longer one ends the call. Default 60,000. */
  maxRetryAfterMs?: number;
  /** Most bytes of a body, decoded. Default 10 MiB (10,485,760). */
  maxBodyBytes?: number;
  /**
   * Keeps answers that do not change any more: token metadata, and transfers that are `done`. Off by default; `true` keeps
   * up to 500 answers for five minutes. Each caller gets objects of its own.
   */
  cache?: boolean | CacheOptions;
  /** Lets an API key go to an `http:` base URL, where anyone on the way can read it. Default `false`. */
  allowInsecure?: boolean;
  /** Called before each attempt. A hook never sees the key; one that throws or rejects changes nothing. */
  onRequest?: (event: RequestEvent) => unknown;
  /** Called when the status and headers of an attempt have arrived. */
  onResponse?: (event: ResponseEvent) => unknown;
  /** Called before the wait for another attempt. */
  onRetry?: (event: RetryEvent) => unknown;
  /** Called for each place where an answer differs from the specification in a way the client bridges (at most 50). */
  onDrift?: (event: DriftEvent) => unknown;
}

/** Bounds of the cache; see {@link ClientOptions.cache}. */
export interface CacheOptions {
  /** How long an answer is kept, in milliseconds. Default 300,000. */
  ttlMs?: number;
  /** How many answers are kept; the least recently used goes first. Default 500. Answers above 256 KiB are not kept. */
  maxEntries?: number;
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

/** An attempt that was answered, whatever the status. */
export interface ResponseEvent extends RequestEvent {
  status: number;
  /** Milliseconds since the attempt began. */
  elapsedMs: number;
  /** The header `x-request-id`, where the service sends one and lets the page see it. */
  requestId?: string;
}

/** An attempt that failed and is made again. */
export interface RetryEvent extends RequestEvent {
  /** Milliseconds until the next attempt. */
  delayMs: number;
  /** What failed: the status of the answer, no (complete) answer, or no answer in time. */
  reason: "status" | "network" | "timeout";
  /** Status of the answer; absent where none came. */
  status?: number;
}

/** A place where an answer differs from the specification. */
export interface DriftEvent extends RequestEvent {
  /** JSON Pointer (RFC 6901) into the body. */
  pointer: string;
  /** What the specification has there: a field's name, a value, a type. */
  expected: string;
  /** What stands there: at most 64 characters of the body. */
  found: string;
}

/** Options of one call. */
export interface CallOptions {
  /** Ends the call: it rejects at once with kind `aborted` and the signal's reason as `cause`. */
  signal?: AbortSignal | null;
  /** As in {@link ClientOptions}, for this call. */
  timeoutMs?: number;
  /** As in {@link ClientOptions}, for this call. */
  deadlineMs?: number;
  /** As in {@link ClientOptions}, for this call. */
  maxRetries?: number;
  /** As in {@link ClientOptions}, for this call. */
  maxRetryAfterMs?: number;
  /** As in {@link ClientOptions}, for this call. */
  maxBodyBytes?: number;
}

/** Which token is meant. */
export interface TokenQuery {
  /** Id of the chain the contract is on (EIP-155), 1 to 2^53-1. */
  chainId: number | string | bigint;
  /** Token standard: `"ERC721"` (0) or `"ERC1155"` (1). The service assumes ERC721. */
  standard?: "ERC721" | "ERC1155" | 0 | 1;
}

/** Options of {@link Client.tokenUri}. */
export interface TokenOptions extends CallOptions {
  /** `"exact"`: integers beyond 2^53-1 arrive as `bigint` instead of being rounded as by `JSON.parse`. */
  integers?: "exact";
  /** `true`: the result is a {@link RawDocument}. */
  raw?: boolean;
}

/** A document with its exact text. */
export interface RawDocument<T = Json> {
  /** The body as sent: key order, white space, every digit. */
  text: string;
  /** The parsed document. */
  data: T;
  /** Status of the answer. */
  status: number;
  /** Headers of the answer that the host lets a page see, names in lower case. */
  headers: Record<string, string>;
}

/** Options of {@link Client.bridgeTransfer}. */
export interface TransferQuery {
  /** Chain type. Default: not sent, so `mainnet`. */
  chain?: ChainType;
}

/** Filters of {@link Client.ethereals}. Lists may be arrays or strings with commas; empty ones do not filter. */
export interface EtherealsQuery {
  /** Chain type. Default: not sent, so `mainnet`. */
  chain?: ChainType;
  /** Source chains to list, chain ids for example. */
  sourceChains?: readonly (number | string | bigint)[] | number | string;
  /** Addresses of source contracts to list; the case does not count. */
  sourceContracts?: readonly string[] | string;
  /** Statuses to list. */
  statuses?: readonly EtherealStatus[] | EtherealStatus;
  /** Records per page, at least 1. Default: not sent, so 50. A service may give fewer. */
  pageSize?: number;
  /** Where to begin: a `nextCursor` given with the same filters. */
  cursor?: string | null;
}

/** Options of {@link Client.watchTransfer}. Times in whole milliseconds. */
export interface WatchOptions extends TransferQuery {
  /** Ends the watch, also between polls: it rejects at once with kind `aborted` and the signal's reason as `cause`. */
  signal?: AbortSignal | null;
  /**
   * Most time of the whole watch, that of earlier runs (`state`) included; 1 to 2^53-1. Default 3,600,000, an hour.
   * Each poll has the limits of the client besides.
   */
  timeoutMs?: number;
  /**
   * Time between polls after a change, give or take a fifth; 1 to 2^31-1. Default 5,000. Four times as long in a hidden
   * tab.
   */
  intervalMs?: number;
  /**
   * What the interval grows to, by half at each poll, while nothing changes; 1 to 2^31-1. Default 60,000, or
   * `intervalMs` if that is more. The lesser of both counts.
   */
  maxIntervalMs?: number;
  /**
   * How long not being found is no error; 0 to 2^53-1. Default 120,000. Counted from the first poll that found nothing.
   */
  notFoundGraceMs?: number;
  /** What status `manual` means: go on (`"wait"`, the default), or end there (`"stop"`). */
  onManual?: "wait" | "stop";
  /**
   * The `state` of an earlier update of the same hash: time, interval, grace and what was told go on from there. Time
   * between the two runs does not count. Empty means none.
   */
  state?: string | null;
}

/** Options of {@link Client.waitForTransfer}. */
export interface WaitOptions extends WatchOptions {
  /** Called at each change. What it throws does not end the wait. */
  onProgress?: (update: TransferUpdate) => void;
}

/** A change of a watched transfer. */
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

/** One page of a list. */
export interface Page<T> {
  /** Its records, in the service's order; may be empty although there is a next page. */
  items: T[];
  /** Where the next page begins; `null` on the last. */
  nextCursor: string | null;
}

/**
 * One page of a list, checked as a whole, whose records are built when they are asked for: each time anew. It holds the
 * page's text.
 */
export interface OpenPage<T> extends Iterable<T> {
  /** How many records it has. */
  readonly length: number;
  /** Where the next page begins; `null` on the last. */
  readonly nextCursor: string | null;
  /** The record at `index`, from the end where it is negative; `undefined` where there is none. */
  at(index: number): T | undefined;
}

/**
 * A list in pages. Nothing is sent before it is used; each use begins anew. A failure leaves the place: calling `next()`
 * of the same iterator again asks for the same page. The same cursor given twice is kind `pagination_stalled`.
 */
export interface EtherealList extends AsyncIterable<Ethereal> {
  /** Record by record, asking for pages as they are needed. */
  [Symbol.asyncIterator](): AsyncIterableIterator<Ethereal>;
  /** Page by page. */
  pages(): AsyncIterableIterator<Page<Ethereal>>;
  /** One page: the first, or the one `cursor` names. */
  page(): Promise<Page<Ethereal>>;
  /**
   * The same page for those who need few of its records: nothing is built but what is asked for.
   * @example
   * const page = await client.ethereals({ pageSize: 500 }).open();
   * console.log(page.length, page.at(-1)?.tokenSymbol); // 262 "ETREE"
   */
  open(): Promise<OpenPage<Ethereal>>;
  /**
   * The first `limit` records, or all if there are fewer. The limit is required: a list has no end anyone promises.
   * @example await client.ethereals({ sourceChains: [1] }).toArray({ limit: 1000 });
   */
  toArray(options: { limit: number }): Promise<Ethereal[]>;
}

/**
 * Makes the four calls. Cheap to make, safe to share; calls may run in parallel, and the same request is in flight once:
 * callers that ask for it meanwhile get the same answer, each as an object of its own. Every failure is an
 * {@link EtherealQueryError}.
 *
 * @example
 * const client = new Client({ baseUrl: "https://api.example.com", apiKey: "q9/Tn…=" });
 * const project = await client.project();
 * console.log(project.balance); // "0.1"
 */
export class Client {
  /** @throws {EtherealQueryError} `invalid_argument` for an option that breaks its rule and for an unknown one. */
  constructor(options: ClientOptions);

  /**
   * The metadata document behind a token's URI, `GET /tokens/:address/:id/uri` (specification §4.1). Needs no key. The
   * shape is whatever the target defines; key order and unknown fields are kept.
   *
   * @param address contract address, `0x` and 40 hexadecimal digits
   * @param id token id up to 2^256-1: decimal or `0x` string, `bigint`, or a number up to 2^53-1
   * @throws {EtherealQueryError} `invalid_argument` before anything is sent; `bad_request`, `not_found`, `decode`, …
   * @example
   * const token = await client.tokenUri("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", 7n, { chainId: 1 });
   * console.log(token.image); // "ipfs://bafkrei…"
   */
  tokenUri<T = ExactJson>(
    address: string, id: string | number | bigint, token: TokenQuery,
    options: TokenOptions & { raw: true; integers: "exact" },
  ): Promise<RawDocument<T>>;
  tokenUri<T = any>(
    address: string, id: string | number | bigint, token: TokenQuery, options: TokenOptions & { raw: true },
  ): Promise<RawDocument<T>>;
  tokenUri<T = any>(
    address: string, id: string | number | bigint, token: TokenQuery, options?: TokenOptions,
  ): Promise<T>;

  /**
   * The transfer that has a hash on its route, `GET /bridge/transfers/transactions/:hash` (specification §4.2); `null` when
   * there is none. Needs a key.
   *
   * @param hash origin, relay, rollup-bridge or delivery hash: `0x` and 64 hexadecimal digits
   * @throws {EtherealQueryError} `invalid_argument`, `unauthenticated`, `decode`, …
   * @example
   * const transfer = await client.bridgeTransfer("0x6f…", { chain: "sepolia" });
   * console.log(transfer?.status); // "wait-rb"
   */
  bridgeTransfer(hash: string, query?: TransferQuery, options?: CallOptions): Promise<BridgeTransfer | null>;

  /**
   * Owner, permissions and balance of the key used, `GET /project` (specification §4.3).
   *
   * @throws {EtherealQueryError} `unauthenticated` for a key the service does not accept, `decode`, …
   * @example
   * const { requestOwner, auth } = await client.project();
   * console.log(auth); // { aa: ["write", "create"], deliveries: ["read"], sprinkle: true }
   */
  project(options?: CallOptions): Promise<Project>;

  /**
   * Mirrored NFT collections, `GET /ethereals` (specification §4.4). Needs a key.
   *
   * @example
   * for await (const item of client.ethereals({ sourceChains: [1, 42161], statuses: ["active"] })) {
   *   console.log(item.tokenSymbol); // "ETREE"
   * }
   * const { items, nextCursor } = await client.ethereals({ pageSize: 20 }).page();
   */
  ethereals(query?: EtherealsQuery, options?: CallOptions): EtherealList;

  /**
   * Follows a transfer until it is done. Yields changes only: of the record, or that it is not found (once). Network,
   * time and service failures do not end it; whatever asking again would not help with does, as that error. Polls only
   * while `next()` is awaited; `break` ends it at once. All watches of a client share one timer and poll four at a
   * time.
   *
   * @param hash any hash on the route, as in {@link Client.bridgeTransfer}
   * @throws {EtherealQueryError} after the update with phase `failed`: `transfer_failed`. Else `not_found` with code
   * `transfer_not_found`, `timeout` with code `wait_timeout`, `aborted`, `unauthenticated`, … The first four hold the
   * last record in `transfer`.
   * @example
   * for await (const { phase, steps, state } of client.watchTransfer("0x6f…")) {
   *   localStorage.setItem("watch", state);
   *   console.log(phase, steps.map((step) => step.state)); // pending ["done", "waiting", "pending"]
   * }
   */
  watchTransfer(hash: string, options?: WatchOptions): AsyncIterableIterator<TransferUpdate>;

  /**
   * The transfer once it is done; otherwise as {@link Client.watchTransfer}.
   *
   * @throws {EtherealQueryError} as there; with `onManual: "stop"` also `transfer_failed` with code
   * `manual_action_required`
   * @example
   * const transfer = await client.waitForTransfer("0x6f…", { onProgress: ({ phase }) => console.log(phase) });
   * console.log(transfer.deliveryTxnHash);
   */
  waitForTransfer(hash: string, options?: WaitOptions): Promise<BridgeTransfer>;

  /** Forgets the answers kept by `cache`. */
  clearCache(): void;

  /** Ends the client's use: calls made later are refused, calls under way still end as usual. */
  dispose(): void;
}

/** What an {@link EtherealQueryError} holds. */
export interface ErrorFields {
  /** What failed, with which value, and what to do; never holds a key. */
  message: string;
  /** The class of the error: what a program branches on. */
  kind: ErrorKind;
  /** A stable name, finer than the kind: `invalid_json` and `too_deep` are both `decode`. */
  code: string;
  /** The same call may succeed later. */
  retryable: boolean;
  /** The call, `"GET /ethereals"` for instance. */
  endpoint?: string;
  /** The parameter or option at fault. */
  parameter?: string;
  /** Status of the answer. */
  status?: number;
  /**
   * JSON Pointer (RFC 6901) of the first thing wrong in a body; `""` is the whole body. At most 1,024 bytes; in a longer
   * one a last step `…` stands for what is left out.
   */
  pointer?: string;
  /** At most 256 bytes of the body. */
  bodySnippet?: string;
  /** The service's own message: untrusted text without control characters. */
  serverMessage?: string;
  /** How long the service asks to wait, in milliseconds. */
  retryAfterMs?: number;
  /** Why there was no further attempt; absent for a failure that is never tried again. */
  gaveUp?: GaveUp;
  /** The request's URL. */
  url?: string;
  /** What happened, attempt by attempt. */
  attempts?: Attempt[];
  /** Milliseconds from the call to its failure. */
  elapsedMs?: number;
  /** The header `x-request-id` of the last answer, where the service sends one and lets the page see it. */
  requestId?: string;
  /** Of a watch that failed: the last record; absent when none was seen. */
  transfer?: BridgeTransfer;
  /** Of a list: the cursor of the page that failed, to go on from. */
  cursor?: string;
  /** What is behind the error: the signal's reason, what `fetch` rejected with, what the key function threw. */
  cause?: unknown;
}

/**
 * Why a failure that may pass was not tried again: `maxRetries` were made, `Retry-After` exceeds `maxRetryAfterMs`, the
 * client's retry budget is spent, or the wait would end after the deadline.
 */
export type GaveUp = "attempts_used" | "retry_after_too_long" | "budget_exhausted" | "deadline";

/** One attempt of a call. */
export interface Attempt {
  /** Milliseconds from the call to the attempt. */
  startedMs: number;
  /** How long it took; absent while it is under way. */
  elapsedMs?: number;
  /** Status of its answer. */
  status?: number;
  /** What kept it from a complete answer. */
  code?: "network" | "timeout" | "redirect" | "large" | "aborted";
  /** The wait after it, in milliseconds. */
  delayMs?: number;
}

/** The only class of error this package throws and rejects with. */
export class EtherealQueryError extends Error implements ErrorFields {
  constructor(fields: ErrorFields);
  readonly name: "EtherealQueryError";
  message: string;
  kind: ErrorKind;
  code: string;
  retryable: boolean;
  endpoint?: string;
  parameter?: string;
  status?: number;
  pointer?: string;
  bodySnippet?: string;
  serverMessage?: string;
  retryAfterMs?: number;
  gaveUp?: GaveUp;
  url?: string;
  attempts?: Attempt[];
  elapsedMs?: number;
  requestId?: string;
  transfer?: BridgeTransfer;
  cursor?: string;
  cause?: unknown;
  /**
   * The request as a `curl` command, with `<key>` where the key belongs; `undefined` where nothing was to be sent.
   * @example error.toCurl(); // "curl -H 'x-api-key: <key>' 'https://api.example.com/project'"
   */
  toCurl(): string | undefined;
  /** All fields but `cause` and the stack. */
  toJSON(): Omit<ErrorFields, "cause"> & { name: string };
}

/**
 * Whether a value is an error of this package, of a kind if one is given; also across realms and copies of the package.
 * @example
 * try { await client.project(); }
 * catch (error) { if (isEtherealQueryError(error, "unauthenticated")) askForKey(); else throw error; }
 */
export function isEtherealQueryError(value: unknown, kind?: ErrorKind): value is EtherealQueryError;

/**
 * Walks a list record by record, handing each out as soon as it has arrived whole and was checked, while its page is still
 * on its way: for pages of thousands of records, or slow lines (`timeoutMs` is the time for a whole page). It gives what the
 * list itself gives, in the same order. A body that begins with another member than `etherealData` is handed out at its end.
 *
 * A page that breaks off is asked for again, and goes on after the last record handed out; if that is another one now, with
 * code `page_changed`. An error in the middle of a page comes after the good records before it; calling `next()` again goes
 * on there. Leaving ends the request. Each stream makes requests of its own.
 *
 * @throws {EtherealQueryError} `invalid_argument` for what is no list; while walking, what the call of a page rejects with
 * @example
 * for await (const item of stream(client.ethereals({ pageSize: 10_000 }))) show(item); // the first after a few records' bytes
 */
export function stream(list: EtherealList): AsyncIterableIterator<Ethereal>;

/**
 * The URLs behind a URI, best first: `ipfs:`, `ipns:`, `ar:` through gateways; `http:`, `https:`, `data:` as they are. With
 * an `id`, every `{id}` becomes 64 hexadecimal digits (EIP-1155). No request is made.
 * @throws {EtherealQueryError} `invalid_argument` for any other scheme
 * @example
 * resolveUri("ipfs://bafk…/7.png"); // ["https://ipfs.io/ipfs/bafk…/7.png", "https://dweb.link/ipfs/bafk…/7.png"]
 */
export function resolveUri(
  uri: string,
  options?: { id?: string | number | bigint; gateways?: readonly string[]; arweaveGateways?: readonly string[] },
): string[];

/**
 * An amount in whole units, exact. `decimals` is 18 when absent.
 * @example formatUnits("1099756711100000000"); // "1.0997567111"
 */
export function formatUnits(value: string | bigint | number, decimals?: number): string;

/**
 * An amount in smallest units. More digits after the point than `decimals` are refused, never rounded.
 * @example parseUnits("1.0997567111"); // 1099756711100000000n
 */
export function parseUnits(text: string, decimals?: number): bigint;

/**
 * An address in the mixed case of EIP-55.
 * @example checksumAddress("0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed"); // "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
 */
export function checksumAddress(address: string): string;

/** Whether two addresses are the same account; what is no address equals nothing. */
export function sameAddress(a: unknown, b: unknown): boolean;

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
  txHash?: string;
}

/**
 * A transfer's route in order: the steps recorded, the one its status says it waits for, the destination.
 * @example routeOf(transfer).map((step) => step.state); // ["done", "waiting", "pending"]
 */
export function routeOf(transfer: Partial<BridgeTransfer>): TransferStep[];

/**
 * Whether a project's key may do something: `true` grants a whole area, a list what it names. Without a permission:
 * whether it grants anything in the area.
 * @example can(project, "deliveries", "read"); // true
 */
export function can(project: Pick<Project, "auth">, area: string, permission?: string): boolean;
