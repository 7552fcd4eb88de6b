// A JSON text as a folding tree. The text is cut into its tokens and never parsed to numbers or strings, so every digit
// and every escape is shown as it was sent, and repeated names are all there.
import { h, untrusted } from "./dom.js";

const portion = 100;

/**
 * { kind, key, text } for a value, { kind, key, items } for an object or array. No recursion: the depth is a
 * stranger's.
 */
export function outline(text) {
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

const name = (key, index) =>
  key !== undefined
    ? h("span", { class: "key" }, untrusted(key.slice(1, 81).replace(/"$/, "")))
    : h("span", { class: "key index" }, String(index));

function entry(node, index) {
  if (!node.items)
    return h("li", {}, name(node.key, index), h("code", { class: node.kind }, untrusted(node.text, 400)));
  return h("li", {}, branch(node, name(node.key, index), false));
}

function branch(node, label, isOpen) {
  const [count, word] = [node.items.length, node.kind === "{" ? "field" : "item"];
  const list = h("ul");
  const more = h("button", { type: "button", class: "link", click: add });
  let shown = 0;
  function add() {
    const next = node.items.slice(shown, shown + portion);
    list.append(...next.map((item, at) => entry(item, shown + at)));
    shown += next.length;
    more.textContent = `Show more (${count - shown})`;
    more.hidden = shown === count;
  }
  const details = h(
    "details",
    { open: isOpen },
    h("summary", {}, label, h("small", { class: "muted" }, `${count} ${word}${count === 1 ? "" : "s"}`)),
    list,
    more,
  );
  // Branches are drawn when they are opened.
  if (isOpen) add();
  else details.addEventListener("toggle", () => shown === 0 && add(), { once: true });
  return details;
}

export function tree(text) {
  const root = outline(text);
  const content = root?.items
    ? branch(root, h("span", { class: "key" }, root.kind === "{" ? "Object" : "Array"), true)
    : h("code", {}, untrusted(text, 400));
  return h("div", { class: "tree", tabindex: "0", role: "region", "aria-label": "The document as a tree" }, content);
}
