// Written from the limits and headers of Rust by `npm run generate`; do not edit.

import type { RequestHeaders } from "../types/request-headers.js";

/**
 * The limits of a call: options of a client and of each call. A limit passed to a call overrides the client's limit.
 * @example
 * const limits: CallLimits = { timeoutMs: 5_000, maxRetries: 0 };
 * const client = new Client({ baseUrl: "https://api.example.com", apiKey, ...limits });
 * console.log((await client.project({ maxRetries: 3 })).requestOwner); // demo
 */
export interface CallLimits {
  /**
   * The time limit of one attempt, headers and body included.
   * An integer from 1 to 2,147,483,647 (milliseconds). Default: 10,000.
   */
  timeoutMs?: number | undefined;
  /**
   * The time limit of one call: the key function, all attempts with their bodies, and the waits between them.
   * An integer from 1 to 2,147,483,647 (milliseconds). Default: 30,000.
   */
  deadlineMs?: number | undefined;
  /**
   * The maximum number of retries.
   * An integer from 0 to 10. Default: 2.
   *
   * The client retries network errors, attempts that time out, and temporary failures such
   * as status 429 or 503. It does not retry if the response has the header
   * `x-should-retry: false`. The wait is random. Its maximum is 200 ms before the first
   * retry, or 1 s if the service throttles, and doubles with each further retry, up to 8 s.
   * The wait is never shorter than `Retry-After`. All calls of a client share a retry
   * budget, so that clients do not overload a service that is down.
   */
  maxRetries?: number | undefined;
  /**
   * The longest `Retry-After` that the client waits for. A longer `Retry-After` ends the
   * call. The call also ends at once if the wait would end after the deadline.
   * An integer from 0 to 2,147,483,647 (milliseconds). Default: 30,000.
   */
  maxRetryAfterMs?: number | undefined;
  /**
   * The size limit of a body, after decompression.
   * An integer from 1 to 2,147,483,647 (bytes). Default: 10,485,760 (10 MiB).
   */
  maxBodyBytes?: number | undefined;
}

/**
 * The headers of a call, and the options of a call that become headers.
 * @example
 * const options: CallHeaders = { headers: { "x-trace-id": "7" } };
 * await client.project(options);
 */
export interface CallHeaders {
  /** Headers of the call. They replace headers of the client with the same name. */
  headers?: RequestHeaders | undefined;
}
