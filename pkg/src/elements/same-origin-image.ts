// Images on the page's own server. Their names are hashes without a file extension, so a static host sends no content
// type, and a browser shows an SVG only with one. The first bytes of the file show its type.

/** First bytes of image files; a character of a pattern matches one byte. */
const SIGNATURES: readonly (readonly [RegExp, type: string])[] = [
  [/^\x89PNG/, "image/png"],
  [/^\xff\xd8\xff/, "image/jpeg"],
  [/^GIF8/, "image/gif"],
  [/^RIFF[^]{4}WEBP/, "image/webp"],
  [/^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)?<svg[\s>]/, "image/svg+xml"],
];

/**
 * Loads an image and resolves to its `blob:` URL. Use the URL only in an `<img>`, where an SVG cannot run scripts.
 * Rejects if the file is not an image.
 */
export async function fetchSameOriginImage(url: string): Promise<string> {
  const response = await fetch(url, { credentials: "omit" });
  if (!response.ok) throw new Error(`${url}: HTTP ${response.status}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const start = String.fromCharCode(...bytes.subarray(0, 512));
  const [, type] = SIGNATURES.find(([signature]) => signature.test(start)) ?? [];
  if (type === undefined) throw new Error(`${url} is not an image.`);
  return URL.createObjectURL(new Blob([bytes], { type }));
}
