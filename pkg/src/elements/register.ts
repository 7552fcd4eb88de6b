// Registers custom elements.

/**
 * Registers custom elements by their names. It skips a name that is already registered. On a server, which has no
 * custom elements, it registers nothing.
 * @example
 * register({ "eq-token-card": TokenCard });
 */
export function register(elements: Record<string, CustomElementConstructor>): void {
  if (typeof customElements === "undefined") return;
  for (const [name, element] of Object.entries(elements)) {
    if (!customElements.get(name)) customElements.define(name, element);
  }
}
