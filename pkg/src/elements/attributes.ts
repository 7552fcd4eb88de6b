// The attributes and the properties of a token.
import { group } from "../display/format.js";
import type { MetadataAttribute, NormalizedMetadata } from "../metadata/normalized.js";
import { type Child, h, time, untrusted } from "./shared.js";

/** Number of attributes that are shown at first. */
const INITIAL_COUNT = 24;
/** Number of attributes that each click on "Show more" adds. */
const MORE_COUNT = 200;

/** Returns the attributes and properties of a document, or a note that it has none. `level` is their heading level. */
export function attributes(metadata: NormalizedMetadata, level: number): Child {
  const sections = [
    section("Attributes", metadata.attributes, level),
    section("Properties", metadata.properties, level),
  ];
  return sections.some(Boolean)
    ? sections
    : h("p", { class: "muted" }, "The document lists no attributes.");
}

function section(title: string, items: readonly MetadataAttribute[], level: number): Child {
  if (items.length === 0) return undefined;
  const list = h("dl", { class: "traits", part: "attributes" });
  const button = h("button", {
    type: "button",
    class: "quiet",
    part: "button",
    click: () => show(MORE_COUNT),
  });
  let shown = 0;
  function show(count: number): void {
    list.append(...items.slice(shown, shown + count).map(tile));
    shown = Math.min(shown + count, items.length);
    button.textContent = `Show more (${group(items.length - shown)})`;
    if (shown === items.length) button.remove();
  }
  show(INITIAL_COUNT);
  return [
    h(
      `h${level}`,
      { class: "minor" },
      title,
      " ",
      h("span", { class: "count" }, group(items.length)),
    ),
    list,
    shown < items.length && button,
  ];
}

/** The length at which `untrusted` cuts a name and a value, so that one attribute does not fill the card. */
const MAX_NAME_LENGTH = 60;
const MAX_VALUE_LENGTH = 160;

function tile(attribute: MetadataAttribute): HTMLElement {
  const { name } = attribute;
  return h(
    "div",
    { part: "attribute" },
    h("dt", {}, name === undefined ? "–" : untrusted(name, MAX_NAME_LENGTH)),
    h("dd", {}, valueOf(attribute)),
  );
}

function valueOf({ value, displayType, maxValue }: MetadataAttribute): HTMLElement {
  if (typeof value === "boolean") return untrusted(value ? "Yes" : "No");
  if (displayType === "date") return time(value);
  const unit = displayType === "boost_percentage" ? "%" : "";
  const maximum = maxValue === undefined ? "" : ` of ${maxValue}`;
  return untrusted(`${value}${unit}${maximum}`, MAX_VALUE_LENGTH);
}
