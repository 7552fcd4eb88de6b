// A program in the fragment of a link, compressed. A fragment is not sent to the server.
const toBytes = async (stream) => new Uint8Array(await new Response(stream).arrayBuffer());

/** Returns the fragment `code=…` for a program. */
export async function encodeProgram(program) {
  const bytes = await toBytes(new Blob([program]).stream().pipeThrough(new CompressionStream("deflate-raw")));
  const base64 = btoa(String.fromCharCode(...bytes));
  return `code=${base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** Returns the program of a fragment; `undefined` when it has none or is damaged. */
export async function decodeProgram(fragment) {
  const [, text] = /^#?code=([\w-]+)$/.exec(fragment) ?? [];
  if (text === undefined) return undefined;
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return new TextDecoder().decode(await toBytes(stream));
  } catch {
    return undefined;
  }
}
