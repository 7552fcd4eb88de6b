// Registers custom elements.

/**
 * Registers a custom element. It does nothing if the name is already registered, and on a server, which has no custom
 * elements.
 */
export function register(name: string, element: CustomElementConstructor): void {
  if (typeof customElements === "undefined" || customElements.get(name)) return;
  customElements.define(name, element);
}
