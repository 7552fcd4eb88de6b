// A JSON text as a tree. The text is split into tokens and not parsed into values, so the tree shows every digit and
// escape as sent, and also repeated names.
import { h, untrusted } from "./dom.js";

/** Number of items that a click on "Show more" adds. */
const PAGE_LENGTH = 100;

/**
 * Returns { kind, key, text } for a value, and { kind, key, items } for an object or array. It does not recurse,
 * because an untrusted text may nest deeper than the stack.
 */
export function parseNodes(text) {
  const root = { items: [] };
  const open = [root];
  let key;
  let last;
  const add = (node) => {
    open.at(-1).items.push({ key, ...node });
    key = undefined;
    return open.at(-1).items.at(-1);
  };
  for (const [token] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s"{}[\],:]+/g)) {
    if (token === "{" || token === "[") open.push(add({ kind: token, items: [] }));
    else if (token === "}" || token === "]") open.length > 1 && open.pop();
    else if (token === ":") key = open.at(-1).items.pop()?.text;
    else if (token !== ",") last = add({ kind: token[0] === '"' ? "text" : "value", text: token });
  }
  return root.items[0] ?? last;
}

const keyLabel = (key, index) =>
  key !== undefined
    ? h("span", { class: "key" }, untrusted(key.slice(1, 81).replace(/"$/, "")))
    : h("span", { class: "key index" }, String(index));

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
  const [count, noun] = [node.items.length, node.kind === "{" ? "field" : "item"];
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
  // Drawn when the user opens it, because a document can have 100,000 branches.
  if (isOpen) showMore();
  else details.addEventListener("toggle", () => shown === 0 && showMore(), { once: true });
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
