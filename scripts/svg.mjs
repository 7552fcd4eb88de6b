// Writes SVG pictures as text. With a dark colour scheme, a picture uses colours for a dark background.

const STYLE = [
  "text{font:14px system-ui,sans-serif;fill:#1f2328}.note{font-size:13px;fill:#57606a}.title{font-weight:600}",
  ".middle{text-anchor:middle}.end{text-anchor:end}",
  ".grid{stroke:#d8dee4}.other{fill:#8c959f}.ours{fill:#146c56}.failed{fill:#b3261e}.waiting{fill:#d9a13b}",
  ".wait{stroke:#8c959f;stroke-dasharray:2 3}.line{fill:none;stroke:#146c56;stroke-width:2}.second{stroke:#8c959f}",
  "@media(prefers-color-scheme:dark){text{fill:#e6edf3}.note{fill:#9da7b1}.grid{stroke:#30363d}.other{fill:#6e7781}",
  ".ours{fill:#71d0b1}.failed{fill:#ff8a80}.waiting{fill:#e3b341}.line{stroke:#71d0b1}.second{stroke:#9da7b1}}",
].join("");

const escape = (text) =>
  String(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
export const round = (value) => Number(value.toFixed(1));

/** An element with attributes. Numbers get at most one decimal; an empty attribute is left out. */
export function element(name, attributes, content = "") {
  let tag = name;
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value === "") continue;
    tag += ` ${attribute}="${typeof value === "number" ? round(value) : escape(value)}"`;
  }
  return content === "" ? `<${tag}/>` : `<${tag}>${content}</${name}>`;
}

/** Text that begins at `x`. With the class `end`, it ends at `x`; with the class `middle`, `x` is its middle. */
export const text = (x, y, content, className = "") =>
  element("text", { class: className, x, y }, escape(content));

/** Text in cells of a terminal: exactly `width` wide in every font. */
export const cells = (x, y, content, className, width) =>
  element("text", { class: className, x, y, textLength: width }, escape(content));

export const bar = (x, y, width, height, className) =>
  element("rect", { class: className, x, y, width: Math.max(width, 1), height, rx: 2 });

export const polyline = (points, className) =>
  element("path", {
    class: className,
    d: `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}`,
  });

export const line = (x1, y1, x2, y2, className) =>
  polyline(
    [
      [x1, y1],
      [x2, y2],
    ],
    className,
  );

/** An SVG document. `label` describes it for readers who do not see it. */
export function svg({ width, height, label, style }, parts) {
  const size = { width, height, viewBox: `0 0 ${round(width)} ${round(height)}` };
  const attributes = {
    xmlns: "http://www.w3.org/2000/svg",
    ...size,
    role: "img",
    "aria-label": label,
  };
  return `${element("svg", attributes, ["", `<style>${style}</style>`, ...parts, ""].join("\n"))}\n`;
}

/** A picture with a title in its first line. `style` is added to the style of all pictures. */
export const picture = ({ title, style = "", ...options }, parts) =>
  svg({ ...options, style: STYLE + style }, [text(0, 18, title, "title"), ...parts]);
