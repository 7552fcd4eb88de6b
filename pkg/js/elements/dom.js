// Elements are made here and nowhere else. Children are nodes or plain text, so nothing a service or a token's document
// says is ever read as markup; a policy with Trusted Types is kept without an exception.

/**
 * `h("p", { class: "muted" }, "text", node)`; a function among the properties listens, `false` and `undefined` are left
 * out.
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(
    ...children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== false),
  );
  return element;
}

const shapes = {
  check: "M4.5 10.5l3.5 3.5 7.5-8",
  clock: "M10 6v4.2l2.6 1.6M10 3.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13",
  person: "M10 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6M4.5 16.5c.6-3 2.7-4.5 5.5-4.5s4.9 1.5 5.5 4.5",
  cross: "M6 6l8 8m0-8l-8 8",
  dots: "M6 10h.01M10 10h.01M14 10h.01",
  copy: "M7.5 7V4h8.5v8.5h-3M4 7.5h8.5V16H4z",
  open: "M8 4H5a1 1 0 0 0-1 1v10a1 1 0 0 0 1 1h10a1 1 0 0 0 1-1v-3M11.5 3.5h5v5M16 4l-7 7",
  eye: "M2.5 10s2.8-5 7.5-5 7.5 5 7.5 5-2.8 5-7.5 5-7.5-5-7.5-5M10 8a2 2 0 1 0 0 4a2 2 0 1 0 0-4",
  relay: "M4 7.5h11m-3-3l3 3-3 3M16 12.5H5m3-3l-3 3 3 3",
  picture: "M4 4h12v12H4zM4 13.5l4-4 3.5 3.5 2-2 2.5 2.5M12.5 7.5h.01",
};

export function icon(name) {
  const make = (tag, attributes) => {
    const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    return node;
  };
  const svg = make("svg", { viewBox: "0 0 20 20", class: "icon", "aria-hidden": "true" });
  svg.append(make("path", { d: shapes[name] }));
  return svg;
}

/** A link to another site, or undefined unless the address is https. */
export function link(address, ...label) {
  let url;
  try {
    url = new URL(String(address));
  } catch {
    return undefined;
  }
  if (url.protocol !== "https:") return undefined;
  return h("a", { href: url.href, target: "_blank", rel: "noopener noreferrer nofollow", part: "link" }, ...label);
}

/** The line read to those who cannot see what changed: one in each shadow root, one in the page. */
export const announcer = () => h("p", { class: "visually-hidden", role: "status", "data-announcer": true });

export function copyButton(text, what) {
  const name = `Copy ${what}`;
  const button = h(
    "button",
    { type: "button", class: "tool", part: "copy", "aria-label": name, title: name, click: copy },
    icon("copy"),
  );
  async function copy() {
    let copied = true;
    await (async () => navigator.clipboard.writeText(text))().catch(() => (copied = false));
    const line = button.getRootNode().querySelector("[data-announcer]");
    if (line) line.textContent = copied ? `Copied ${what}` : "The browser refused to copy";
    button.replaceChildren(icon(copied ? "check" : "cross"));
    setTimeout(() => button.replaceChildren(icon("copy")), 1500);
  }
  return button;
}

const shorten = (text) => (text.length <= 13 ? text : `${text.slice(0, 6)}…${text.slice(-4)}`);

/**
 * An address or hash: short on the page, whole in the title and the clipboard, with a link to its explorer if there is
 * one.
 */
export function hex(value, what, explorer) {
  const text = String(value);
  const out = explorer && link(explorer, icon("open"));
  if (out) {
    out.className = "tool";
    out.title = `Open in the explorer (${new URL(explorer).host})`;
    out.setAttribute("aria-label", `Open ${what} in the explorer`);
  }
  return h(
    "span",
    { class: "hex" },
    h("code", { title: text }, h("bdi", {}, shorten(text))),
    copyButton(text, what),
    out,
  );
}
