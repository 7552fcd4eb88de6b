// The code for the call of a panel, and blocks of text.
import { connection } from "./connection.js";
import { copyButton, h, jsonText, untrusted } from "./dom.js";

/** Number of characters at first. A button shows more. */
const INITIAL_LENGTH = 20_000;

/** Creates a scrolling block of text. */
export const textBlock = (text, label) =>
  h("pre", { tabindex: "0", role: "region", "aria-label": label }, h("code", {}, untrusted(text, INITIAL_LENGTH)));

/** Creates a block of text that a click on its summary opens. */
export function collapsedBlock(summary, text) {
  return h(
    "details",
    { class: "fold" },
    h("summary", {}, summary),
    h("div", { class: "fold-body" }, copyButton(text, summary.toLowerCase()), textBlock(text, summary)),
  );
}

/** Returns arguments as a programmer writes them, without empty options. */
export const formatArguments = (...values) =>
  values
    .map((value) => (jsonText(value, 1) ?? "").replace(/\n\s*/g, " ").replace(/"(\w+)":/g, "$1:"))
    .filter((text) => text !== "{}")
    .join(", ");

const GETTING_STARTED = "https://github.com/ethereal-query/ethereal-query/blob/main/docs/getting-started.md";

/** Returns a program: the lines that create the client, then `lines`. */
function programOf(lines, needsKey) {
  // Another program cannot reach the embedded service.
  const known = connection.isEmbedded ? "https://your-service.example" : connection.baseUrl;
  const baseUrl = JSON.stringify(known ?? new URL("/api", location.origin).href);
  return [
    'import { Client } from "ethereal-query";',
    "",
    needsKey && `const apiKey = ${JSON.stringify(connection.demoKey ?? "your API key")};`,
    `const client = new Client({ baseUrl: ${baseUrl}${needsKey ? ", apiKey" : ""} });`,
    ...lines,
  ]
    .filter((line) => line !== false)
    .join("\n");
}

/**
 * Creates a card with a program that makes the call of the panel: `lines` after those that create the client. `variant`
 * is `{ label, lines }` for a box that shows other lines. `footer` is below the code.
 */
export function snippetCard(lines, { needsKey = true, variant, footer } = {}) {
  const copy = h("span");
  const block = h("div");
  const show = (shown) => {
    const text = programOf(shown, needsKey);
    copy.replaceChildren(copyButton(text, "the code"));
    block.replaceChildren(textBlock(text, "The code that makes this call"));
  };
  const box = variant && h("input", { type: "checkbox", change: () => show(box.checked ? variant.lines : lines) });
  show(lines);
  return h(
    "section",
    { class: "card code", "aria-label": "The code" },
    h(
      "div",
      { class: "card-head" },
      h(
        "div",
        {},
        h("h3", {}, "The code"),
        h(
          "p",
          { class: "muted" },
          "This program makes the call that you see here. ",
          h("a", { href: GETTING_STARTED, rel: "noopener noreferrer nofollow" }, "How to install the package"),
        ),
      ),
      copy,
    ),
    box && h("label", { class: "variant" }, box, ` ${variant.label}`),
    block,
    footer,
  );
}
