// Written from the errors of Rust by `npm run generate`; do not edit.

import type { BridgeTransfer } from "./models.js";

/**
 * The codes and fields of a kind of error.
 * @inline
 */
interface ErrorsOfKind<Codes, Fields> {
  /** Codes of the kind. */
  codes: Codes;
  /** Fields that every error of the kind has. */
  fields: Fields;
}

/**
 * The class of an error, on which a program branches.
 *
 * | Value | Meaning |
 * |---|---|
 * | `invalid_argument` | A parameter or option breaks a rule; the client sent nothing. |
 * | `aborted` | The caller's signal aborted the call; `cause` is its reason. |
 * | `timeout` | `timeoutMs` or `deadlineMs` has passed. |
 * | `network` | No complete response arrived: no connection, a truncated body, or in a browser no CORS headers. |
 * | `redirect_blocked` | The service redirected the request; the client sends an API key to no other place. |
 * | `bad_request` | Status 400: the service rejected the request. |
 * | `unauthenticated` | The key is missing, unknown or revoked. |
 * | `forbidden` | Status 403 that is not about the key: for a token, from a proxy, or from a firewall. |
 * | `not_found` | Status 404: no such token, or no such service at the base URL. |
 * | `invalid_document` | Status 422 of a token: it has no document that can be read. `serverMessage` describes the content at its URI. |
 * | `rate_limited` | Too many requests: status 429, or 403 with `Retry-After` or a message about a rate limit. |
 * | `server` | Status 5xx: the service failed. |
 * | `unexpected_status` | Any other status. |
 * | `decode` | The body is not JSON or does not match the specification; `pointer` is the place. |
 * | `response_too_large` | The body is larger than `maxBodyBytes`. |
 * | `pagination_stalled` | The service returned the same cursor twice, so the list would never end. |
 * | `transfer_failed` | A watched transfer failed (status `error`), or waits for manual action and the watch stops there. |
 * | `internal` | A defect of this package. |
 *
 * @example
 * const offline: ErrorKind[] = ["network", "timeout"];
 * const isOffline = (error: unknown) => isEtherealQueryError(error, offline);
 */
export type ErrorKind =
  | "invalid_argument"
  | "aborted"
  | "timeout"
  | "network"
  | "redirect_blocked"
  | "bad_request"
  | "unauthenticated"
  | "forbidden"
  | "not_found"
  | "invalid_document"
  | "rate_limited"
  | "server"
  | "unexpected_status"
  | "decode"
  | "response_too_large"
  | "pagination_stalled"
  | "transfer_failed"
  | "internal";

/**
 * The exact reason of an error, finer than the kind.
 *
 * | Value | Meaning |
 * |---|---|
 * | `invalid_argument` | A parameter or option breaks its rule. |
 * | `api_key_unavailable` | The function `apiKey` threw or rejected; `cause` is its error. |
 * | `aborted` | The caller's signal aborted the call. |
 * | `attempt_timeout` | `timeoutMs` of an attempt has passed. |
 * | `deadline_exceeded` | `deadlineMs` of a call has passed. |
 * | `wait_timeout` | `timeoutMs` of a watch has passed. |
 * | `network` | No complete response arrived. |
 * | `redirect_blocked` | The service redirected the request. |
 * | `bad_request` | Status 400. |
 * | `unauthenticated` | The service rejected the key. |
 * | `forbidden` | Status 403 for a request without a key: a token, or a call through a proxy. |
 * | `request_blocked` | Status 403 with a web page or a text, which a firewall or a bot protection sends instead of the service. |
 * | `not_found` | Status 404. |
 * | `transfer_not_found` | A watched transfer was not found for longer than `notFoundGraceMs`. |
 * | `invalid_document` | Status 422 of a token. |
 * | `rate_limited` | Too many requests. |
 * | `server` | Status 5xx. |
 * | `unexpected_status` | A status that no other kind covers. |
 * | `invalid_utf8` | The body is not UTF-8. |
 * | `invalid_json` | The body is not JSON. |
 * | `too_deep` | The body is nested too deeply. |
 * | `unexpected_shape` | The body does not match the specification. |
 * | `response_too_large` | The body is larger than `maxBodyBytes`. |
 * | `pagination_stalled` | The service returned the same cursor twice. |
 * | `transfer_failed` | The status of the transfer is `error`. |
 * | `manual_action_required` | The status of the transfer is `manual`, and `onManual` is `"stop"`. |
 * | `internal` | A defect. The next call works. |
 * | `init_failed` | The WebAssembly module cannot be loaded or started. |
 *
 * @example
 * const error = await client.tokenUri("0x12", 2, { chainId: 1 }).catch((error) => error);
 * const code: ErrorCode = error.code;
 * console.log(code); // invalid_argument
 */
