// The code for the call of a panel, and blocks of text.
import { connection } from "./connection.js";
import { copyButton, h, icon, jsonText, untrusted } from "./dom.js";

/** Number of characters at first. A button shows more. */
const INITIAL_LENGTH = 20_000;

/** Creates a scrolling block of text. */
export const textBlock = (text, label) =>
  h(
    "pre",
    { tabindex: "0", role: "region", "aria-label": label },
    h("code", {}, untrusted(text, INITIAL_LENGTH)),
  );

/** Creates the card of a record as JSON, which a click on its summary opens. */
export function recordCard(record) {
  const [summary, text] = ["The record", jsonText(record, 2)];
  return h(
    "details",
    { class: "card fold-card" },
    h("summary", {}, summary),
    h("div", { class: "fold-body" }, copyButton(text, "the record"), textBlock(text, summary)),
  );
}

/** Returns arguments as a programmer writes them, without empty options. */
export const formatArguments = (...values) =>
  values
    .map((value) => (jsonText(value, 1) ?? "").replace(/\n\s*/g, " ").replace(/"(\w+)":/g, "$1:"))
    .filter((text) => text !== "{}")
    .join(", ");

/** The base URL that stands for the sample data in the playground. */
const PLAYGROUND_URL = "https://api.example.com";

/** The link of the header to the documents or the playground, which a build sets to the site next to the page. */
export const siteUrl = (id, path = "") => new URL(path, document.getElementById(id).href).href;

/** Returns a program: the lines that create the client, then `lines`. The key is absent for a call without it. */
function programOf(lines, baseUrl, apiKey) {
  return [
    'import { Client } from "ethereal-query";',
    "",
    apiKey !== undefined && `const apiKey = ${JSON.stringify(apiKey)};`,
    `const client = new Client({ baseUrl: ${JSON.stringify(baseUrl)}${apiKey === undefined ? "" : ", apiKey"} });`,
    ...lines,
  ]
    .filter((line) => line !== false)
    .join("\n");
}

/** Returns the program for another computer, which cannot reach the embedded service. */
function programToCopy(lines, needsKey) {
  const known = connection.isEmbedded ? "https://your-service.example" : connection.baseUrl;
  const apiKey = needsKey ? (connection.demoKey ?? "your API key") : undefined;
  return programOf(lines, known ?? new URL("/api", location.origin).href, apiKey);
}

/** Returns the link that opens the program in the playground, which has it compressed in its fragment. */
async function playgroundLink(lines, needsKey) {
  const program = programOf(
    lines,
    PLAYGROUND_URL,
    needsKey ? await connection.sampleKey() : undefined,
  );
  const stream = new Blob([program]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const base64 = btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
  return `${siteUrl("playground")}#code=${base64}`;
}

/**
 * Creates a card with a program that makes the call of the panel: `lines` after those that create the client. `variant`
 * is `{ label, lines }` for a box that shows other lines.
 */
export function snippetCard(lines, { needsKey = true, variant } = {}) {
  const copy = h("span");
  const playground = h(
    "a",
    { class: "quiet", hidden: !connection.hasSimulatedTransfers },
    icon("open"),
    "Open in the playground",
  );

  const block = h("div");
  const show = (shown) => {
    const text = programToCopy(shown, needsKey);
    copy.replaceChildren(copyButton(text, "the code"));
    if (!playground.hidden)
      void playgroundLink(shown, needsKey).then((href) => (playground.href = href));
    block.replaceChildren(textBlock(text, "The code that makes this call"));
  };
  const box =
    variant &&
    h("input", { type: "checkbox", change: () => show(box.checked ? variant.lines : lines) });
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
          h("a", { href: siteUrl("docs", "getting-started.html") }, "How to install the package"),
        ),
      ),
      copy,
      playground,
    ),
    box && h("label", { class: "variant" }, box, ` ${variant.label}`),
    block,
  );
}
