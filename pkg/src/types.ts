// Types of the main entry that the elements use.
import type { BridgeTransfer, ErrorKind } from "./models.js";

/** Chain type of a call. The service's default is `mainnet`. */
export type ChainType = "mainnet" | "sepolia";

/** Options of {@link Client.bridgeTransfer}. */
export interface TransferQuery {
  /** Chain type. It is not sent by default, which means `mainnet`. */
  chain?: ChainType;
}

/** Options of {@link Client.watchTransfer}. Times are whole milliseconds. */
export interface WatchOptions extends TransferQuery {
  /** Aborts the watch, also between polls: it rejects at once with kind `aborted` and the signal's reason as `cause`. */
  signal?: AbortSignal | null;
  /**
   * Timeout of the whole watch, including earlier runs (`state`); 1 to 2^53-1. Default 3,600,000, an hour. The limits of
   * the client apply to each poll as well.
   */
  timeoutMs?: number;
  /**
   * Time between polls after a change, with a jitter of 20 %; 1 to 2^31-1. Default 5,000. It is four times as long in a
   * hidden tab.
   */
  intervalMs?: number;
  /**
   * Limit of the interval, which grows by half with each poll without a change; 1 to 2^31-1. Default 60,000, or
   * `intervalMs` if that is greater. The interval is never longer than this.
   */
  maxIntervalMs?: number;
  /**
   * How long a transfer that is not found is no error, counted from the first poll that did not find it; 0 to 2^53-1.
   * Default 120,000.
   */
  notFoundGraceMs?: number;
  /** What status `manual` does: keep watching (`"wait"`, the default), or end the watch (`"stop"`). */
  onManual?: "wait" | "stop";
  /**
   * The `state` of an earlier update for the same hash: timeout, interval and grace period continue from there. The time
   * between the two runs does not count. An empty string means none.
   */
  state?: string | null;
}

/** A step of a route; see {@link routeOf}. */
export interface TransferStep {
  /** What carries it out: a chain, or the messaging relay. */
  kind: "chain" | "relay";
  /** Its role on the route, which follows from its hash. */
  role: "origin" | "relay" | "rollup" | "delivery" | "step";
  /** `done`; `waiting`: in progress; `manual`: waits for a person; `failed`; `pending`: not started. */
  state: "done" | "waiting" | "manual" | "failed" | "pending";
  /** The step's name in the record: a chain id or the relay's name. */
  step: string;
  /** The chain id in decimal, for a chain step. */
  chainId?: string;
  /** Transaction hash; absent until the step is completed. */
  txHash?: string;
}

/** A change of a watched transfer. */
export interface TransferUpdate {
  /** The record; `null` if there is none yet. */
  transfer: BridgeTransfer | null;
  /**
   * `missing`: not found yet; `manual`: waits for a person; `done`; `failed`: status `error`; `pending`: any other status,
   * including unknown ones.
   */
  phase: "missing" | "pending" | "manual" | "done" | "failed";
  /** Its route, see {@link routeOf}; empty if there is no record yet. */
  steps: TransferStep[];
  /** Number of polls so far, including earlier runs. */
  polls: number;
  /** Milliseconds of the watch so far, including earlier runs. */
  elapsedMs: number;
  /** A short string to continue the watch later, in another page or process: pass it as the option `state`. */
  state: string;
}

/** The method of the client that the elements call. */
export interface Client {
  /**
   * Follows a transfer until it is done. Yields each change of the record, and once that it is not found. Retryable errors
   * do not end the watch. It polls only while `next()` is awaited; `break` ends it at once.
   *
   * @param hash any hash on the route
   * @throws {EtherealQueryError} `transfer_failed`, after the update with phase `failed`; `not_found`, `timeout`,
   * `aborted` and other errors that are not retryable
   */
  watchTransfer(hash: string, options?: WatchOptions): AsyncIterableIterator<TransferUpdate>;
}

/**
 * Why a retryable failure was not retried: no retry was left of `maxRetries`, `Retry-After` exceeds `maxRetryAfterMs`, the
 * client's retry budget is spent, or the retry would come after the deadline.
 */
export type GaveUp = "attempts_used" | "retry_after_too_long" | "budget_exhausted" | "deadline";

/** One attempt of a call. */
export interface Attempt {
  /** Milliseconds from the call to the attempt. */
  startedMs: number;
  /** Its duration in milliseconds; absent while it is in flight. */
  elapsedMs?: number;
  /** Status of its response. */
  status?: number;
  /** Why it has no complete response. */
  code?: "network" | "timeout" | "redirect" | "large" | "aborted";
  /** Delay before the next attempt, in milliseconds. */
  delayMs?: number;
}

/** The fields of an {@link EtherealQueryError}. */
export interface ErrorFields {
  /** What failed, with which value, and what to do. It never contains an API key. */
  message: string;
  /** The class of the error, for a program to branch on. */
  kind: ErrorKind;
  /** A stable name, finer than the kind: `invalid_json` and `too_deep` are both `decode`. */
  code: string;
  /** Whether the same call may succeed later. */
  retryable: boolean;
  /** The endpoint, for example `"GET /ethereals"`. */
  endpoint?: string;
  /** The invalid parameter or option. */
  parameter?: string;
  /** Status of the response. */
  status?: number;
  /**
   * JSON Pointer (RFC 6901) to the first error in a body; `""` is the whole body. It has at most 1,024 bytes: a last
   * segment `…` stands for the rest.
   */
  pointer?: string;
  /** At most 256 bytes of the body. */
  bodySnippet?: string;
  /** The service's own message: untrusted text without control characters. */
  serverMessage?: string;
  /** The delay that the service asks for, in milliseconds. */
  retryAfterMs?: number;
  /** Why there was no further attempt; absent for a failure that is never retried. */
  gaveUp?: GaveUp;
  /** URL of the request. */
  url?: string;
  /** The attempts, in order. */
  attempts?: Attempt[];
  /** Milliseconds from the call to its failure. */
  elapsedMs?: number;
  /** The `x-request-id` header of the last response, if the service sends one and lets the page read it. */
  requestId?: string;
  /** The last record of a watch that failed; absent if there was none. */
  transfer?: BridgeTransfer;
  /** The cursor of the page that failed, to continue a list from. */
  cursor?: string;
  /** The cause: the signal's reason, what `fetch` rejected with, or what the API key function threw. */
  cause?: unknown;
}

/** The only class of error that this package throws and rejects with. */
export interface EtherealQueryError extends Error, ErrorFields {
  readonly name: "EtherealQueryError";
  message: string;
  cause?: unknown;
  /**
   * The request as a `curl` command, with `<key>` in place of the API key; `undefined` if there was no request to send.
   * @example error.toCurl(); // "curl -H 'x-api-key: <key>' 'https://api.example.com/project'"
   */
  toCurl(): string | undefined;
  /** All fields but `cause` and the stack. */
  toJSON(): Omit<ErrorFields, "cause"> & { name: string };
}
