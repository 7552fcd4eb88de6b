// The names of all faults, their probabilities, and the outcomes that a client may report.
import { pickWeighted } from "./random.mjs";
import { PROJECT, TOKEN, TRANSFER } from "./expected-responses.mjs";
import { RETRYABLE } from "./fetch-responses.mjs";

const OTHER = [400, 401, 403, 404, 409, 413, 418, 501, 505];
/** Values of Retry-After: seconds, dates one second ahead, an invalid value, and an hour. */
const HINTS = ["0", "1", "imf", "rfc850", "asctime", "past", "junk", "3600"];
const REDIRECTS = [301, 302, 303, 307, 308];
const both = (list, endings) =>
  list.flatMap((item) => endings.map((ending) => `${item}:${ending}`));

/** [weight, names]: a random fault is a random one of a random family. */
const FAMILIES = [
  [24, RETRYABLE.map((status) => `status:${status}`)],
  [10, both(["status:429", "status:503"], HINTS)],
  [10, OTHER.map((status) => `status:${status}`)],
  [16, ["reset:before", "reset:after"]],
  [2, ["refused"]],
  [12, ["truncated:length", "truncated:chunked", "length:huge"]],
  [2, ["truncated:closing"]],
  [8, ["stall:headers", "stall:start", "stall:middle", "drip:endless"]],
  [4, ["drip"]],
  [2, ["bomb"]],
  [2, ["length:short"]],
  [
    6,
    both(
      REDIRECTS.map((status) => `redirect:${status}`),
      ["same", "cross"],
    ),
  ],
  [8, ["html", "204", "empty", "array", "cut", "utf8"].map((what) => `body:${what}`)],
];

export const FAULTS = FAMILIES.flatMap(([, names]) => names);

/** A random fault of those that `allowed` accepts. */
export function randomFault(random, allowed = () => true) {
  const families = FAMILIES.map(([weight, names]) => [names.filter(allowed), weight]);
  return random.pick(
    pickWeighted(
      random,
      families.filter(([names]) => names.length > 0),
    ),
  );
}

function ofStatus(status, endpoint) {
  if (endpoint === TRANSFER && status === 404) return { value: null };
  const kinds = {
    400: ["bad_request"],
    401: ["unauthenticated"],
    403: [endpoint === TOKEN ? "forbidden" : "unauthenticated"],
    404: ["not_found"],
    408: ["unexpected_status", "timeout"],
    429: ["rate_limited"],
  };
  const other = [status >= 500 ? "server" : "unexpected_status"];
  return { kinds: kinds[status] ?? other, retry: RETRYABLE.includes(status), status };
}

function ofBody(what, endpoint) {
  // The document of a token may be any JSON value.
  return what === "array" && endpoint === TOKEN ? { value: [1, 2, 3] } : { kinds: ["decode"] };
}

function ofRedirect(endpoint, browser) {
  // A request without a key may follow the redirect, which leads to the correct response.
  if (endpoint === TOKEN) return { kinds: ["redirect_blocked"], fine: true };
  // In a browser, a blocked redirect looks like any other network error.
  return browser
    ? { kinds: ["network", "redirect_blocked"], retry: true }
    : { kinds: ["redirect_blocked"] };
}

/** Faults that some hosts report as a network error, and others as a short body, which is not JSON. */
const HOST_DEPENDENT = ["length:short", "truncated:closing"];

/**
 * The allowed outcomes of a request with a fault. `kinds`: kinds of the error. `retry`: whether the client retries.
 * `fine`: the correct result is allowed. `value`: the expected result. `tooLong`: Retry-After is an hour.
 */
export function expectedOutcome(fault, endpoint, browser = false) {
  const [family, what, hint] = (fault ?? "none").split(":");
  switch (family) {
    case "none":
      return { kinds: [], fine: true };
    case "status":
      return { tooLong: hint === "3600", hint, ...ofStatus(Number(what), endpoint) };
    case "redirect":
      return ofRedirect(endpoint, browser);
    case "body":
      return ofBody(what, endpoint);
    case "drip":
      return what ? { kinds: ["timeout"], retry: true } : { kinds: [], fine: true };
    case "stall":
      return { kinds: ["timeout"], retry: true };
    case "bomb":
      return { kinds: ["response_too_large"] };
  }
  if (HOST_DEPENDENT.includes(fault)) return { kinds: ["decode", "network"], retry: "maybe" };
  return { kinds: ["network"], retry: true };
}

/** The name of a request. All attempts of a call have the same. */
export const requestName = (endpoint, path, key) =>
  endpoint === PROJECT ? `${path} ${key}` : path;
