// Elements are made here and nowhere else. Children are nodes or plain text, so nothing a service or a token's document
// says is ever read as markup; the policy in index.html would refuse it as well.

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
  check: "M4 10.5l4 4 8-9",
  clock: "M10 5.500v4.700l3 1.800M10 2.800a7.200 7.200 0 1 0 0 14.400a7.200 7.200 0 1 0 0-14.400",
  hand: "M6 10V5.500a1.200 1.200 0 0 1 2.400 0V9m0-4.700a1.200 1.200 0 0 1 2.400 0V9m0-3.800a1.200 1.200 0 0 1 2.400 0V11c0 4-1.500 6-4.400 6S5 15.600 3.700 12.300c-.5-1.200.9-2 1.700-.9l.6.8",
  cross: "M5.500 5.500l9 9m0-9l-9 9",
  dots: "M5 10h.01M10 10h.01M15 10h.01",
  copy: "M7 7V4.500A1.500 1.500 0 0 1 8.500 3h7A1.500 1.500 0 0 1 17 4.500v7a1.500 1.500 0 0 1-1.500 1.500H13M4.500 7h7A1.500 1.500 0 0 1 13 8.500v7a1.500 1.500 0 0 1-1.500 1.500h-7A1.500 1.500 0 0 1 3 15.500v-7A1.500 1.500 0 0 1 4.500 7z",
  open: "M8 4H5a1 1 0 0 0-1 1v10a1 1 0 0 0 1 1h10a1 1 0 0 0 1-1v-3M11.500 3.500h5v5M16 4l-7 7",
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

/** Characters that turn the direction of what follows. */
const turning = /([\u202a-\u202e\u2066-\u2069])/;

/** Text in which turning characters are named and, each in a box of its own, cannot disguise the rest. The text stays complete. */
const tamed = (text) =>
  text
    .split(turning)
    .map((part) =>
      turning.test(part)
        ? h("span", { class: "turning", "data-code": `U+${part.charCodeAt(0).toString(16).toUpperCase()}` }, part)
        : part,
    );

/** Text written by strangers: isolated, so that it cannot disturb what stands beside it, and cut when long. */
export function untrusted(value, limit = 280) {
  const text = String(value);
  if (text.length <= limit) return h("bdi", {}, tamed(text));
  const shown = h("bdi", {}, tamed(`${text.slice(0, limit)}…`));
  const button = h(
    "button",
    { type: "button", class: "link", click: showAll },
    `Show all (${text.length.toLocaleString("en")} characters)`,
  );
  function showAll() {
    shown.replaceChildren(...tamed(text));
    button.remove();
  }
  return h("span", {}, shown, " ", button);
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
  return h("a", { href: url.href, target: "_blank", rel: "noopener noreferrer nofollow" }, ...label);
}

export const shorten = (text, head = 6, tail = 4) =>
  text.length <= head + tail + 3 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`;

export const announce = (text) => {
  document.getElementById("announcer").textContent = text;
};

export function copyButton(text, what) {
  const button = h(
    "button",
    { type: "button", class: "tool", "aria-label": `Copy ${what}`, title: `Copy ${what}`, click: copy },
    icon("copy"),
  );
  async function copy() {
    let copied = true;
    await navigator.clipboard.writeText(text).catch(() => (copied = false));
    announce(copied ? `Copied ${what}` : "The browser refused to copy");
    button.replaceChildren(icon(copied ? "check" : "cross"));
    setTimeout(() => button.replaceChildren(icon("copy")), 1500);
  }
  return button;
}

/** An address or hash: short on the page, whole in the title and the clipboard, with a link to its explorer if there is one. */
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
