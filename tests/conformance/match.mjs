// Compares a response with the expectations of a vector. The result is a list of complaints, which is empty if all
// expectations hold.
import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";

/** The JSON of a value with sorted keys and without spaces. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${members.join(",")}}`;
}

export const sha256 = (text) => createHash("sha256").update(text).digest("hex");

const short = (value) => {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
};
const difference = (what, expected, actual) =>
  `${what}: expected ${short(expected)}, got ${short(actual)}`;

/** The items of a header, in lower case and sorted, because their order and case have no meaning. */
const sortedItems = (value) =>
  value
    .toLowerCase()
    .split(",")
    .map((item) => item.trim())
    .sort();

/** `expected` is the text of the header, or an object with `matches`, `list` or `includes` (README.md). */
function headerComplaint(name, expected, actual) {
  if (actual === null) return `header ${name} is missing`;
  if (typeof expected === "string") {
    return actual === expected ? undefined : difference(`header ${name}`, expected, actual);
  }
  if (expected.matches) {
    const matches = new RegExp(expected.matches, "i").test(actual);
    return matches ? undefined : difference(`header ${name}`, expected.matches, actual);
  }
  const items = sortedItems(actual);
  const expectedItems = sortedItems((expected.list ?? expected.includes).join(","));
  const isExpected = expected.list
    ? isDeepStrictEqual(items, expectedItems)
    : expectedItems.every((item) => items.includes(item));
  return isExpected ? undefined : difference(`header ${name}`, expected, actual);
}

function headerComplaints(expected, headers) {
  return Object.entries(expected)
    .map(([name, value]) => headerComplaint(name, value, headers.get(name)))
    .filter(Boolean);
}

/** Complaints about the rules of every response: any origin may read it, a body is JSON, an error has a message. */
function commonComplaints(method, response) {
  const complaints = headerComplaints({ "access-control-allow-origin": "*" }, response.headers);
  const expectsNoBody = method === "HEAD" || response.status === 204;
  if (expectsNoBody) {
    if (response.text !== "") complaints.push(difference("body", "nothing", response.text));
    return complaints;
  }
  complaints.push(
    ...headerComplaints({ "content-type": { matches: "^application/json\\b" } }, response.headers),
  );
  const message = response.json?.message;
  const hasMessage = typeof message === "string" && message !== "";
  if (response.status >= 400 && !hasMessage) {
    complaints.push(difference("error body", "an object with a message", response.text));
  }
  return complaints;
}

/**
 * Complaints about a page of the list endpoint: its two properties, the order of the ids, the records or their digest.
 * The expected `nextCursor` is null, or "string" for any text that is not empty.
 */
function pageComplaints(expected, body) {
  const complaints = [];
  const records = body?.etherealData;
  if (!Array.isArray(records)) return [difference("etherealData", "an array", records)];
  if (!isDeepStrictEqual(Object.keys(body).sort(), ["etherealData", "nextCursor"]))
    complaints.push(difference("properties", "etherealData and nextCursor", Object.keys(body)));
  const ids = records.map((record) => record._id);
  if (!isDeepStrictEqual(ids, expected.ids)) complaints.push(difference("ids", expected.ids, ids));
  const { nextCursor } = body;
  if (expected.nextCursor === null) {
    if (nextCursor !== null) complaints.push(difference("nextCursor", "null", nextCursor));
  } else if (typeof nextCursor !== "string" || nextCursor === "") {
    complaints.push(difference("nextCursor", "a string", nextCursor));
  }
  if (expected.records && !isDeepStrictEqual(records, expected.records))
    complaints.push(difference("records", expected.records, records));
  if (expected.recordsSha256 && sha256(canonical(records)) !== expected.recordsSha256)
    complaints.push("records: some field differs (digest)");
  return complaints;
}

/** For each form of an expectation, a function that returns its complaints. README.md describes the forms. */
const FORMS = {
  status: (expected, { status, text }) =>
    status === expected ? [] : [`${difference("status", expected, status)}: ${short(text)}`],
  headers: (expected, { headers }) => headerComplaints(expected, headers),
  body: (expected, { json, text }) =>
    isDeepStrictEqual(json, expected) ? [] : [difference("body", expected, text)],
  // `json` is undefined if the body is not JSON.
  bodySha256: (expected, { json, text }) =>
    sha256(canonical(json ?? null)) === expected
      ? []
      : [`body: another digest than expected: ${short(text)}`],
  text: (expected, { text }) => (text === expected ? [] : [difference("text", expected, text)]),
  textSha256: (expected, { bytes }) =>
    sha256(bytes) === expected ? [] : ["text: another digest than expected"],
  message: (expected, { json }) =>
    new RegExp(expected, "is").test(json?.message ?? "")
      ? []
      : [difference("message", `/${expected}/`, json?.message)],
  page: (expected, { json }) => pageComplaints(expected, json),
};

export function complaints(expectation, method, response) {
  const formComplaints = Object.entries(FORMS).flatMap(([form, check]) =>
    form in expectation ? check(expectation[form], response) : [],
  );
  return [...formComplaints, ...commonComplaints(method, response)];
}
