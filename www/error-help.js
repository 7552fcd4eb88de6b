// Says what the user can do about an error.

/** Help texts by the kind of the error. */
const TEXTS = {
  invalid_argument: "Correct the value and try again. Nothing was sent.",
  timeout: "The service took too long. Try again in a moment.",
  network: "Check the address under Connection, and that the service runs and allows requests from web pages (CORS).",
  redirect_blocked:
    "A redirect is refused, so that the key cannot reach another site. Set the final address under Connection.",
  bad_request: "The message says which value to change.",
  unauthenticated: "Set a valid API key under Connection, or go back to the built-in demo service.",
  forbidden: "Ask the operator of the service for the permission, or use another key.",
  not_found: "Check the chain, the address, the id and the standard.",
  rate_limited: "Wait a little, then try again.",
  server: "The service failed. Try again in a moment.",
  unexpected_status: "The address may not be this kind of service. Check it under Connection.",
  decode: "The response is not what this query expects. Check the address under Connection.",
  response_too_large: "The response is larger than this page accepts.",
  pagination_stalled: "The service gave the same page twice. Start again with Apply.",
  internal: "This is a defect of the package. Please report it with the message above.",
};

/** The help text for a kind of error. */
export const errorHelp = (kind) => (Object.hasOwn(TEXTS, kind) ? TEXTS[kind] : "Reload the page and try again.");
