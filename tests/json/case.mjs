// What a case is: a name, the bytes of a body, and what becomes of them on either reading path.
//
// `free` is the path of token metadata, `typed` that of a field nobody named in a body with a model. Each is "accepted"
// or the code of the error. A text may hold only what UTF-8 can; other bytes are written in hexadecimal.

const ENCODER = new TextEncoder();

/** Cases with one verdict, the same on both paths: `bodies` maps what is special about a body to the body. */
function judged(verdict, group, bodies) {
  return Object.entries(bodies).map(([about, body]) => {
    const form = typeof body === "string" ? { text: body } : body;
    return { name: `${group}: ${about}`, free: verdict, typed: verdict, ...form };
  });
}

export const accepted = (group, bodies) => judged("accepted", group, bodies);
export const rejected = (group, bodies) => judged("invalid_json", group, bodies);
/** Bytes that are no UTF-8. */
export const undecodable = (group, bodies) => judged("invalid_utf8", group, bodies);

/** Each body as the only element of an array, where what follows a value is a bracket and not the end. */
export function arrayed(bodies) {
  return Object.fromEntries(Object.entries(bodies).map(([about, body]) => [about, `[${body}]`]));
}

/** Texts between bytes given in hexadecimal, in turn: `mixed("[\"", "ff", "\"]")`. */
export function mixed(...pieces) {
  return { hex: pieces.map((piece, i) => (i % 2 ? piece : Buffer.from(piece).toString("hex"))).join("") };
}

/** Texts and how often each is repeated. */
export const repeated = (...parts) => ({ parts });

/** The bytes of a case. */
export function bytesOf({ text, hex, parts }) {
  if (hex !== undefined) return new Uint8Array(Buffer.from(hex, "hex"));
  return ENCODER.encode(text ?? parts.map(([piece, times]) => piece.repeat(times)).join(""));
}

const MARK = [0xef, 0xbb, 0xbf];

/** The case as the value of `later`, a field nobody named; a byte order mark stays at the front. */
export function inField(body) {
  const start = MARK.every((byte, i) => body[i] === byte) ? 3 : 0;
  const [open, close] = [ENCODER.encode('{"later":'), ENCODER.encode("}")];
  return Buffer.concat([body.subarray(0, start), open, body.subarray(start), close]);
}

/** A value with all that tells it from another: -0, bigints, lone surrogates, the order of keys. */
export function show(value) {
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "number") return Object.is(value, -0) ? "-0" : String(value);
  if (Array.isArray(value)) return `[${value.map(show).join()}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.keys(value).map((key) => `${JSON.stringify(key)}:${show(value[key])}`).join()}}`;
}
