// Text written by strangers: isolated, so that it cannot disturb what stands beside it, cut when long, and with every
// character that cannot be seen named where it stands.
import { h } from "./dom.js";

/** How much more a click shows: a megabyte at once would freeze the page. */
const portion = 10_000;

/**
 * Controls, characters that turn the direction of what follows, and those without width. The two joiners are part of
 * many scripts and emoji, so only those after a Latin letter or a digit count. More than four marks on one letter would
 * paint over the lines around it.
 */
const invisible =
  "\\0-\\x08\\x0b-\\x1f\\x7f-\\x9f\\xad\\u061c\\u115f\\u1160\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e" +
  "\\u2060-\\u206f\\u3164\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}";
const unseen = new RegExp(`([${invisible}]|(?<=^|[\\0-\\x7f])[\\u200c\\u200d]|(?<=\\p{M}{4})\\p{M}+)`, "u");

function named(part) {
  const code = part.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
  const isMarks = /^\p{M}/u.test(part);
  return h("span", { class: "turning", "data-code": isMarks ? `${part.length} marks` : `U+${code}` }, !isMarks && part);
}

/** So many are named; a text made of them alone would take seconds to lay out, so the others become a box each. */
const mostNamed = 200;

/** The parts between what cannot be seen are at even places, since `split` keeps what it splits at. */
const tamed = (text) => {
  const parts = text.split(unseen);
  const rest = parts.slice(2 * mostNamed).map((part, at) => (at % 2 ? "▯" : part));
  return [...parts.slice(0, 2 * mostNamed).map((part, at) => (at % 2 ? named(part) : part)), rest.join("")];
};

/**
 * A value as text: strings as they are, anything else as JSON. Integers beyond 2^53 arrive as bigints, every digit
 * there.
 */
export const plain = (value) => (typeof value === "string" ? value : jsonText(value));

export const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** A value as JSON text; bigints, which JSON.stringify refuses, are written as their digits. */
export const jsonText = (value, space) =>
  typeof value === "bigint"
    ? String(value)
    : String(JSON.stringify(value, (_, item) => (typeof item === "bigint" ? String(item) : item), space));

export function untrusted(value, limit = 280) {
  const text = plain(value);
  const shown = h("bdi", {}, tamed(text.slice(0, limit)));
  if (text.length <= limit) return shown;
  let at = limit;
  const label = () => `Show more (${(text.length - at).toLocaleString("en")} characters)`;
  const button = h("button", { type: "button", class: "link", part: "more", click: more }, label());
  function more() {
    shown.append(...tamed(text.slice(at, (at += portion))));
    if (at >= text.length) button.remove();
    else button.textContent = label();
  }
  return h("span", {}, shown, "… ", button);
}
