// Registers custom elements.
import { type Helpers, setHelpers } from "./helpers.js";

/**
 * Sets the helpers and registers custom elements by their names. It skips a name that is already registered. On a
 * server, which has no custom elements, it registers nothing.
 * @throws TypeError that names a missing helper
 * @example
 * register({ routeOf, formatUnits, checksumAddress, resolveUri }, { "eq-token-card": TokenCard });
 */
export function register(helpers: Helpers, elements: Record<string, CustomElementConstructor>): void {
  setHelpers(helpers);
  if (typeof customElements === "undefined") return;
  for (const [name, element] of Object.entries(elements)) {
    if (!customElements.get(name)) customElements.define(name, element);
  }
}
