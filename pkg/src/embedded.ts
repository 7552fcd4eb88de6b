/**
 * The query service in memory. It has the routes, validation, filters, cursors and errors of the native service,
 * because both are the same Rust code. Use it as an offline back end or as a test double.
 *
 * @packageDocumentation
 */

import type * as wasm from "../wasm/embedded/ethereal_query.js";
import { type EmbeddedGlue, embeddedInstance } from "./embedded/embedded-instance.js";
import { type Dataset, type KeyRecord, datasetTexts, listText } from "./embedded/dataset.js";
import { Failures, type SimulatedFailure, readFailure } from "./embedded/failures.js";
import { messageOf, readInteger, readMembers } from "./embedded/members.js";
import { EMBEDDED_SERVICE_OPTIONS } from "./generated/option-names.js";
import { internalError, invalidArgument, invalidValue } from "./errors/error.js";

export type { Dataset, KeyRecord, TokenRecord } from "./embedded/dataset.js";
export type { SimulatedFailure } from "./embedded/failures.js";

/**
 * Options of an embedded service.
 * @example
 * const options: EmbeddedServiceOptions = { keys: [{ key: "secret", requestOwner: "me", auth: {} }], basePath: "/v1" };
 * const response = await new EmbeddedService(options).fetch("https://embedded.invalid/v1/project");
 * console.log(response.status); // 401
 */
export interface EmbeddedServiceOptions {
  /** The records: `tokens`, `transfers` and `ethereals`, each an array or text with one JSON object on a line. */
  dataset?: Dataset | undefined;
  /** Valid API keys: an array, or text with one JSON object on a line. */
  keys?: readonly KeyRecord[] | string | undefined;
  /** Path prefix of the service's base URL. */
  basePath?: string | undefined;
  /** Milliseconds before each response, from 0 to 2,147,483,647. Default: 0. */
  latencyMs?: number | undefined;
}

/**
 * The query service in memory.
 *
 * If its WebAssembly module traps, which is a defect, the records are lost. From then on, `fetch` rejects with an
 * `EtherealQueryError` of kind `internal`, and `update` and `failNext` throw such an error. A new `EmbeddedService`
 * works.
 * @example
 * const keys = [{ key: "secret", requestOwner: "me", auth: {} }];
 * const dataset = { transfers: [{ _id: "1", status: "wait-wh", originTxnHash: hash }] };
 * const service = new EmbeddedService({ dataset, keys });
 * const client = new Client({ baseUrl: "https://embedded.invalid", apiKey: "secret", fetch: service.fetch });
 * console.log((await client.bridgeTransfer(hash))?.status); // wait-wh
 */
export class EmbeddedService {
  readonly #rust: wasm.EmbeddedService;
  /** The number of traps before this service was created. Each trap loses the records of all earlier services. */
  readonly #generation: number;
  readonly #basePath: string;
  readonly #failures: Failures = new Failures();
  #latencyMs: number;

  /**
   * Creates a service.
   * @param options records, keys, path prefix and latency; default: a service without records
   * @throws an `EtherealQueryError` of kind `invalid_argument` that names the invalid record or option
   */
  constructor(options?: EmbeddedServiceOptions) {
    const { dataset, keys, basePath, latencyMs } = readMembers(
      "options",
      options,
      EMBEDDED_SERVICE_OPTIONS,
      "option",
    );
    const lists = datasetTexts(dataset);
    const keysText = listText("keys", keys);
    this.#basePath = readPath(basePath).replace(/\/+$/, "");
    this.#latencyMs = readLatency(latencyMs);
    this.#rust = embeddedInstance().call((glue) => new glue.EmbeddedService(lists, keysText));
    this.#generation = embeddedInstance().generation;
  }

