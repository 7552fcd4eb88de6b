// The icons of <eq-token-card>, and the function that draws an icon. The other icons are in icon.ts, so that a page
// with only the token card does not load them.

const SVG = "http://www.w3.org/2000/svg";

export const CHECK = "M4.5 10.5l3.5 3.5 7.5-8";
export const CROSS = "M6 6l8 8m0-8l-8 8";
export const COPY = "M7.5 7V4h8.5v8.5h-3M4 7.5h8.5V16H4z";
export const OPEN =
  "M8 4H5a1 1 0 0 0-1 1v10a1 1 0 0 0 1 1h10a1 1 0 0 0 1-1v-3M11.5 3.5h5v5M16 4l-7 7";
export const PICTURE = "M4 4h12v12H4zM4 13.5l4-4 3.5 3.5 2-2 2.5 2.5M12.5 7.5h.01";

/** Draws an icon as lines on a grid of 20 by 20, hidden from screen readers. */
export function drawIcon(path: string): SVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(SVG, "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}
