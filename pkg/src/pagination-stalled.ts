// The error of a list that would never end.

import { EtherealQueryError } from "./error.js";

/** Creates the error for a service that returns a cursor twice. */
export function paginationStalled(): EtherealQueryError {
  return new EtherealQueryError({
    kind: "pagination_stalled",
    code: "pagination_stalled",
    message: "The service returned the same cursor twice, so the list would never end.",
    retryable: false,
    endpoint: "GET /ethereals",
  });
}