export type ErrorCode =
  | "invalid_argument"
  | "api_key_unavailable"
  | "aborted"
  | "attempt_timeout"
  | "deadline_exceeded"
  | "wait_timeout"
  | "network"
  | "redirect_blocked"
  | "bad_request"
  | "unauthenticated"
  | "forbidden"
  | "request_blocked"
  | "not_found"
  | "transfer_not_found"
  | "invalid_document"
  | "rate_limited"
  | "server"
  | "unexpected_status"
  | "invalid_utf8"
  | "invalid_json"
  | "too_deep"
  | "unexpected_shape"
  | "response_too_large"
  | "pagination_stalled"
  | "transfer_failed"
  | "manual_action_required"
  | "internal"
  | "init_failed";

/**
 * Codes of each kind of error, and the fields that its errors always have.
 * {@link EtherealQueryErrorOf} uses them.
 * @example
 * const code: ErrorKinds["timeout"]["codes"] = "attempt_timeout";
 */
export interface ErrorKinds {
  /** A parameter or option breaks a rule; the client sent nothing. */
  invalid_argument: ErrorsOfKind<"invalid_argument" | "api_key_unavailable", "parameter">;
  /** The caller's signal aborted the call; `cause` is its reason. */
  aborted: ErrorsOfKind<"aborted", "endpoint">;
  /** `timeoutMs` or `deadlineMs` has passed. */
  timeout: ErrorsOfKind<"attempt_timeout" | "deadline_exceeded" | "wait_timeout", "endpoint">;
  /** No complete response arrived: no connection, a truncated body, or in a browser no CORS headers. */
  network: ErrorsOfKind<"network", "endpoint" | "url" | "attempts" | "elapsedMs">;
  /** The service redirected the request; the client sends an API key to no other place. */
  redirect_blocked: ErrorsOfKind<"redirect_blocked", "endpoint" | "url" | "attempts" | "elapsedMs">;
  /** Status 400: the service rejected the request. */
  bad_request: ErrorsOfKind<
    "bad_request",
    "endpoint" | "url" | "attempts" | "elapsedMs" | "status"
  >;
  /** The key is missing, unknown or revoked. */
  unauthenticated: ErrorsOfKind<
    "unauthenticated",
    "endpoint" | "url" | "attempts" | "elapsedMs" | "status"
  >;
  /** Status 403 that is not about the key: for a token, from a proxy, or from a firewall. */
  forbidden: ErrorsOfKind<
    "forbidden" | "request_blocked",
    "endpoint" | "url" | "attempts" | "elapsedMs" | "status"
  >;
  /** Status 404: no such token, or no such service at the base URL. */
  not_found: ErrorsOfKind<"not_found" | "transfer_not_found", "endpoint">;
  /** Status 422 of a token: it has no document that can be read. `serverMessage` describes the content at its URI. */
  invalid_document: ErrorsOfKind<
    "invalid_document",
    "endpoint" | "url" | "attempts" | "elapsedMs" | "status"
  >;
  /** Too many requests: status 429, or 403 with `Retry-After` or a message about a rate limit. */
  rate_limited: ErrorsOfKind<
    "rate_limited",
    "endpoint" | "url" | "attempts" | "elapsedMs" | "status"
  >;
  /** Status 5xx: the service failed. */
  server: ErrorsOfKind<"server", "endpoint" | "url" | "attempts" | "elapsedMs" | "status">;
  /** Any other status. */
  unexpected_status: ErrorsOfKind<
    "unexpected_status",
    "endpoint" | "url" | "attempts" | "elapsedMs" | "status"
  >;
  /** The body is not JSON or does not match the specification; `pointer` is the place. */
  decode: ErrorsOfKind<
    "invalid_utf8" | "invalid_json" | "too_deep" | "unexpected_shape",
    "endpoint"
  >;
  /** The body is larger than `maxBodyBytes`. */
  response_too_large: ErrorsOfKind<
    "response_too_large",
    "endpoint" | "url" | "attempts" | "elapsedMs"
  >;
  /** The service returned the same cursor twice, so the list would never end. */
  pagination_stalled: ErrorsOfKind<"pagination_stalled", "endpoint">;
  /** A watched transfer failed (status `error`), or waits for manual action and the watch stops there. */
  transfer_failed: ErrorsOfKind<
    "transfer_failed" | "manual_action_required",
    "endpoint" | "transfer"
  >;
  /** A defect of this package. */
  internal: ErrorsOfKind<"internal" | "init_failed", never>;
}

/**
 * The fields of an error. Every error has the fields that are not optional.
 * {@link isEtherealQueryError} with a kind tells TypeScript which optional fields the errors of that kind always have.
 * @example
 * const call = client.tokenUri("0x12", 2, { chainId: 1 });
 * const { kind, retryable }: ErrorFields = await call.catch((error) => error);
 * console.log(kind, retryable); // invalid_argument false
 */
