// Shows the metadata document of a token, as a tree or as the exact text. The page loads this module when the user
// opens the document.
import { textBlock } from "./snippet.js";
import { copyButton, h } from "./dom.js";
import { jsonTree } from "./json-tree.js";

/** In characters. A longer document has no tree, because parsing the document blocks the page for seconds. */
const MAX_TREE_LENGTH = 2_000_000;

/** Returns the size of a text in UTF-8, such as `1.2 kB`. */
function sizeText(text) {
  const size = new TextEncoder().encode(text).length;
  return size < 1000
    ? `${size} bytes`
    : `${(size / 1000).toLocaleString("en", { maximumFractionDigits: 1 })} kB`;
}

/** Creates the view of a document. `elapsedMs` is the duration of the request. */
export function documentView(text, elapsedMs) {
  const hasTree = text.length <= MAX_TREE_LENGTH;
  const views = {
    tree: () => jsonTree(text),
    sent: () => textBlock(text, "The document, exactly as sent"),
  };
  const firstView = hasTree ? views.tree : views.sent;
  const body = h("div", {}, firstView());
  const option = (value, label, checked) =>
    h(
      "label",
      {},
      h("input", {
        type: "radio",
        name: "document-view",
        value,
        checked,
        change: () => body.replaceChildren(views[value]()),
      }),
      h("span", {}, label),
    );
  return h(
    "div",
    {},
    h(
      "div",
      { class: "card-head" },
      h("p", { class: "muted" }, `${sizeText(text)} in ${elapsedMs} ms, every digit as sent`),
      hasTree &&
        h(
          "fieldset",
          { class: "choice small" },
          h("legend", { class: "visually-hidden" }, "Document view"),
          h("div", {}, option("tree", "Tree", true), option("sent", "As sent")),
        ),
      copyButton(text, "the document"),
    ),
    body,
  );
}
