// Advice for the user, by the kind of an error.

const TEXTS = {
  invalid_argument: "Correct the value and try again. Nothing was sent.",
  timeout: "The service took too long. Try again in a moment.",
  network:
    "Check your internet connection and the address under Connection. The service must also allow web pages (CORS).",
  redirect_blocked:
    "The service redirects to another address, where the key must not go. Enter the new address under Connection.",
  bad_request: "Change the value that the message names, and try again.",
  unauthenticated: "Enter a valid API key under Connection, or use the built-in demo service.",
  forbidden: "Ask the operator of the service for permission, or use another key.",
  not_found: "Check the chain, the address, the id and the standard.",
  rate_limited: "Wait a little, then try again.",
  server: "The service failed. Try again in a moment.",
  unexpected_status: "The service sent an unexpected status. Check the address under Connection.",
  decode: "The service sent data that this page cannot read. Check the address under Connection.",
  response_too_large: "The response is larger than this page accepts.",
  pagination_stalled: "The service sent the same page twice. Choose Apply to start again.",
  internal: "This is a bug in the package. Please report it with the message above.",
};

/** The help text for a kind of error. */
export const errorHelp = (kind) => (Object.hasOwn(TEXTS, kind) ? TEXTS[kind] : "Reload the page and try again.");
