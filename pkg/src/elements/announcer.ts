// The live region of a shadow root or of the page. Screen readers read its text aloud when it changes.
import { h } from "./dom.js";

/** Creates the live region. Each shadow root needs one, and the page if it uses `copyButton` or `hex` itself. */
export function announcer(): HTMLElement {
  return h("p", { class: "visually-hidden", role: "status", "data-announcer": true });
}

/** Makes screen readers read a text aloud: through the live region in the shadow root or document of `element`. */
export function announce(element: Element, text: string): void {
  // The root of an element is a document, a fragment or an element. `querySelector` exists on all of them.
  const root = element.getRootNode() as Document | DocumentFragment | Element;
  const region = root.querySelector("[data-announcer]");
  if (region) region.textContent = text;
}
