// Links to other sites.
import { type Child, h } from "./dom.js";

/** A link to another site, or `undefined` unless the address is an `https:` URL. */
export function link(address: unknown, ...label: Child[]): HTMLElement | undefined {
  let url: URL;
  try {
    url = new URL(String(address));
  } catch {
    return undefined;
  }
  if (url.protocol !== "https:") return undefined;
  return h("a", { href: url.href, target: "_blank", rel: "noopener noreferrer nofollow", part: "link" }, ...label);
}
