// Loads images of the page's own server, and finds the content type in the bytes of the file. A static host derives the
// type from the file extension, but an image that is named by its hash has no extension. Without a content type, a
// browser does not show an SVG.

import { svgUrl } from "../metadata/data-url.js";
import { hasManyReferences } from "./svg-references.js";

/** First bytes of image files; a character of a pattern matches one byte. In a WebP, the size follows `RIFF`. */
const SIGNATURES: readonly (readonly [RegExp, type: string])[] = [
  [/^\x89PNG/, "image/png"],
  [/^\xff\xd8\xff/, "image/jpeg"],
  [/^GIF8/, "image/gif"],
  [/^RIFF[^]{4}WEBP/, "image/webp"],
];

/**
 * Loads an image and resolves to its `blob:` or `data:` URL. Use the URL only in an `<img>`, where an SVG cannot run
 * scripts. Rejects if the file is not an image, or an SVG with many references.
 */
export async function fetchSameOriginImage(url: string): Promise<string> {
  const response = await fetch(url, { credentials: "omit" });
  if (!response.ok) throw new Error(`${url}: HTTP ${response.status}`);
  const blob = await response.blob();
  // The 16 bytes are enough for the longest signature.
  const firstBytes = new Uint8Array(await blob.slice(0, 16).arrayBuffer());
  const start = String.fromCharCode(...firstBytes);
  const [, type] = SIGNATURES.find(([signature]) => signature.test(start)) ?? [];
  if (type !== undefined) return URL.createObjectURL(new Blob([blob], { type }));
  const svg = svgUrl((await blob.text()).trim());
  if (svg === undefined || hasManyReferences(svg)) throw new Error(`${url} is not an image.`);
  return svg;
}
