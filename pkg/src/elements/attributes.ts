// The attributes of a token. A document has them under `attributes` or `properties`, as a list of `trait_type` and
// `value` or as an object of names and values.
import { type Child, h, isRecord, plain, time, untrusted } from "./shared.js";

/** Number of attributes at first, and number that each click on "Show more" adds. */
const INITIAL_COUNT = 24;
const MORE_COUNT = 200;

type Attribute = readonly [name: string, value: HTMLElement | string];

/**
 * Returns the attributes and properties of a document, or a note that it has none. `level` is that of their headings.
 */
export function attributes(document: Record<string, unknown>, level: number): Child {
  const sections = [
    section("Attributes", document.attributes, level),
    section("Properties", document.properties, level),
  ];
  return sections.some(Boolean) ? sections : h("p", { class: "muted" }, "The document lists no attributes.");
}

function section(title: string, value: unknown, level: number): Child {
  if (Array.isArray(value)) return grid<unknown>(title, value, fromListItem, level);
  if (isRecord(value)) return grid(title, Object.entries(value), fromEntry, level);
  return undefined;
}

function fromListItem(item: unknown): Attribute {
  if (!isRecord(item)) return ["", plain(item)];
  const name = plain(item.trait_type ?? item.display_type ?? "");
  if (item.display_type === "date" && typeof item.value === "number") return [name, time(item.value)];
  const maximum = item.max_value === undefined ? "" : ` of ${plain(item.max_value)}`;
  return [name, valueText(item.value ?? null) + maximum];
}

function fromEntry([name, value]: readonly [string, unknown]): Attribute {
  return [name, valueText(value)];
}

function valueText(value: unknown): string {
  return typeof value === "boolean" ? (value ? "Yes" : "No") : plain(value);
}

function grid<T>(title: string, items: readonly T[], read: (item: T) => Attribute, level: number): Child {
  if (items.length === 0) return undefined;
  const list = h("dl", { class: "traits", part: "attributes" });
  const button = h("button", { type: "button", class: "quiet", part: "button", click: () => show(MORE_COUNT) });
  let shown = 0;
  function show(count: number): void {
    list.append(...items.slice(shown, shown + count).map((item) => tile(read(item))));
    shown = Math.min(shown + count, items.length);
    button.textContent = `Show more (${(items.length - shown).toLocaleString("en")})`;
    if (shown === items.length) button.remove();
  }
  show(INITIAL_COUNT);
  return [
    h(`h${level}`, { class: "minor" }, title, " ", h("span", { class: "count" }, items.length.toLocaleString("en"))),
    list,
    shown < items.length && button,
  ];
}

function tile([name, value]: Attribute): HTMLElement {
  return h(
    "div",
    { part: "attribute" },
    h("dt", {}, name ? untrusted(name, 60) : "–"),
    h("dd", {}, typeof value === "string" ? untrusted(value, 160) : value),
  );
}
