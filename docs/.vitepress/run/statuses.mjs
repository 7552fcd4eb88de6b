// Written from the retryable statuses of Rust by `npm run generate`; do not edit.

/** The statuses after which the client makes another attempt. */
export const RETRYABLE_STATUSES = [
  408, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524, 527, 529, 530, 598, 599,
];
