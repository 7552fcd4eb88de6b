// Repairs `data:` URLs (RFC 2397). Contracts write text into these URLs without escapes. A browser would cut the text
// at the first `#` (RFC 3986 §3.5), and delete line breaks (WHATWG URL §4.4).

import { readOr } from "../errors/unknown-value.js";
import { encodeComponent, escapeLonePercents, serialiseUrl, unescapeBytes } from "./url.js";

/**
 * Matches an SVG document up to the `>` of its root. White space, an XML declaration, comments and a DOCTYPE may
 * precede the root; `<svg` in a comment does not count. In a DOCTYPE, brackets may contain `>`: `[…>…]`. The groups are
 * the text up to `<svg`, and the attributes.
 */
const SVG_ROOT =
  /^((?:\s|<!--(?:(?!-->)[^])*-->|<[?!](?!--)(?:\[[^\]]*\]|[^[>])*>)*<svg)(?=[\s/>])([^>]*)/i;

/** Matches the declaration of a namespace in {@link NAMESPACES}. */
const DECLARATION = /\sxmlns(:xlink)?\s*=\s*("[^"]*"|'[^']*')/gi;
const NAMESPACES = " xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'";

/**
 * Returns the URL of an SVG document; `undefined` for any other text. A root without the right namespaces gets them: an
 * SVG in HTML does not need namespaces, but an `<img>` does. The caller trims `text`, because XML allows no white space
 * before an XML declaration. With `isBytes`, each character is a byte.
 */
export function svgUrl(text: string, isBytes = false): string | undefined {
  const [whole, start = "", attributes = ""] = SVG_ROOT.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const hasNamespaces =
    /\sxmlns=["']http:\/\/www\.w3\.org\/2000\/svg["']/.test(attributes) &&
    (text.includes("xmlns:xlink") || !text.includes("xlink:"));
  const svg = hasNamespaces
    ? text
    : start + NAMESPACES + attributes.replace(DECLARATION, "") + text.slice(whole.length);
  return "data:image/svg+xml" + (isBytes ? `;base64,${btoa(svg)}` : `,${encodeComponent(svg)}`);
}

/**
 * Returns a URL that has the same data and that every browser reads. An SVG gets its namespaces. `undefined` for a text
 * that is not a `data:` URL.
 */
export function dataUrl(uri: string): string | undefined {
  // Some contracts write the beginning twice.
  const [, head = "", untrimmedData] = /^(?:data:[^,]*,\s*)*data:([^,]*),([^]*)$/i.exec(uri) ?? [];
  if (untrimmedData === undefined) return undefined;
  const data = untrimmedData.trim();
  // Some contracts write `:base64` instead of `;base64`.
  const parts = head.split(/[;:]/).map((part) => part.trim());
  const mediaTypeParts = parts.filter((part) => !/^base64$/i.test(part));
  const hasBase64 = mediaTypeParts.length < parts.length;
  const base64 = ordinaryBase64(data);
  // Some contracts announce base64 and write text, which `atob` refuses.
  const bytes = hasBase64 ? readOr(undefined, () => atob(base64)) : undefined;
  // An SVG gets its media type, because a browser does not show an SVG with another type.
  const svg =
    bytes === undefined
      ? readOr(undefined, () => svgUrl(decodeURIComponent(escapeLonePercents(data))))
      : svgUrl(bytes.trim(), true);
  if (svg !== undefined) return svg;
  const start = escapeText("data:" + mediaTypeParts.join(";"));
  return serialiseUrl(
    bytes === undefined ? `${start},${escapeText(data)}` : `${start};base64,${base64}`,
  );
}

/** Escapes what would end or change a URL: `#`, control characters, and a `%` that begins no escape. */
function escapeText(text: string): string {
  return escapeLonePercents(text).replace(/[#\p{Cc}]/gu, (character) =>
    encodeURIComponent(character),
  );
}

/** Returns base64 as browsers read it: in the ordinary alphabet (RFC 4648 §4), and with the right padding or none. */
function ordinaryBase64(data: string): string {
  const text = unescapeBytes(data).replace(/\s/g, "").replaceAll("-", "+").replaceAll("_", "/");
  return text.length % 4 === 0 ? text : text.replace(/={1,3}$/, "");
}
