// Addresses and hashes.
import { copyButton } from "./copy-button.js";
import { h } from "./dom.js";
import { icon } from "./icon.js";
import { link } from "./link.js";

/**
 * An address or hash, shortened, with a button that copies all of it. `what` names it for screen readers. `explorer` is
 * the URL of its page in a block explorer; without one there is no link.
 */
export function hex(value: unknown, what: string, explorer?: string): HTMLElement {
  const text = String(value);
  return h(
    "span",
    { class: "hex" },
    h("code", { title: text }, h("bdi", {}, shorten(text))),
    copyButton(text, what),
    explorer !== undefined && explorerLink(explorer, what),
  );
}

function explorerLink(explorer: string, what: string): HTMLElement | undefined {
  const element = link(explorer, icon("open"));
  if (!element) return undefined;
  element.className = "tool";
  element.title = `Open in the explorer (${new URL(explorer).host})`;
  element.setAttribute("aria-label", `Open ${what} in the explorer`);
  return element;
}

function shorten(text: string): string {
  return text.length <= 13 ? text : `${text.slice(0, 6)}…${text.slice(-4)}`;
}
