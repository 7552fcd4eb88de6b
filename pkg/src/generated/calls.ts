// Written from the limits and headers of Rust by `npm run generate`; do not edit.

/** The defaults of the limits. */
export const DEFAULTS = {
  timeoutMs: 10000,
  deadlineMs: 30000,
  maxRetries: 2,
  maxRetryAfterMs: 30000,
  maxBodyBytes: 10485760,
} as const;

/** The headers that the client itself sets for a call. */
export const CALL_HEADERS = ["x-api-key"];

/** The headers of a response that the client reads. */
export const RESPONSE_HEADERS = ["retry-after", "date", "x-request-id", "x-should-retry"];

/** The message of `pagination_stalled`. */
export const PAGINATION_STALLED =
  "The service returned the same cursor twice, so the list would never end.";
