// Creates the elements. No other module calls `document.createElement`. Children are nodes or plain text, so text of the
// service or of a metadata document is never parsed as markup, and a strict Trusted Types policy needs no exception.

/** A child of an element that {@link h} creates. `false`, `undefined` and `null` are left out. */
export type Child = Node | string | false | undefined | null | Child[];

/**
 * Creates an element. A string among the children becomes text, never markup. A property becomes an attribute: `true` an
 * empty one; `false`, `undefined` and `null` none. A function becomes a listener for the event of that name.
 * @example h("button", { class: "quiet", click: () => retry() }, icon("relay"), "Try again");
 */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props?: Record<string, unknown> | null,
  ...children: Child[]
): HTMLElementTagNameMap[K];
export function h(tag: string, props?: Record<string, unknown> | null, ...children: Child[]): HTMLElement;
export function h(tag: string, props?: Record<string, unknown> | null, ...children: Child[]): HTMLElement {
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
