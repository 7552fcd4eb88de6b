// The call behind what is on the page, as a line to copy, and the exact record or document it gave.
import { copyButton, h, untrusted } from "./dom.js";

const longest = 20_000;

/** A block of text in a scrolling box; very long text is cut until it is asked for. */
export const block = (text, label) =>
  h("pre", { tabindex: "0", role: "region", "aria-label": label }, h("code", {}, untrusted(text, longest)));

export function fold(summary, text) {
  return h(
    "details",
    { class: "fold" },
    h("summary", {}, summary),
    h("div", { class: "fold-body" }, copyButton(text, summary.toLowerCase()), block(text, summary)),
  );
}

/** `callCode("tokenUri", "0x…", "1", { chainId: 1 })` → await client.tokenUri("0x…", "1", { chainId: 1 }); */
export function callCode(method, ...values) {
  const written = values.map((value) =>
    JSON.stringify(value, null, 1)
      ?.replace(/\n\s*/g, " ")
      .replace(/"(\w+)":/g, "$1:"),
  );
  return `await client.${method}(${written.filter((text) => text !== undefined && text !== "{}").join(", ")});`;
}
