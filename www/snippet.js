// Creates the cards with the code that makes the call of a panel and with a record, and blocks of text.
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

/** Creates a closed card with a record as JSON. */
export function recordCard(record) {
  const summary = "The record";
  const text = jsonText(record, 2);
  return h(
    "details",
    { class: "card fold-card" },
    h("summary", {}, summary),
    h("div", { class: "fold-body" }, copyButton(text, "the record"), textBlock(text, summary)),
  );
}

/** Returns an argument as a programmer writes it: in one line, as `{ chain: "sepolia" }`. */
function formatArgument(value) {
  const line = jsonText(value, 1).replace(/\n\s*/g, " ");
  return line.replace(/"(\w+)":/g, "$1:");
}

/** Returns arguments as a programmer writes them, without empty options. */
export const formatArguments = (...values) =>
  values
    .map(formatArgument)
    .filter((text) => text !== "{}")
    .join(", ");

/** The base URL that stands for the sample data in the playground. */
const PLAYGROUND_URL = "https://api.example.com";

/**
 * The URL of a path of the documents or the playground, relative to the link in the header of the page. A build can
 * replace the link.
 */
export const siteUrl = (id, path = "") => new URL(path, document.getElementById(id).href).href;

/** Returns a program: the lines that create the client, then `lines`. `apiKey` is absent for a call without a key. */
function programOf(lines, baseUrl, apiKey) {
  const program = ['import { Client } from "ethereal-query";', ""];
  if (apiKey !== undefined) program.push(`const apiKey = ${JSON.stringify(apiKey)};`);
  const keyOption = apiKey === undefined ? "" : ", apiKey";
  program.push(
    `const client = new Client({ baseUrl: ${JSON.stringify(baseUrl)}${keyOption} });`,
    ...lines,
  );
  return program.join("\n");
}

/** Returns the base URL for a program on another computer, which cannot reach the embedded service. */
function baseUrlToCopy() {
  if (connection.isEmbedded) return "https://your-service.example";
  return connection.baseUrl ?? new URL("/api", location.origin).href;
}

/** Returns the program for another computer. */
function programToCopy(lines, needsKey) {
  const apiKey = needsKey ? (connection.demoKey ?? "your API key") : undefined;
  return programOf(lines, baseUrlToCopy(), apiKey);
}

/** Returns the link that opens the program in the playground. The fragment of the link is the compressed program. */
async function playgroundLink(lines, needsKey) {
  const program = programOf(
    lines,
    PLAYGROUND_URL,
    needsKey ? await connection.sampleKey() : undefined,
  );
  const stream = new Blob([program]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  // Base64 with the characters that a URL may contain.
  const base64 = btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
  return `${siteUrl("playground")}#code=${base64}`;
}

/**
 * Creates a card with a program that makes the call of the panel: the lines that create the client, then `lines`.
 * `variant` is `{ label, lines }` for a check box that shows other lines.
 */
export function snippetCard(lines, { needsKey = true, variant } = {}) {
  const copySlot = h("span");
  // The playground has the sample data, and so has a service with simulated transfers.
  const playground = h(
    "a",
    { class: "quiet", hidden: !connection.hasSimulatedTransfers },
    icon("open"),
    "Open in the playground",
  );

  const block = h("div");
  const setPlaygroundLink = async (shownLines) => {
    playground.href = await playgroundLink(shownLines, needsKey);
  };
  const show = (shownLines) => {
    const text = programToCopy(shownLines, needsKey);
    copySlot.replaceChildren(copyButton(text, "the code"));
    if (!playground.hidden) void setPlaygroundLink(shownLines);
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
      copySlot,
      playground,
    ),
    box && h("label", { class: "variant" }, box, ` ${variant.label}`),
    block,
  );
}
