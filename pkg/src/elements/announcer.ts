// The live region of a shadow root or of the page. Screen readers read its text aloud when it changes.
import { h } from "./dom.js";

/**
 * Creates the live region, which `copyButton` and `hex` need in their shadow root or document.
 * @example
 * document.body.append(announcer(), copyButton("text", "the text"));
 */
export function announcer(): HTMLElement {
  return h("p", { class: "visually-hidden", role: "status", "data-announcer": true });
}

/**
 * Makes screen readers read a text aloud, through the live region in the shadow root or document of `element`.
 * @example
 * document.body.append(announcer());
 * announce(document.body, "Copied");
 */
export function announce(element: Element, text: string): void {
  // `getRootNode` returns a document, a fragment or an element, and each has `querySelector`.
  const root = element.getRootNode() as Document | DocumentFragment | Element;
  const region = root.querySelector("[data-announcer]");
  if (region) region.textContent = text;
}
