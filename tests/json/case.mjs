// Functions that write cases. A case is a name, the bytes of a body, and the outcome for both kinds of body.
//
// `free` is the outcome as token metadata, `typed` the outcome as an unknown field of a typed body: "accepted", or the
// code of the error. Bytes that are not UTF-8 are written in hexadecimal.

const ENCODER = new TextEncoder();

/** Cases with the same outcome as either kind of body. `bodies` maps descriptions to bodies. */
function casesOf(outcome, group, bodies) {
  return Object.entries(bodies).map(([about, body]) => {
    const form = typeof body === "string" ? { text: body } : body;
    return { name: `${group}: ${about}`, free: outcome, typed: outcome, ...form };
  });
}

export const accepted = (group, bodies) => casesOf("accepted", group, bodies);
export const rejected = (group, bodies) => casesOf("invalid_json", group, bodies);
/** Cases that are not UTF-8. */
export const undecodable = (group, bodies) => casesOf("invalid_utf8", group, bodies);

/** Each body as the only element of an array, so that a bracket follows the value. */
export function arrayed(bodies) {
  return Object.fromEntries(Object.entries(bodies).map(([about, body]) => [about, `[${body}]`]));
}

/** A body of texts and hexadecimal bytes in turn: `mixed("[\"", "ff", "\"]")`. */
export function mixed(...pieces) {
  return { hex: pieces.map((piece, i) => (i % 2 ? piece : Buffer.from(piece).toString("hex"))).join("") };
}

/** A body of texts, each with the number of its repetitions. */
export const repeated = (...parts) => ({ parts });

/** The bytes of a case. */
export function bytesOf({ text, hex, parts }) {
  if (hex !== undefined) return new Uint8Array(Buffer.from(hex, "hex"));
  return ENCODER.encode(text ?? parts.map(([piece, times]) => piece.repeat(times)).join(""));
}

const MARK = [0xef, 0xbb, 0xbf];

/** The body as the value of `later`, an unknown field. A byte order mark stays at the front. */
export function inField(body) {
  const start = MARK.every((byte, i) => body[i] === byte) ? 3 : 0;
  const [open, close] = [ENCODER.encode('{"later":'), ENCODER.encode("}")];
  return Buffer.concat([body.subarray(0, start), open, body.subarray(start), close]);
}

/** Prints a value with all differences: -0, bigints, lone surrogates, the order of keys. */
export function show(value) {
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "number") return Object.is(value, -0) ? "-0" : String(value);
  if (Array.isArray(value)) return `[${value.map(show).join()}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.keys(value).map((key) => `${JSON.stringify(key)}:${show(value[key])}`).join()}}`;
}
