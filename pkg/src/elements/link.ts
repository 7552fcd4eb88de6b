// Links to other sites.
import { type Child, h } from "./dom.js";

/**
 * Creates a link to another site; `undefined` unless the address is an `https:` URL.
 * @example
 * console.log(link("https://example.com/", "Website")?.textContent, link("javascript:alert(1)")); // Website undefined
 */
export function link(address: unknown, ...label: Child[]): HTMLElement | undefined {
  let url: URL;
  try {
    url = new URL(String(address));
  } catch {
    return undefined;
  }
  if (url.protocol !== "https:") return undefined;
  return h(
    "a",
    { href: url.href, target: "_blank", rel: "noopener noreferrer nofollow", part: "link" },
    ...label,
  );
}
