// The types of options and results.

import type { Fetch } from "./fetch.js";
import type { RequestHeaders } from "./request-headers.js";
import type {
  CallEndEvent,
  CallStartEvent,
  DriftEvent,
  RequestEvent,
  ResponseEvent,
  RetryEvent,
} from "../generated/events.js";
import type { CallHeaders, CallLimits } from "../generated/options.js";
import type { TransferQuery } from "../generated/requests.js";
import type { TransferUpdate } from "./transfer.js";

/**
 * Headers that {@link ClientOptions.onRequest} adds to an attempt.
 * @example
 * const onRequest = ({ attempt }: RequestEvent): AddedHeaders => ({ headers: { "x-attempt": String(attempt) } });
 * await new Client({ baseUrl: "https://api.example.com", apiKey, onRequest }).project();
 */
export interface AddedHeaders {
  /** Headers of this attempt. They replace headers of the client and of the call with the same name. */
  headers?: RequestHeaders | undefined;
}

/**
 * Options of a client.
 * @example
 * const options: ClientOptions = { baseUrl: "https://api.example.com", apiKey, maxRetries: 1 };
 * const client = new Client(options);
 * console.log((await client.project()).requestOwner); // demo
 */
export interface ClientOptions extends CallLimits {
  /**
   * Address of the service, a string or `URL`: an absolute `http:` or `https:` URL, or in a page also a path such as
   * `/api`. The path of each request begins with the path of this URL.
   *
   * A path begins with `/`, `./` or `../`. The client resolves it against the location of the page or worker, and
   * ignores a slash at the end. A server has no location: there the constructor accepts a path, so that a page can be
   * prerendered, and each call rejects with kind `invalid_argument`.
   * @example
   * new Client({ baseUrl: "https://api.example.com/v1" }); // an absolute URL with a path prefix
   * new Client({ baseUrl: "/api/eq" }); // a path on the page's own origin
   */
  baseUrl: string | URL;
  /**
   * The API key of 1 to 512 visible ASCII characters, or a function that returns it or a promise of it. The client
   * calls the function before each call that needs a key.
   *
   * The client sends the key in the header `x-api-key` of the calls that need one, never with `tokenUri`, and follows
   * no redirect in these calls. The constructor refuses a key together with `proxied`, and together with an `http:`
   * base URL of another machine unless `allowInsecure` is set.
   * @example
   * const client = new Client({ baseUrl: "https://api.example.com", apiKey: async () => apiKey });
   * console.log((await client.project()).requestOwner); // demo
   */
  apiKey?: string | (() => string | undefined | Promise<string | undefined>) | undefined;
  /**
   * Headers of all requests: an object, `Headers`, or an array of pairs.
   *
   * A request with such headers follows no redirect, and a browser asks the service for permission first (a CORS
   * preflight). No error or event shows a value.
   */
  headers?: RequestHeaders | undefined;
  /**
   * Whether `baseUrl` is a proxy on your own back end that adds the API key. Default: `false`.
   *
   * The client then sends no key, sends the cookies of the page's own origin, and follows redirects.
   * @example
   * new Client({ baseUrl: "/api/eq", proxied: true });
   */
  proxied?: boolean | undefined;
  /**
   * Any function with the signature of `fetch`. The client calls it with a URL and plain options.
   * Default: the global `fetch` at the time of each call.
   */
  fetch?: Fetch | undefined;
  /**
   * Allows an API key and the header `authorization` with an `http:` base URL of another machine, where the network can
   * read them. Default: `false`.
   */
  allowInsecure?: boolean | undefined;
  /**
   * Called once for each call, when the call starts.
   *
   * The client also calls it for a call that shares a request, and for a call with an invalid value. A request of a list
   * and a poll of a watch are calls. Hooks never receive the key, and an error that a hook throws does not affect the call.
   */
  onCallStart?: ((event: CallStartEvent) => unknown) | undefined;
  /**
   * Called before each attempt. It may return headers to add to the attempt, or a promise of them.
   *
   * The attempt waits for the promise within `timeoutMs`.
   */
  onRequest?:
    ((event: RequestEvent) => AddedHeaders | void | Promise<AddedHeaders | void>) | undefined;
  /** Called when the status and headers of an attempt have arrived. */
  onResponse?: ((event: ResponseEvent) => unknown) | undefined;
  /** Called before the wait for a retry. */
  onRetry?: ((event: RetryEvent) => unknown) | undefined;
  /**
   * Called for each place where a response differs from the specification and the client can read it anyway, and for
   * each record that a page leaves out ({@link ListOptions.onInvalidRecord}).
   *
   * It is called for at most 50 places of a response, and for at most 50 records of a page.
   */
  onDrift?: ((event: DriftEvent) => unknown) | undefined;
  /** Called once for each call that `onCallStart` received, when it has ended: with a result, an error, or aborted. */
  onCallEnd?: ((event: CallEndEvent) => unknown) | undefined;
}

