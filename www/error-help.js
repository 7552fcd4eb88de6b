// Tells a visitor what happened and what to do, by the kind of an error.

/** For each kind, a function that returns [title, advice]. `service` is the name of the service in the sentences. */
const TEXTS = {
  no_service: () => [
    "Not connected.",
    "Enter the address of a service under Connection, and an API key if you have one.",
  ],
  invalid_argument: () => ["Check what you entered.", "Nothing was sent."],
  timeout: (service) => [`${service} took too long.`, "Try again in a moment."],
  network: (service) => [
    `${service} did not respond.`,
    "Check its address under Connection and your internet connection. The service must also allow web pages (CORS).",
  ],
  redirect_blocked: (service) => [
    `${service} has moved.`,
    "It redirects to another address, where the key must not go. Enter the new address under Connection.",
  ],
  bad_request: (service) => [
    `${service} did not accept a value.`,
    "Change the value and try again.",
  ],
  unauthenticated: () => [
    "This API key was not accepted.",
    "Check it for typing errors. Enter another key under Connection, or use the built-in demo service.",
  ],
  missing_key: () => [
    "This view needs an API key.",
    "Enter a key under Connection, or use the built-in demo service.",
  ],
  forbidden: (service) => [
    `${service} does not allow this.`,
    "Ask its operator for permission, or use another key.",
  ],
  not_found: () => [
    "No token found",
    "The service has no token with this chain, address, id and standard. Check them, or search the other chains.",
  ],
  invalid_document: () => [
    "This token has no readable metadata.",
    "Its contract exists, but the address that it names for the metadata does not lead to a document.",
  ],
  rate_limited: (service) => [
    `${service} gets too many requests.`,
    "Wait a little, then try again.",
  ],
  server: (service) => [`${service} failed.`, "Try again in a moment."],
  unexpected_status: (service) => [
    `${service} sent an unexpected response.`,
    "Check its address under Connection.",
  ],
  decode: (service) => [
    `${service} sent data that this page cannot read.`,
    "Check its address under Connection.",
  ],
  response_too_large: (service) => [
    `${service} sent more data than this page accepts.`,
    "Ask for less, if you can.",
  ],
  pagination_stalled: (service) => [
    `${service} sent the same page twice.`,
    "Choose Apply to start again.",
  ],
  internal: () => ["This page has a defect.", "Please report it with the details below."],
};

/** Returns [title, advice]: what happened, and what to do. */
export function errorHelp(kind, service) {
  if (!Object.hasOwn(TEXTS, kind))
    return ["Something went wrong.", "Reload the page and try again."];
  return TEXTS[kind](service);
}
