// Parses and serialises URLs, so that a page can use a URL in any place.

import { readOr } from "../errors/unknown-value.js";

/**
 * Parses an absolute URL; `undefined` for a text that `new URL` does not accept, and for a host with quotes or escapes.
 * `new URL` accepts quotes in a host. In Chromium, it also accepts spaces and `<`, and percent-encodes them. No real
 * host has such a name.
 */
export function parseUrl(text: string): URL | undefined {
  const url = readOr(undefined, () => new URL(text));
  return url && /["'`%]/.test(url.host) ? undefined : url;
}

/**
 * Serialises a URL, with quotes and angle brackets percent-encoded: the URL parser leaves them in `data:` URLs, and
 * single quotes also in paths. `query` is appended to the query of the URL. `undefined` for a text that is not a URL.
 */
export function serialiseUrl(text: string, query = ""): string | undefined {
  const url = parseUrl(text);
  if (url && query !== "") url.search = url.search === "" ? query : `${url.search}&${query}`;
  return url?.href.replace(/["'`<>]/g, percentEncode);
}

/** Percent-encodes each `%` that begins no escape. */
export function escapeLonePercents(text: string): string {
  return text.replace(/%(?![\da-f]{2})/gi, "%25");
}

/** Decodes percent-encoding once. Each byte becomes a character, which is right for ASCII only. */
export function unescapeBytes(text: string): string {
  return text.replace(/%([\da-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(parseInt(digits, 16)),
  );
}

/** Percent-encodes all characters but the unreserved ones of RFC 3986 §2.3. The text must be well-formed. */
export function encodeComponent(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, percentEncode);
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