  /**
   * Adds records. A record replaces the whole record with the same identity: chain, address, id and standard of a
   * token, `_id` of a transfer, chain type and `_id` of an ethereal. The service then finds a transfer by the hashes of
   * its new record only. If a dataset has two records with one identity, the later one counts.
   *
   * Requests that were sent before still get the old records.
   *
   * @param dataset records to add
   * @throws an `EtherealQueryError` of kind `invalid_argument` that names the invalid record; the records are then
   * unchanged
   * @example
   * const transfer = { _id: "1", status: "wait-wh", originTxnHash: hash };
   * const keys = [{ key: "secret", requestOwner: "me", auth: {} }];
   * const service = new EmbeddedService({ dataset: { transfers: [transfer] }, keys });
   * service.update({ transfers: [{ ...transfer, status: "done" }] });
   * const client = new Client({ baseUrl: "https://embedded.invalid", apiKey: "secret", fetch: service.fetch });
   * console.log((await client.bridgeTransfer(hash))?.status); // done
   */
  update(dataset: Dataset): void {
    const lists = datasetTexts(dataset);
    this.#call((rust) => rust.update(lists));
  }

  /**
   * Makes the next request fail, or the next `times` requests. A second call adds a failure after the first.
   * CORS preflight requests do not fail and do not count.
   * @param failure status, endpoint and number of requests that fail; or the status alone
   * @throws an `EtherealQueryError` of kind `invalid_argument` for an invalid or unknown option
   * @example
   * const service = new EmbeddedService({ keys: [{ key: "secret", requestOwner: "me", auth: {} }] });
   * const onRetry = ({ status }: RetryEvent) => console.log(status); // 503
   * const client = new Client({ baseUrl: "https://a.invalid", apiKey: "secret", fetch: service.fetch, onRetry });
   * service.failNext(503);
   * console.log((await client.project()).requestOwner); // me
   */
  failNext(failure: SimulatedFailure | SimulatedFailure["status"]): void {
    const endpoints = this.#call((_, glue) => glue.endpointNames());
    this.#failures.add(readFailure(failure, endpoints));
  }

  /**
   * Removes the failures that `failNext` added.
   * @example
   * const service = new EmbeddedService();
   * service.failNext({ status: "network", times: Infinity });
   * const url = "https://embedded.invalid/project";
   * await service.fetch(url).catch((error) => console.log(error.message)); // Simulated network failure.
   * service.clearFailures();
   * console.log((await service.fetch(url)).status); // 401
   */
  clearFailures(): void {
    this.#failures.clear();
  }

  /**
   * Milliseconds before each response.
   * @example
   * const service = new EmbeddedService();
   * service.latencyMs = 20;
   * const signal = AbortSignal.timeout(5);
   * const call = service.fetch("https://embedded.invalid/project", { signal });
   * await call.catch((error) => console.log(error.name)); // TimeoutError
   */
  get latencyMs(): number {
    return this.#latencyMs;
  }

  /**
   * Sets the milliseconds before each later response.
   * @throws an `EtherealQueryError` of kind `invalid_argument` for an invalid number
   */
  set latencyMs(latencyMs: number) {
    this.#latencyMs = readLatency(latencyMs);
  }

  // A field and not a method, so that `fetch: service.fetch` works.
  /**
   * Responds to a request like the global `fetch`. Rejects with the signal's reason when the signal is aborted, and
   * with an `EtherealQueryError` of kind `invalid_argument` for arguments that are not a valid request.
   * @param input a request or its URL
   * @param init options of the request, as for `fetch`
   * @returns the response of the service
   * @example
   * const response = await new EmbeddedService().fetch("https://embedded.invalid/project");
   * console.log(response.status, await response.json()); // 401 { message: 'Invalid API key.' }
   */
  readonly fetch = async (input: Request | string | URL, init?: RequestInit): Promise<Response> => {
    const request = readRequest(input, init);
    const signal = signalOf(request);
    if (signal?.aborted) throw abortReason(signal);
    // The service responds before the first `await`, so that a later `update` does not change the response.
    const outcome = this.#respond(request);
    const delayMs = outcome === "timeout" ? Infinity : this.#latencyMs;
    if (delayMs > 0) await delay(delayMs, request);
    if (typeof outcome === "string") throw new TypeError("Simulated network failure.");
    // A Response with the status 204 or 304 must have no body, not even an empty text.
    return new Response(outcome.body || null, { status: outcome.status, headers: outcome.headers });
  };

