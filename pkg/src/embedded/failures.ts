// The simulated failures of an embedded service.

import { invalidArgument, invalidValue } from "../errors/error.js";
import { SIMULATED_FAILURE } from "../generated/option-names.js";
import { readInteger, readMembers } from "./members.js";

/**
 * A failure of an embedded service, for {@link EmbeddedService.failNext}.
 * @example
 * const failure: SimulatedFailure = { status: 429, retryAfter: 1, endpoint: "GET /project" };
 * const service = new EmbeddedService();
 * service.failNext(failure);
 * const response = await service.fetch("https://embedded.invalid/project");
 * console.log(response.status, response.headers.get("retry-after")); // 429 1
 */
export interface SimulatedFailure {
  /**
   * An error status from 400 to 599, `"network"` for no connection, or `"timeout"` for no response.
   *
   * With `"network"`, `fetch` rejects with a `TypeError`. With `"timeout"`, it rejects only when the request is
   * aborted.
   */
  status: number | "network" | "timeout";
  /** Seconds in the header `retry-after`, for an error status. Default: no header. */
  retryAfter?: number | undefined;
  /** Message in the body, for an error status. Default: `"Simulated failure."`. */
  message?: string | undefined;
  /** Number of requests that fail; `Infinity` for all until {@link EmbeddedService.clearFailures}. Default: 1. */
  times?: number | undefined;
  /** The endpoint whose requests fail, as in `error.endpoint`: `"GET /ethereals"`. Default: every request. */
  endpoint?: string | undefined;
}

/** A failure with its defaults. */
export interface Failure {
  status: number | "network" | "timeout";
  retryAfter: number | undefined;
  message: string;
  /** Number of requests that still fail. */
  times: number;
  endpoint: string | undefined;
}

/** The largest number of seconds: Rust reads an unsigned integer with 32 bits. */
const MAX_SECONDS = 2 ** 32 - 1;

/** The failures that are still to come, in the order in which the program added them. */
export class Failures {
  #queue: Failure[] = [];

  /** Adds a failure after the others. */
  add(failure: Failure): void {
    this.#queue.push(failure);
  }

  /** Removes all failures. */
  clear(): void {
    this.#queue = [];
  }

  /**
   * Returns the failure of a request: the first one without an endpoint, or with the endpoint of the request. Removes
   * the failure when this is its last request. `endpointOf` returns the endpoint of the request.
   */
  take(endpointOf: () => string | undefined): Failure | undefined {
    if (this.#queue.length === 0) return undefined;
    const endpoint = endpointOf();
    const failure = this.#queue.find(
      (queued) => queued.endpoint === undefined || queued.endpoint === endpoint,
    );
    if (!failure) return undefined;
    failure.times--;
    if (failure.times === 0) this.#queue.splice(this.#queue.indexOf(failure), 1);
    return failure;
  }
}

/** Reads and checks a failure. `endpoints` are the names of the endpoints. */
export function readFailure(
  input: SimulatedFailure | SimulatedFailure["status"],
  endpoints: readonly string[],
): Failure {
  const options =
    typeof input === "number" || typeof input === "string" ? { status: input } : input;
  const { status, retryAfter, message, times, endpoint } = readMembers(
    "options",
    options,
    SIMULATED_FAILURE,
    "option",
  );
  const failure = {
    status: readStatus(status),
    retryAfter: readInteger("retryAfter", retryAfter, 0, MAX_SECONDS, undefined),
    message: message ?? "Simulated failure.",
    times: readTimes(times),
    endpoint: endpoint ?? undefined,
  };
  if (typeof failure.message !== "string") throw invalidValue("message", message, "a string");
  if (failure.endpoint !== undefined && !endpoints.includes(failure.endpoint)) {
    throw invalidValue("endpoint", endpoint, `one of ${endpoints.join(", ")}`);
  }
  if (typeof failure.status === "string") {
    // These failures have no response, and so neither a header nor a body.
    const responseOptions: [string, unknown][] = Object.entries({ retryAfter, message });
    for (const [name, value] of responseOptions) {
      if (value === undefined || value === null) continue;
      throw invalidValue(name, value, `no value, because the status is "${failure.status}"`);
    }
  }
  return failure;
}

function readTimes(times: unknown): number {
  if (times === undefined || times === null) return 1;
  if (typeof times === "number" && times >= 1 && (Number.isInteger(times) || times === Infinity))
    return times;
  throw invalidValue("times", times, "an integer from 1, or Infinity");
}

function readStatus(status: unknown): Failure["status"] {
  const expectation = 'an integer from 400 to 599, "network" or "timeout"';
  if (status === undefined || status === null)
    throw invalidArgument("status", `Missing status. Expected ${expectation}.`);
  if (status === "network" || status === "timeout") return status;
  if (typeof status === "number" && Number.isInteger(status) && status >= 400 && status < 600)
    return status;
  throw invalidValue("status", status, expectation);
}
