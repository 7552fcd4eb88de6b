// The original document below a token: as a folding tree, or exactly as it was sent.
import { block } from "./code.js";
import { copyButton, h } from "./dom.js";
import { tree } from "./tree.js";

/** Above this many characters a tree would take longer than anybody waits. */
const largestTree = 2_000_000;

export function documentCard(text, elapsed) {
  const canFold = text.length <= largestTree;
  const views = { tree: () => tree(text), sent: () => block(text, "The document, exactly as sent") };
  const body = h("div", {}, views[canFold ? "tree" : "sent"]());
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
  const size = new TextEncoder().encode(text).length;
  return h(
    "section",
    { class: "card document", "aria-labelledby": "document-title" },
    h(
      "div",
      { class: "card-head" },
      h(
        "div",
        {},
        h("h3", { id: "document-title" }, "Document"),
        h("p", { class: "muted" }, `${size.toLocaleString("en")} bytes in ${elapsed} ms, every digit as sent`),
      ),
      canFold &&
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
