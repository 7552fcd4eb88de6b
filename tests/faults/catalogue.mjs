// Every fault by its name, how often it is drawn, and what a client may make of it.
import { weighted } from "./random.mjs";
import { PROJECT, TOKEN, TRANSFER } from "./truth.mjs";

const RETRYABLE = [408, 429, 500, 502, 503, 504];
const OTHER = [400, 401, 403, 404, 409, 413, 418, 501, 505];
/** Forms of Retry-After besides none: seconds, dates one second ahead, what says nothing, what is too long. */
const HINTS = ["0", "1", "imf", "rfc850", "asctime", "past", "junk", "3600"];
const REDIRECTS = [301, 302, 303, 307, 308];
const both = (list, endings) => list.flatMap((item) => endings.map((ending) => `${item}:${ending}`));

/** [weight, names]: first a family is drawn, then one of its faults. */
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
  [6, both(REDIRECTS.map((status) => `redirect:${status}`), ["same", "cross"])],
  [8, ["html", "204", "empty", "array", "cut", "utf8"].map((what) => `body:${what}`)],
];

export const FAULTS = FAMILIES.flatMap(([, names]) => names);

/** A fault by chance, of those `allowed` lets through. */
export function draw(random, allowed = () => true) {
  const families = FAMILIES.map(([weight, names]) => [names.filter(allowed), weight]);
  return random.pick(weighted(random, families.filter(([names]) => names.length > 0)));
}

function ofStatus(status, endpoint) {
  if (endpoint === TRANSFER && status === 404) return { value: null };
  const kinds = {
    400: ["bad_request"], 401: ["unauthenticated"], 403: [endpoint === TOKEN ? "forbidden" : "unauthenticated"],
    404: ["not_found"], 408: ["unexpected_status", "timeout"], 429: ["rate_limited"],
  };
  const other = [status >= 500 ? "server" : "unexpected_status"];
  return { kinds: kinds[status] ?? other, retry: RETRYABLE.includes(status), status };
}

function ofBody(what, endpoint) {
  // A token's document may be anything that is JSON.
  return what === "array" && endpoint === TOKEN ? { value: [1, 2, 3] } : { kinds: ["decode"] };
}

function ofRedirect(endpoint, browser) {
  // Without a key it may be followed: what it leads to is the right answer.
  if (endpoint === TOKEN) return { kinds: ["redirect_blocked"], fine: true };
  // Browsers tell a refused redirect from no other failure.
  return browser ? { kinds: ["network", "redirect_blocked"], retry: true } : { kinds: ["redirect_blocked"] };
}

/** Some hosts see a broken connection, to others it is a body that ends early, which is no JSON. */
const SEEN_BY_SOME = ["length:short", "truncated:closing"];

/**
 * What a request that meets `fault` may end as: an error of one of `kinds`, retried before if `retry`; `fine`: the
 * right answer; `value`: this one. `tooLong`: a Retry-After of an hour, which nobody waits for.
 */
export function outcome(fault, endpoint, browser = false) {
  const [family, what, hint] = (fault ?? "none").split(":");
  switch (family) {
    case "none": return { kinds: [], fine: true };
    case "status": return { tooLong: hint === "3600", hint, ...ofStatus(Number(what), endpoint) };
    case "redirect": return ofRedirect(endpoint, browser);
    case "body": return ofBody(what, endpoint);
    case "drip": return what ? { kinds: ["timeout"], retry: true } : { kinds: [], fine: true };
    case "stall": return { kinds: ["timeout"], retry: true };
    case "bomb": return { kinds: ["response_too_large"] };
  }
  if (SEEN_BY_SOME.includes(fault)) return { kinds: ["decode", "network"], retry: "maybe" };
  return { kinds: ["network"], retry: true };
}

/** The name under which a request is known: all attempts of one call have the same. */
export const identity = (endpoint, path, key) => (endpoint === PROJECT ? `${path} ${key}` : path);
