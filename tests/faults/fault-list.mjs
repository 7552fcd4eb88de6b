// The names of all faults, their probabilities, and the outcomes that a client may report.
import { pickWeighted } from "./random.mjs";
import { PROJECT, TOKEN, TRANSFER } from "./expected-responses.mjs";
import { RETRYABLE } from "./fetch-responses.mjs";

const NOT_RETRYABLE = [400, 401, 403, 404, 409, 413, 418, 501, 505];
/** The forms of Retry-After: `retryAfter` of injectors.mjs turns a form into a value. */
const HINTS = ["0", "1", "imf", "rfc850", "asctime", "past", "junk", "3600"];
const REDIRECTS = [301, 302, 303, 307, 308];

/** Joins each item with each ending, as in "status:429:junk". */
const withEndings = (items, endings) =>
  items.flatMap((item) => endings.map((ending) => `${item}:${ending}`));

/**
 * [weight, names of faults]. The weight is the probability of a family, relative to the other families. The first word
 * of a name is the function of injectors.mjs that injects the fault.
 */
const FAMILIES = [
  [24, RETRYABLE.map((status) => `status:${status}`)],
  [10, withEndings(["status:429", "status:503"], HINTS)],
  [10, NOT_RETRYABLE.map((status) => `status:${status}`)],
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
    withEndings(
      REDIRECTS.map((status) => `redirect:${status}`),
      ["same", "cross"],
    ),
  ],
  [8, ["html", "204", "empty", "array", "cut", "utf8"].map((what) => `body:${what}`)],
];

export const FAULTS = FAMILIES.flatMap(([, names]) => names);

/** Picks a random family, and a random fault of this family that `allowed` accepts. */
export function randomFault(random, allowed = () => true) {
  const families = [];
  for (const [weight, names] of FAMILIES) {
    const allowedNames = names.filter((name) => allowed(name));
    if (allowedNames.length > 0) families.push([allowedNames, weight]);
  }
  const family = pickWeighted(random, families);
  return random.pick(family);
}

function outcomeOfStatus(status, endpoint) {
  if (endpoint === TRANSFER && status === 404) return { value: null };
  const kindsByStatus = {
    400: ["bad_request"],
    401: ["unauthenticated"],
    403: [endpoint === TOKEN ? "forbidden" : "unauthenticated"],
    404: ["not_found"],
    429: ["rate_limited"],
  };
  const otherKinds = [status >= 500 ? "server" : "unexpected_status"];
  return { kinds: kindsByStatus[status] ?? otherKinds, retry: RETRYABLE.includes(status), status };
}

function outcomeOfBody(what, endpoint) {
  // The document of a token may be any JSON value.
  return what === "array" && endpoint === TOKEN ? { value: [1, 2, 3] } : { kinds: ["decode"] };
}

function outcomeOfRedirect(endpoint, browser) {
  // Only the request for a token has no key. Without a key, `fetch` may follow the redirect, which leads to the correct
  // response.
  if (endpoint === TOKEN) return { kinds: ["redirect_blocked"], allowsCorrectResult: true };
  // In some browsers, a blocked redirect looks like any other network error, and the client retries.
  return browser
    ? { kinds: ["network", "redirect_blocked"], retry: "maybe" }
    : { kinds: ["redirect_blocked"] };
}

/** Some hosts report these faults as a network error. Other hosts return the incomplete body, which is not JSON. */
const HOST_DEPENDENT = ["length:short", "truncated:closing"];

/**
 * The allowed outcomes of a request with a fault. `kinds`: kinds of the error. `retry`: whether the client retries, or
 * "maybe" if the host decides. `allowsCorrectResult`: the call may also succeed. `value`: the expected result. `hint`:
 * the form of Retry-After. `tooLong`: Retry-After is an hour.
 */
export function expectedOutcome(fault, endpoint, browser = false) {
  const [family, what, hint] = (fault ?? "none").split(":");
  switch (family) {
    case "none":
      return { kinds: [], allowsCorrectResult: true };
    case "status":
      return { tooLong: hint === "3600", hint, ...outcomeOfStatus(Number(what), endpoint) };
    case "redirect":
      return outcomeOfRedirect(endpoint, browser);
    case "body":
      return outcomeOfBody(what, endpoint);
    case "drip":
      return what === "endless"
        ? { kinds: ["timeout"], retry: true }
        : { kinds: [], allowsCorrectResult: true };
    case "stall":
      return { kinds: ["timeout"], retry: true };
    case "bomb":
      return { kinds: ["response_too_large"] };
  }
  // The other families break the connection: reset, refused, truncated and length.
  if (HOST_DEPENDENT.includes(fault)) return { kinds: ["decode", "network"], retry: "maybe" };
  return { kinds: ["network"], retry: true };
}

/**
 * The name of a request. All attempts of a call have the same name. The path of a project request does not differ
 * between calls, so the name of a project request also contains the key.
 */
export const requestName = (endpoint, path, key) =>
  endpoint === PROJECT ? `${path} ${key}` : path;
