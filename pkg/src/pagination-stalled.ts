import { EtherealQueryError } from "./error.js";

/** The error of a list whose service gives a cursor that it gave before. */
export function paginationStalled(): EtherealQueryError {
  return new EtherealQueryError({
    kind: "pagination_stalled",
    code: "pagination_stalled",
    message: "The service returned the same cursor twice, so the list would never end.",
    retryable: false,
    endpoint: "GET /ethereals",
  });
}
