// Creates elements. No other module calls `document.createElement`. Children are nodes or plain text, so untrusted text
// is never parsed as markup, and a strict Trusted Types policy needs no exception.

/**
 * A child of an element that {@link h} creates. `h` leaves out `false`, `undefined` and `null`.
 * @example
 * const label: Child = ["Load ", h("b", {}, "more")];
 * console.log(h("button", {}, label).textContent); // Load more
 */
export type Child = Node | string | false | undefined | null | Child[];

/**
 * Creates an element. A string among the children becomes text. A property becomes an attribute. `true` becomes an
 * empty attribute; `false`, `undefined` and `null` add no attribute. A function becomes a listener for the event of
 * that name.
 * @example
 * const button = h("button", { class: "quiet", click: () => location.reload() }, icon("relay"), "Try again");
 * console.log(button.textContent); // Try again
 */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props?: Record<string, unknown> | null,
  ...children: Child[]
): HTMLElementTagNameMap[K];
/**
 * Creates a custom element, or an element of any other name.
 * @example
 * console.log(h("eq-token-card", { class: "wide" }).localName); // eq-token-card
 */
export function h(
  tag: string,
  props?: Record<string, unknown> | null,
  ...children: Child[]
): HTMLElement;
export function h(
  tag: string,
  props?: Record<string, unknown> | null,
  ...children: Child[]
): HTMLElement {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (!isPresent(value)) continue;
    if (typeof value === "function") element.addEventListener(name, value as EventListener);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...flatten(children));
  return element;
}

function isPresent<T>(value: T): value is Exclude<T, false | undefined | null> {
  return value !== undefined && value !== null && value !== false;
}

function flatten(children: readonly Child[]): (Node | string)[] {
  return children.flatMap((child) => {
    if (Array.isArray(child)) return flatten(child);
    return isPresent(child) ? child : [];
  });
}
