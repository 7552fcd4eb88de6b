// Shows an address or a hash in a short form.
import { copyButton } from "./copy-button.js";
import { h } from "./dom.js";
import { OPEN, drawIcon } from "./draw-icon.js";
import { link } from "./link.js";

/**
 * Returns an element with a shortened address or hash, and a button that copies the whole value. `what` names the value
 * for screen readers. `explorer` is the URL of the value's page in a block explorer. Without `explorer`, there is no
 * link.
 * @example
 * console.log(hex(hash, "transaction hash").textContent); // 0x740f…91b4
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
  const element = link(explorer, drawIcon(OPEN));
  if (!element) return undefined;
  element.className = "tool";
  element.title = `Open in the explorer (${new URL(explorer).host})`;
  element.setAttribute("aria-label", `Open ${what} in the explorer`);
  return element;
}

/** Shortens an address or a hash to its start and its end. A text of 13 characters would become shorter by only two. */
export function shorten(text: string): string {
  return text.length <= 13 ? text : `${text.slice(0, 6)}…${text.slice(-4)}`;
}