export interface ErrorFields {
  /** The class of the error, for a program to branch on. */
  kind: ErrorKind;
  /** The exact reason: `invalid_json` and `too_deep` are both of kind `decode`. */
  code: ErrorCode;
  /**
   * What failed, the value, the rule, and what to do. It never shows an API key or the value
   * of a header.
   */
  message: string;
  /**
   * Whether the same call may succeed later. `false` also if the service refuses retries
   * (`x-should-retry: false`).
   */
  retryable: boolean;
  /** The endpoint, such as `GET /ethereals`; absent for an error outside of a call. */
  endpoint?: string;
  /**
   * The number of the call in its client, from 1; absent for an error outside of a call. The
   * events of the call have the same number. Callers that share a request get the number of
   * the first caller.
   */
  callId?: number;
  /** The parameter or option that breaks its rule; only for `invalid_argument`. */
  parameter?: string;
  /** The status of the response; absent when no complete response arrived. */
  status?: number;
  /**
   * The header `Retry-After` in milliseconds; absent without that header. More than 2^31
   * seconds count as 2^31 seconds.
   */
  retryAfterMs?: number;
  /**
   * The reason that the client made no further attempt; absent for a failure that the client
   * never retries.
   */
  gaveUp?: GaveUp;
  /**
   * The field `message` of the response, which is untrusted: at most 1,024 characters,
   * without control characters.
   */
  serverMessage?: string;
  /**
   * The first mistake in the body, as a JSON Pointer (RFC 6901); only for `decode`. `""` is
   * the whole body. At most 1,024 bytes: a longer pointer is cut and ends with a step `…`.
   */
  pointer?: string;
  /** The beginning of the body, at most 256 bytes. */
  bodySnippet?: string;
  /** The URL of the request; absent for an error outside of a call. */
  url?: string;
  /** The milliseconds from the start of the call to the error. */
  elapsedMs?: number;
  /** The attempts of the call, in order; absent for an error outside of a call. */
  attempts?: Attempt[];
  /**
   * The header `x-request-id` of the response to the last attempt; absent when no response
   * arrived, the service does not send the header, or CORS hides it.
   */
  requestId?: string;
  /**
   * The names of the headers that the client added to the last attempt, in lower case, with
   * `x-api-key` if the attempt had a key; absent when the client added no headers.
   */
  headerNames?: string[];
  /** The cursor of the page that failed, where a list can continue; only for a list. */
  cursor?: string;
  /**
   * The error that caused this error: from the transport or from the key function, or the reason
   * of an abort.
   */
  cause?: unknown;
  /** The last record of a watch that failed; absent when the watch received none. */
  transfer?: BridgeTransfer;
}

/**
 * One attempt of a call, in the field `attempts` of its error.
 * @example
 * const fetch = async () => new Response("", { status: 503 });
 * const client = new Client({ baseUrl: "https://api.example.com", apiKey, fetch, maxRetries: 1 });
 * const attempts: Attempt[] = await client.project().catch((error) => error.attempts);
 * console.log(attempts.map(({ status }) => status)); // [ 503, 503 ]
 */
export interface Attempt {
  /** The milliseconds from the start of the call to the start of the attempt. */
  startedMs: number;
  /**
   * The duration of the attempt in milliseconds. If the attempt was in flight when the call
   * failed, the duration until the failure.
   */
  elapsedMs?: number;
  /** The status of the response; absent when no response arrived. */
  status?: number;
  /** The reason that the response is missing or incomplete; absent for a complete response. */
  code?: "network" | "timeout" | "redirect" | "large";
  /** The delay after the attempt in milliseconds; absent for the last attempt. */
  delayMs?: number;
}

/**
 * The reason that the client does not retry. If several reasons apply, the first in this order
 * counts.
 *
 * | Value | Meaning |
 * |---|---|
 * | `attempts_used` | The client has retried `maxRetries` times. |
 * | `retry_after_too_long` | `Retry-After` is longer than `maxRetryAfterMs`. |
 * | `budget_exhausted` | The budget has fewer tokens than the retry costs. |
 * | `deadline` | The delay would end after the deadline. |
 *
 * @example
 * const fetch = async () => new Response("", { status: 429, headers: { "retry-after": "3600" } });
 * const client = new Client({ baseUrl: "https://api.example.com", apiKey, fetch });
 * const error: EtherealQueryError = await client.project().catch((error) => error);
 * const reason: GaveUp | undefined = error.gaveUp;
 * console.log(reason, error.retryAfterMs); // retry_after_too_long 3600000
 */
export type GaveUp = "attempts_used" | "retry_after_too_long" | "budget_exhausted" | "deadline";
