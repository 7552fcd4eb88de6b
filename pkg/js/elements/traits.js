// The attributes of a token, in the shapes that occur: a list of trait_type and value, or an object of names and
// values.
import { h, isRecord, plain, time, untrusted } from "./parts.js";

const atFirst = 24;
const portion = 200;

const listed = (item) => {
  if (!isRecord(item)) return ["", plain(item)];
  const isDate = item.display_type === "date" && typeof item.value === "number";
  const limit = item.max_value === undefined ? "" : ` of ${plain(item.max_value)}`;
  return [
    plain(item.trait_type ?? item.display_type ?? ""),
    isDate ? time(item.value) : plain(item.value ?? null) + limit,
  ];
};

const pairs = (value) =>
  Array.isArray(value)
    ? { length: value.length, at: (index) => listed(value[index]) }
    : ((entries) => ({ length: entries.length, at: (index) => [entries[index][0], plain(entries[index][1])] }))(
        isRecord(value) ? Object.entries(value) : [],
      );

const tile = ([name, value]) =>
  h(
    "div",
    { part: "attribute" },
    h("dt", {}, name ? untrusted(name, 60) : "–"),
    h("dd", {}, value instanceof Node ? value : untrusted(value, 160)),
  );

function grid(title, items, level) {
  const list = h("dl", { class: "traits", part: "attributes" });
  const more = h("button", { type: "button", class: "quiet", part: "button", click: () => add(portion) });
  let shown = 0;
  function add(count) {
    for (const end = Math.min(shown + count, items.length); shown < end; shown += 1) list.append(tile(items.at(shown)));
    more.textContent = `Show more (${(items.length - shown).toLocaleString("en")})`;
    if (shown === items.length) more.remove();
  }
  add(atFirst);
  return [
    h(`h${level}`, { class: "minor" }, title, h("span", { class: "count" }, items.length.toLocaleString("en"))),
    list,
    shown < items.length && more,
  ];
}

/** Attributes and properties of a document, or a word that there are none. */
export function traits(document, level) {
  const [attributes, properties] = [pairs(document.attributes), pairs(document.properties)];
  if (attributes.length + properties.length === 0)
    return h("p", { class: "muted" }, "The document lists no attributes.");
  return [
    attributes.length > 0 && grid("Attributes", attributes, level),
    properties.length > 0 && grid("Properties", properties, level),
  ];
}
