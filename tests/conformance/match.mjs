// Compares a response with the expectations of a vector. Each function returns a list of complaints, empty if all hold.
import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";

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
const differs = (what, expected, actual) =>
  `${what}: expected ${short(expected)}, got ${short(actual)}`;

/** The items of a header as a sorted list, because their order and case have no meaning. */
const asList = (value) =>
  value
    .toLowerCase()
    .split(",")
    .map((item) => item.trim())
    .sort();

function headerComplaint(name, expected, actual) {
  if (actual === null) return `header ${name} is missing`;
  if (typeof expected === "string")
    return actual === expected ? undefined : differs(`header ${name}`, expected, actual);
  if (expected.matches)
    return new RegExp(expected.matches, "i").test(actual)
      ? undefined
      : differs(`header ${name}`, expected.matches, actual);
  const items = asList(actual);
  const wanted = asList((expected.list ?? expected.includes).join(","));
  const ok = expected.list
    ? isDeepStrictEqual(items, wanted)
    : wanted.every((item) => items.includes(item));
  return ok ? undefined : differs(`header ${name}`, expected, actual);
}

function headerComplaints(expected, headers) {
  return Object.entries(expected)
    .map(([name, value]) => headerComplaint(name, value, headers.get(name)))
    .filter(Boolean);
}

/** Complaints about the rules of every response: any origin may read it, a body is JSON, an error has a message. */
function commonComplaints(method, response) {
  const complaints = headerComplaints({ "access-control-allow-origin": "*" }, response.headers);
  const hasNoBody = method === "HEAD" || response.status === 204;
  if (hasNoBody)
    return response.text === ""
      ? complaints
      : [...complaints, differs("body", "nothing", response.text)];
  complaints.push(
    ...headerComplaints({ "content-type": { matches: "^application/json\\b" } }, response.headers),
  );
  if (
    response.status >= 400 &&
    !(typeof response.json?.message === "string" && response.json.message)
  ) {
    complaints.push(differs("error body", "an object with a message", response.text));
  }
  return complaints;
}

/** A page of the list endpoint: its two properties, the order of the ids, and the records or their digest. */
function pageComplaints(expected, body) {
  const complaints = [];
  const records = body?.etherealData;
  if (!Array.isArray(records)) return [differs("etherealData", "an array", records)];
  if (!isDeepStrictEqual(Object.keys(body).sort(), ["etherealData", "nextCursor"]))
    complaints.push(differs("properties", "etherealData and nextCursor", Object.keys(body)));
  const ids = records.map((record) => record._id);
  if (!isDeepStrictEqual(ids, expected.ids)) complaints.push(differs("ids", expected.ids, ids));
  const cursorOk =
    expected.nextCursor === null
      ? body.nextCursor === null
      : typeof body.nextCursor === "string" && body.nextCursor !== "";
  if (!cursorOk)
    complaints.push(
      differs("nextCursor", expected.nextCursor === null ? "null" : "a string", body.nextCursor),
    );
  if (expected.records && !isDeepStrictEqual(records, expected.records))
    complaints.push(differs("records", expected.records, records));
  if (expected.recordsSha256 && sha256(canonical(records)) !== expected.recordsSha256)
    complaints.push("records: some field differs (digest)");
  return complaints;
}

const FORMS = {
  status: (expected, { status, text }) =>
    status === expected ? [] : [`${differs("status", expected, status)}: ${short(text)}`],
  headers: (expected, { headers }) => headerComplaints(expected, headers),
  body: (expected, { json, text }) =>
    isDeepStrictEqual(json, expected) ? [] : [differs("body", expected, text)],
  bodySha256: (expected, { json, text }) =>
    sha256(canonical(json ?? null)) === expected
      ? []
      : [`body: another digest than expected: ${short(text)}`],
  text: (expected, { text }) => (text === expected ? [] : [differs("text", expected, text)]),
  textSha256: (expected, { bytes }) =>
    sha256(bytes) === expected ? [] : ["text: another digest than expected"],
  message: (expected, { json }) =>
    new RegExp(expected, "is").test(json?.message ?? "")
      ? []
      : [differs("message", `/${expected}/`, json?.message)],
  page: (expected, { json }) => pageComplaints(expected, json),
};

export function complaints(expectation, method, response) {
  const found = Object.entries(FORMS).flatMap(([form, check]) =>
    form in expectation ? check(expectation[form], response) : [],
  );
  return [...found, ...commonComplaints(method, response)];
}
