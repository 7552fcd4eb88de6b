// The attributes of a token, in the shapes that occur: a list of trait_type and value, or an object of names and values.
import { h, untrusted } from "./dom.js";
import { jsonText, time } from "./format.js";

const atFirst = 24;

export const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** A trait's value as text. Integers beyond 2^53 arrive as bigints, so every digit is there. */
const plain = (value) =>
  typeof value === "string" ? value : typeof value === "bigint" ? String(value) : jsonText(value);

function listed(attributes) {
  return attributes.map((item) => {
    if (!isRecord(item)) return { name: "", value: plain(item) };
    const isDate = item.display_type === "date" && typeof item.value === "number";
    const limit = item.max_value === undefined ? "" : ` of ${plain(item.max_value)}`;
    return {
      name: plain(item.trait_type ?? item.display_type ?? ""),
      value: isDate ? time(item.value) : plain(item.value ?? null) + limit,
    };
  });
}

const named = (object) => Object.entries(object).map(([name, value]) => ({ name, value: plain(value) }));

function grid(title, items) {
  const tile = ({ name, value }) =>
    h(
      "div",
      {},
      h("dt", {}, name ? untrusted(name, 60) : "–"),
      h("dd", {}, value instanceof Node ? value : untrusted(value, 160)),
    );
  const list = h("dl", { class: "traits" }, items.slice(0, atFirst).map(tile));
  const more =
    items.length > atFirst && h("button", { type: "button", class: "quiet", click: all }, `Show all ${items.length}`);
  function all() {
    list.append(...items.slice(atFirst).map(tile));
    more.remove();
  }
  return [h("h4", {}, title, h("span", { class: "count" }, String(items.length))), list, more];
}

/** Attributes and properties of a document, or a word that there are none. */
export function traits(data) {
  const attributes = Array.isArray(data.attributes)
    ? listed(data.attributes)
    : isRecord(data.attributes)
      ? named(data.attributes)
      : [];
  const properties = isRecord(data.properties) ? named(data.properties) : [];
  if (attributes.length + properties.length === 0)
    return h("p", { class: "muted" }, "The document lists no attributes.");
  return [
    attributes.length > 0 && grid("Attributes", attributes),
    properties.length > 0 && grid("Properties", properties),
  ];
}