/**
 * Options of one call.
 * @example
 * const options: CallOptions = { signal: AbortSignal.timeout(5_000), maxRetries: 0 };
 * console.log((await client.project(options)).requestOwner); // demo
 */
export interface CallOptions extends CallHeaders, CallLimits {
  /** Aborts the call: it rejects at once with kind `aborted`, and the signal's reason is the `cause`. */
  signal?: AbortSignal | null | undefined;
}

/**
 * Options of {@link Client.ethereals}, for each request of the list.
 * @example
 * const options: ListOptions = { onInvalidRecord: "skip", timeoutMs: 5_000 };
 * console.log((await client.ethereals({ pageSize: 20 }, options).page()).items.length); // 20
 */
export interface ListOptions extends CallOptions {
  /**
   * What the list does with a record that does not match {@link Ethereal}: it throws an error (`"error"`), or leaves
   * the record out and calls {@link ClientOptions.onDrift} (`"skip"`). Default: `"error"`.
   *
   * A record does not match, for example, because `status` is absent. The error has the kind `decode`. A body that is
   * not JSON is always an error.
   */
  onInvalidRecord?: "error" | "skip" | undefined;
}

/**
 * Options of {@link Client.watchTransfer}. Times are integers in milliseconds.
 * @example
 * const options: WatchOptions = { timeoutMs: 600_000, intervalMs: 2_000, onManual: "stop" };
 * for await (const { phase } of client.watchTransfer(deliveredHash, options)) console.log(phase); // done
 */
export interface WatchOptions extends TransferQuery, Omit<CallOptions, keyof CallLimits> {
  /** Aborts the watch, also between polls: it rejects with kind `aborted`, and the signal's reason is the `cause`. */
  signal?: AbortSignal | null | undefined;
  /** Headers of each poll. They replace headers of the client with the same name. */
  headers?: RequestHeaders | undefined;
  /**
   * Time limit of the watch, 1 to 2^53-1. Each poll also has the limits of the client. Default: 3,600,000 (an hour).
   *
   * The limit includes the time of earlier runs, which `state` contains.
   */
  timeoutMs?: number | undefined;
  /**
   * Time between polls after a change, 1 to 2^31-1. Each wait is up to a fifth shorter or longer. Default: 5,000.
   *
   * In a hidden tab the time is four times as long.
   */
  intervalMs?: number | undefined;
  /**
   * Longest time between polls, 1 to 2^31-1. The interval grows by half with each poll that finds no change.
   * Default: 60,000, or `intervalMs` if that is more.
   *
   * A value below `intervalMs` shortens the first interval too.
   */
  maxIntervalMs?: number | undefined;
  /**
   * How long a transfer may stay unknown to the service, 0 to 2^53-1, from the first poll that does not find it.
   * Default: 120,000.
   */
  notFoundGraceMs?: number | undefined;
  /**
   * What the watch does when the status is `manual`: it continues (`"wait"`), or stops (`"stop"`). Default: `"wait"`.
   *
   * When it stops, `watchTransfer` ends, and `waitForTransfer` rejects with kind `transfer_failed`, code
   * `manual_action_required`.
   */
  onManual?: "wait" | "stop" | undefined;
  /**
   * `state` of an earlier update of the same hash: the watch continues there.
   *
   * It continues with the times, the interval and the last change, and yields what has changed since then. The time
   * between the two runs does not count. An empty string counts as absent.
   */
  state?: string | null | undefined;
  /**
   * Whether a watch with a `state` first yields the current record, even without a change. Default: `false`.
   *
   * It then yields an update after the first poll that finds the transfer, and from then on only changes. Without a
   * `state`, every watch does so.
   */
  emitCurrent?: boolean | undefined;
}

/**
 * Options of {@link Client.waitForTransfer}.
 * @example
 * const options: WaitOptions = { onProgress: ({ phase, polls }) => console.log(phase, polls) }; // done 1
 * await client.waitForTransfer(deliveredHash, options);
 */
export interface WaitOptions extends WatchOptions {
  /** Called at each change. An error that it throws does not end the wait. */
  onProgress?: ((update: TransferUpdate) => void) | undefined;
}

/**
 * One page of a list.
 * @example
 * const { items, nextCursor: cursor }: Page<Ethereal> = await client.ethereals({ pageSize: 20 }).page();
 * const next = await client.ethereals({ pageSize: 20, cursor }).page();
 * console.log(items.length, next.items.length); // 20 20
 */
export interface Page<T> {
  /** Records in the order of the service. The list may be empty and still have a next page. */
  items: T[];
  /** Cursor of the next page, at most 65,536 bytes; `null` on the last page. */
  nextCursor: string | null;
}
