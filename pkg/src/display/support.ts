// Whom a user can ask about a transfer.

import { wellFormed } from "../metadata/text.js";

/**
 * The support of a service: its name, and an `https:` link. `{id}` in the link becomes the transfer id. In a link
 * without `{id}`, the transfer id becomes the query parameter `transfer`.
 * @example
 * const support: Support = { name: "Example Bridge", url: "https://help.example/new?subject=Transfer%20{id}" };
 * Object.assign(document.createElement("eq-transfer-route"), { support });
 */
export interface Support {
  /** Name of those who help. */
  name: string;
  /** Link of their form, chat or help centre. */
  url: string;
}

/** What a user calls those who help, when the page names no support. */
const UNNAMED = "the operator of the service";

/** Returns the name of the support in a sentence. */
export function helperName(support: Support | undefined): string {
  // Without a usable link, the support is not named either.
  const hasLink = supportUrl(support, "") !== undefined;
  return support && hasLink ? support.name : UNNAMED;
}

/**
 * Returns the link of the support with the id of a transfer; `undefined` unless the support has both a name and an
 * `https:` link. An empty id adds nothing.
 */
export function supportUrl(support: Support | undefined, id: string): string | undefined {
  const { name, url } = (support ?? {}) as Partial<Record<keyof Support, unknown>>;
  if (typeof name !== "string" || name === "" || typeof url !== "string") return undefined;
  // `encodeURIComponent` throws for a lone surrogate.
  const encodedId = encodeURIComponent(wellFormed(id));
  const urlWithId = url.replaceAll("{id}", encodedId);
  if (!URL.canParse(urlWithId)) return undefined;
  const link = new URL(urlWithId);
  if (link.protocol !== "https:") return undefined;
  if (id !== "" && !url.includes("{id}")) link.searchParams.set("transfer", id);
  return link.href;
}
