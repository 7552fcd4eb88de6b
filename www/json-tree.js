// Shows a JSON text as a tree. The text is split into tokens and not parsed into values, so that the tree shows every
// digit, every escape and every repeated name as sent.
import { h, untrusted } from "./dom.js";

/** Number of items that a click on "Show more" adds. */
const PAGE_LENGTH = 100;

/** Matches a string, a punctuation character, or any other value. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s"{}[\],:]+/g;

/**
 * Returns { kind, key, text } for a value, and { kind, key, items } for an object or array. The function does not
 * recurse, because an untrusted text may nest deeper than the stack.
 */
export function parseNodes(text) {
  const root = { items: [] };
  const open = [root];
  let key;
  let last;
  const add = (content) => {
    const node = { key, ...content };
    open.at(-1).items.push(node);
    key = undefined;
    return node;
  };
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === "{" || token === "[") {
      open.push(add({ kind: token, items: [] }));
    } else if (token === "}" || token === "]") {
      if (open.length > 1) open.pop();
    } else if (token === ":") {
      // The text before the colon was added as a value, but is the key of the next node.
      key = open.at(-1).items.pop()?.text;
    } else if (token !== ",") {
      last = add({ kind: token[0] === '"' ? "text" : "value", text: token });
    }
  }
  // A malformed text such as `"a":` has a key without a value. The node of the key is then the result.
  return root.items[0] ?? last;
}

const MAX_KEY_LENGTH = 80;

/** Creates the label of a node: the key without quotation marks, or the index of an item without a key. */
function keyLabel(key, index) {
  if (key === undefined) return h("span", { class: "key index" }, String(index));
  // The closing quotation mark is in the slice only if the key is short.
  const shownKey = key.slice(1, 1 + MAX_KEY_LENGTH).replace(/"$/, "");
  return h("span", { class: "key" }, untrusted(shownKey));
}

function listItem(node, index) {
  if (!node.items)
    return h(
      "li",
      {},
      keyLabel(node.key, index),
      h("code", { class: node.kind }, untrusted(node.text, 400)),
    );
  return h("li", {}, branch(node, keyLabel(node.key, index), false));
}

function branch(node, label, isOpen) {
  const count = node.items.length;
  const noun = node.kind === "{" ? "field" : "item";
  const list = h("ul");
  const moreButton = h("button", { type: "button", class: "link", click: showMore });
  let shown = 0;
  function showMore() {
    const next = node.items.slice(shown, shown + PAGE_LENGTH);
    list.append(...next.map((item, at) => listItem(item, shown + at)));
    shown += next.length;
    moreButton.textContent = `Show more (${count - shown})`;
    moreButton.hidden = shown === count;
  }
  const details = h(
    "details",
    { open: isOpen },
    h(
      "summary",
      {},
      label,
      h("small", { class: "muted" }, `${count} ${noun}${count === 1 ? "" : "s"}`),
    ),
    list,
    moreButton,
  );
  // A closed branch gets its items when the user opens it, because a document can have 100,000 branches.
  const showFirstItems = () => {
    if (shown === 0) showMore();
  };
  if (isOpen) showMore();
  else details.addEventListener("toggle", showFirstItems, { once: true });
  return details;
}

/** Creates the tree of a JSON text, with its root open. */
export function jsonTree(text) {
  const root = parseNodes(text);
  const content = root?.items
    ? branch(root, h("span", { class: "key" }, root.kind === "{" ? "Object" : "Array"), true)
    : h("code", {}, untrusted(text, 400));
  return h(
    "div",
    { class: "tree", tabindex: "0", role: "region", "aria-label": "The document as a tree" },
    content,
  );
}
