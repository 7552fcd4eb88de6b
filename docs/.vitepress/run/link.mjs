// Writes a compressed program into the fragment of a link, and reads it. Browsers do not send a fragment to the server.

// With these limits, no link fills the memory of the browser.
/** The maximum length of the compressed program in a link, in characters. */
const MAX_LENGTH = 50_000;
/** The maximum size of the program, and of its compressed form. */
const MAX_BYTES = 200_000;

/** Reads a stream. Rejects if the stream is longer than MAX_BYTES. */
async function readBytes(stream) {
  const chunks = [];
  const reader = stream.getReader();
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(chunks).arrayBuffer());
    chunks.push(value);
    length += value.length;
    if (length > MAX_BYTES) throw new RangeError(`The program has more than ${MAX_BYTES} bytes.`);
  }
}

/** Returns the fragment `code=…` for a program. */
export async function encodeProgram(program) {
  const bytes = await readBytes(
    new Blob([program]).stream().pipeThrough(new CompressionStream("deflate-raw")),
  );
  // Base64url, whose characters a fragment may contain.
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return `code=${base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** Returns the program of a fragment; `undefined` if the fragment has no program, is damaged, or is too long. */
export async function decodeProgram(fragment) {
  const [, text = ""] = /^#?code=([\w-]+)$/.exec(fragment) ?? [];
  if (text === "" || text.length > MAX_LENGTH) return undefined;
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return new TextDecoder().decode(await readBytes(stream));
  } catch {
    return undefined;
  }
}
