// Icons, drawn as lines on a grid of 20 by 20.

const SVG = "http://www.w3.org/2000/svg";

/**
 * The name of an icon.
 * @example
 * const names: IconName[] = ["check", "clock"];
 * console.log(names.map((name) => icon(name).localName).join()); // svg,svg
 */
export type IconName =
  "check" | "clock" | "person" | "cross" | "dots" | "copy" | "open" | "eye" | "pause" | "relay" | "picture";

const PATHS: Record<IconName, string> = {
  check: "M4.5 10.5l3.5 3.5 7.5-8",
  clock: "M10 6v4.2l2.6 1.6M10 3.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13",
  person: "M10 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6M4.5 16.5c.6-3 2.7-4.5 5.5-4.5s4.9 1.5 5.5 4.5",
  cross: "M6 6l8 8m0-8l-8 8",
  dots: "M6 10h.01M10 10h.01M14 10h.01",
  copy: "M7.5 7V4h8.5v8.5h-3M4 7.5h8.5V16H4z",
  open: "M8 4H5a1 1 0 0 0-1 1v10a1 1 0 0 0 1 1h10a1 1 0 0 0 1-1v-3M11.5 3.5h5v5M16 4l-7 7",
  eye: "M2.5 10s2.8-5 7.5-5 7.5 5 7.5 5-2.8 5-7.5 5-7.5-5-7.5-5M10 8a2 2 0 1 0 0 4a2 2 0 1 0 0-4",
  pause: "M7.5 5v10M12.5 5v10",
  relay: "M4 7.5h11m-3-3l3 3-3 3M16 12.5H5m3-3l-3 3 3 3",
  picture: "M4 4h12v12H4zM4 13.5l4-4 3.5 3.5 2-2 2.5 2.5M12.5 7.5h.01",
};

/**
 * Creates an icon, hidden from screen readers.
 * @example
 * console.log(icon("check").getAttribute("viewBox")); // 0 0 20 20
 */
export function icon(name: IconName): SVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}
