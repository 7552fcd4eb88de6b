// `data:` URLs (RFC 2397). Contracts write text into them that a browser would cut at the first `#` (RFC 3986 §3.5),
// and from which it would delete line breaks (WHATWG URL §4.4).

import { asciiLower } from "./text.js";
import { encodeComponent, escapeLonePercents, serialiseUrl, unescapeBytes } from "./url.js";

const SVG = "image/svg+xml";

/** Returns whether a text is an SVG document. An XML declaration, a comment or a DOCTYPE may precede `<svg`. */
export function isSvg(text: string): boolean {
  return /^<(svg|\?xml|!--|!doctype\s+svg)/i.test(text) && /<svg/i.test(text);
}

/** Returns the URL of an SVG document. */
export function svgUrl(text: string): string {
  return `data:${SVG},${encodeComponent(withNamespace(text))}`;
}

/**
 * Adds the namespace to SVG text, percent-encoded or not, that has none: HTML needs none, but an `<img>` shows no SVG
 * without it.
 */
function withNamespace(text: string): string {
  const [, attributes = ""] = /<svg([^>]*)/i.exec(unescapeBytes(text)) ?? [];
  if (/\sxmlns\s*=/i.test(attributes)) return text;
  return text.replace(/(<|%3c)svg(?=[\s/>%])[^]*?(?=(\/|%2f)?(>|%3e)|$)/i, "$& xmlns='http://www.w3.org/2000/svg'");
}

/**
 * Returns a URL with the same data that every browser reads, and an SVG with its namespace; `undefined` for a text that
 * is no `data:` URL.
 */
export function dataUrl(uri: string): string | undefined {
  // Some contracts write the beginning twice.
  const [, head = "", rest] = /^(?:data:[^,]*,\s*)*data:([^,]*),([^]*)$/i.exec(uri) ?? [];
  if (rest === undefined) return undefined;
  const data = rest.trim();
  const [type = "", ...parameters] = head.split(";").map((part) => part.trim());
  const others = parameters.filter((parameter) => asciiLower(parameter) !== "base64");
  // Some contracts announce base64 and write text.
  const isText = others.length === parameters.length || /^([<{[]|%3c|%7b|%5b)/i.test(data);
  const isSvgText = isText && isSvg(unescapeBytes(data));
  // A browser shows an SVG only with its media type. The first bytes in base64 are `<svg`, `<?xm`, `<!-` or `<!D`.
  const shownType = isSvgText || (!isText && /^(PHN2Z|PD94b|PCEt|PCFE)/.test(data)) ? SVG : type;
  const start = escapeText(["data:" + shownType, ...others].join(";"));
  return serialiseUrl(
    isText ? `${start},${escapeText(isSvgText ? withNamespace(data) : data)}` : `${start};base64,${writeBase64(data)}`,
  );
}

/** Escapes what would end or change a URL: `#`, control characters, and a `%` that begins no escape. */
function escapeText(text: string): string {
  return escapeLonePercents(text).replace(/[#\p{Cc}]/gu, (character) => encodeURIComponent(character));
}

/** Writes base64 as browsers read it: in the ordinary alphabet (RFC 4648 §4), and with the right padding or none. */
function writeBase64(data: string): string {
  const text = unescapeBytes(data).replace(/\s/g, "").replaceAll("-", "+").replaceAll("_", "/");
  return text.length % 4 === 0 ? text : text.replace(/={1,3}$/, "");
}