  /** Returns the response, or the simulated failure of the network. */
  #respond(request: Request): ServiceResponse | "network" | "timeout" {
    const { method } = request;
    const { pathname, search } = new URL(request.url);
    const isBelow = pathname === this.#basePath || pathname.startsWith(`${this.#basePath}/`);
    // A path outside of the base path becomes the empty path, for which the service has no endpoint.
    const path = isBelow ? pathname.slice(this.#basePath.length) : "";
    const target = path + search;
    const key = request.headers.get("x-api-key") ?? undefined;
    const ifNoneMatch = request.headers.get("if-none-match") ?? undefined;
    return this.#call((rust, glue) => {
      const isPreflight = method === "OPTIONS";
      const failure = isPreflight
        ? undefined
        : this.#failures.take(() => glue.endpointOf(method, target));
      if (!failure) return rust.handle(method, target, key, ifNoneMatch) as ServiceResponse;
      const { status, message, retryAfter } = failure;
      return typeof status === "string"
        ? status
        : (glue.errorResponse(method, status, message, retryAfter) as ServiceResponse);
    });
  }

  /** Calls `callback` with the service in Rust, and returns its result. */
  #call<T>(callback: (rust: wasm.EmbeddedService, glue: EmbeddedGlue) => T): T {
    if (this.#generation !== embeddedInstance().generation) {
      const message =
        "The WebAssembly module crashed, and this EmbeddedService lost its records. Create a new one.";
      throw internalError("internal", message, undefined);
    }
    return embeddedInstance().call((glue) => callback(this.#rust, glue));
  }
}

interface ServiceResponse {
  status: number;
  headers: [string, string][];
  body: string;
}

/** The waiting requests. Without a reference, Node.js may collect a request, and its signal then never aborts. */
const waiting = new Set<Request>();

/** Waits, for ever if `ms` is `Infinity`. Rejects with the signal's reason when the request is aborted. */
function delay(ms: number, request: Request): Promise<void> {
  const signal = signalOf(request);
  waiting.add(request);
  return new Promise((resolve, reject) => {
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      waiting.delete(request);
      settle();
    };
    const onAbort = (): void => end(() => reject(abortReason(signal!)));
    const timer = ms === Infinity ? undefined : setTimeout(() => end(resolve), ms);
    signal?.addEventListener("abort", onAbort);
  });
}

/** Returns the signal of a request; `null` when the class `Request` is node-fetch's and the caller passed none. */
const signalOf = ({ signal }: Request): AbortSignal | null => signal;

/** Returns the reason of an aborted signal. The signals of jsdom before version 20 have no `reason`. */
function abortReason({ reason }: AbortSignal): Error {
  if (reason !== undefined) return reason as Error;
  return new DOMException("This operation was aborted", "AbortError");
}

function readLatency(latencyMs: unknown): number {
  // Timers of JavaScript wait at most 2^31-1 milliseconds.
  return readInteger("latencyMs", latencyMs, 0, 2 ** 31 - 1, 0);
}

function readPath(basePath: unknown): string {
  if (basePath === undefined || basePath === null) return "";
  if (typeof basePath === "string") return basePath;
  throw invalidValue("basePath", basePath, "a string");
}

function readRequest(input: Request | string | URL, init: RequestInit | undefined): Request {
  try {
    return new Request(input, init);
  } catch (thrown) {
    throw invalidArgument(
      "request",
      `Cannot create a Request from these arguments (${messageOf(thrown)}). See cause.`,
      thrown,
    );
  }
}
