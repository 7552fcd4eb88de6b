// The call behind what is on the page, as four lines to copy, and exact text in a box.
import { connection } from "./connection.js";
import { copyButton, h, jsonText, untrusted } from "./dom.js";

const longest = 20_000;

/** A block of text in a scrolling box; very long text is cut until it is asked for. */
export const block = (text, label) =>
  h("pre", { tabindex: "0", role: "region", "aria-label": label }, h("code", {}, untrusted(text, longest)));

export function fold(summary, text) {
  return h(
    "details",
    { class: "fold" },
    h("summary", {}, summary),
    h("div", { class: "fold-body" }, copyButton(text, summary.toLowerCase()), block(text, summary)),
  );
}

/** Values as somebody would write them in a program; empty options are left out. */
export const written = (...values) =>
  values
    .map((value) => (jsonText(value, 1) ?? "").replace(/\n\s*/g, " ").replace(/"(\w+)":/g, "$1:"))
    .filter((text) => text !== "{}")
    .join(", ");

/** The whole program around a call: two lines to make the client, then `lines`; `more` stands below it. */
export function program(lines, { keyed = true, more } = {}) {
  // The service inside the page has no address that anybody else could use.
  const known = connection.isInPage ? "https://your-service.example" : connection.baseUrl;
  const baseUrl = JSON.stringify(known ?? new URL("/api", location.origin).href);
  const text = [
    'import { Client } from "ethereal-query";',
    `const client = new Client({ baseUrl: ${baseUrl}${keyed ? ", apiKey" : ""} });`,
    ...lines,
  ].join("\n");
  return h(
    "section",
    { class: "card code", "aria-label": "The code" },
    h(
      "div",
      { class: "card-head" },
      h("div", {}, h("h3", {}, "The code"), h("p", { class: "muted" }, "These four lines make the same call.")),
      copyButton(text, "the code"),
    ),
    block(text, "The code that makes this call"),
    more,
  );
}
