// Finds the URLs in a metadata document.

import { readOr } from "../errors/unknown-value.js";
import { childrenOf, MAX_ITEMS } from "./members.js";
import { resolveText } from "./resolve-text.js";
import type { Resolver } from "./resolver.js";
import { wellFormed } from "./text.js";

/** Maximum number of characters of a `data:` URI or of SVG text. */
export const MAX_DATA_URL = 1_048_576;
/** Maximum number of characters of any other URI. */
const MAX_URL = 8192;

/** Matches the URL of an image. */
export const IMAGE = /^(https?:|data:image\/)/i;

/** The names of the members that have the images of a document, best first, as `Members.take` expects them. */
export const IMAGE_NAMES = ["image", "imageurl", "imageuri", "imagedata"];

/** Returns the URLs of all texts in `values` that match `pattern`, without duplicates. */
export function urlsOf(values: unknown[], pattern: RegExp, resolver: Resolver): string[] {
  const texts = values.flatMap(textsIn).slice(0, MAX_ITEMS);
  const urls = texts.flatMap((text) => resolve(text, resolver));
  return [...new Set(urls.filter((url) => pattern.test(url)))];
}

/** Returns the URLs of a URI (one for each gateway) or of SVG text; none for a URI that is invalid or too long. */
function resolve(text: string, resolver: Resolver): string[] {
  // Matches SVG text and a `data:` URI. Some documents put quotation marks before them.
  const isInline = /^[\s\0"']*(<|data:)/i.test(text);
  if (text.length > (isInline ? MAX_DATA_URL : MAX_URL)) return [];
  // A URL parser ignores these three characters (WHATWG URL §4.4).
  const uri = wellFormed(isInline ? text : text.replace(/[\t\n\r]/g, ""));
  return readOr([], () => resolveText(uri, resolver, (_uri, rule) => new Error(rule)));
}

/**
 * Returns the texts in a value: some documents have a list of images, or an object with the URI of an image. The limit
 * on the number of values bounds the time that a hostile document takes.
 */
export function textsIn(value: unknown): string[] {
  const values = [value];
  // The loop also visits the values that it adds.
  for (const item of values) {
    if (values.length > MAX_ITEMS) break;
    for (const [, child] of childrenOf(item)) values.push(child);
  }
  return values.filter((item) => typeof item === "string");
}
