// Registers custom elements.
import { type Helpers, setHelpers } from "./helpers.js";

/**
 * Sets the helpers and registers custom elements, `{ name: class }`. A name that is registered already is left alone. On
 * a server, where there are no elements, it registers nothing.
 * @throws TypeError that names the helper that is missing
 */
export function register(helpers: Helpers, elements: Record<string, CustomElementConstructor>): void {
  setHelpers(helpers);
  if (typeof customElements === "undefined") return;
  for (const [name, element] of Object.entries(elements)) {
    if (!customElements.get(name)) customElements.define(name, element);
  }
}
