// A program in the fragment of a link, compressed. A fragment is not sent to the server.

/** The limits of a program in a link, so that no link fills the memory of its reader. */
const [MAX_LENGTH, MAX_BYTES] = [50_000, 200_000];

/** Reads a stream; rejects when it is longer than MAX_BYTES. */
async function readBytes(stream) {
  const chunks = [];
  let length = 0;
  for (const reader = stream.getReader(); ;) {
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
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return `code=${base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** Returns the program of a fragment; `undefined` when it has none, is damaged, or is too long. */
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
