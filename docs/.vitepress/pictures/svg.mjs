// Text of SVG pictures. Their colours follow the page: an image in a dark page gets the dark ones.

const STYLE =
  "text{font:14px system-ui,sans-serif;fill:#1f2328}.note{font-size:13px;fill:#57606a}.title{font-weight:600}" +
  ".grid{stroke:#d8dee4}.other{fill:#8c959f}.ours{fill:#146c56}.failed{fill:#b3261e}.wait{stroke:#8c959f;stroke-dasharray:2 3}" +
  ".waiting{fill:#d9a13b}.line{fill:none;stroke:#146c56;stroke-width:2}.second{stroke:#8c959f}" +
  "@media(prefers-color-scheme:dark){text{fill:#e6edf3}.note{fill:#9da7b1}.grid{stroke:#30363d}.other{fill:#6e7781}" +
  ".ours{fill:#71d0b1}.failed{fill:#ff8a80}.waiting{fill:#e3b341}.line{stroke:#71d0b1}.second{stroke:#9da7b1}}";

export const escape = (text) => String(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
const number = (value) => Number(value.toFixed(1));

export const text = (x, y, content, attributes = "") =>
  `<text x="${number(x)}" y="${number(y)}" ${attributes}>${escape(content)}</text>`;
export const bar = (x, y, width, height, name) =>
  `<rect class="${name}" x="${number(x)}" y="${number(y)}" width="${number(Math.max(width, 1))}" height="${height}" rx="2"/>`;
export const line = (x1, y1, x2, y2, name) =>
  `<path class="${name}" d="M${number(x1)} ${number(y1)}L${number(x2)} ${number(y2)}"/>`;
export const polyline = (points, name) =>
  `<path class="${name}" d="M${points.map(([x, y]) => `${number(x)} ${number(y)}`).join("L")}"/>`;

/** The picture with a title in its first line. `label` describes it for readers who do not see it. */
export function picture({ width, height, title, label }, parts) {
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escape(label)}">`;
  return [head, `<style>${STYLE}</style>`, text(0, 18, title, 'class="title"'), ...parts, "</svg>\n"].join("\n");
}
