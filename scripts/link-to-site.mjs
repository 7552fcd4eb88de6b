// The links of the demo page to the documents, which are on the public site or next to the page.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run.mjs";

/** The address of the public site, to which the links of the page lead. */
const { homepage: SITE } = JSON.parse(readFileSync(join(root, "pkg", "package.json"), "utf8"));

/** Returns the text of the page, whose links to the public site lead to `site` instead. */
export function linkToSite(text, site = SITE) {
  return text.replaceAll(`href="${SITE}`, `href="${site}`);
}
