// The icons by their names.
import { CHECK, COPY, CROSS, OPEN, PICTURE, drawIcon } from "./draw-icon.js";

/**
 * The name of an icon.
 * @example
 * const names: IconName[] = ["check", "clock"];
 * console.log(names.map((name) => icon(name).localName).join()); // svg,svg
 */
export type IconName =
  | "check"
  | "clock"
  | "person"
  | "cross"
  | "dots"
  | "copy"
  | "open"
  | "eye"
  | "pause"
  | "relay"
  | "picture";

const PATHS: Record<IconName, string> = {
  check: CHECK,
  clock: "M10 6v4.2l2.6 1.6M10 3.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13",
  person: "M10 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6M4.5 16.5c.6-3 2.7-4.5 5.5-4.5s4.9 1.5 5.5 4.5",
  cross: CROSS,
  dots: "M6 10h.01M10 10h.01M14 10h.01",
  copy: COPY,
  open: OPEN,
  eye: "M2.5 10s2.8-5 7.5-5 7.5 5 7.5 5-2.8 5-7.5 5-7.5-5-7.5-5M10 8a2 2 0 1 0 0 4a2 2 0 1 0 0-4",
  pause: "M7.5 5v10M12.5 5v10",
  relay: "M4 7.5h11m-3-3l3 3-3 3M16 12.5H5m3-3l-3 3 3 3",
  picture: PICTURE,
};

/**
 * Creates an icon, hidden from screen readers.
 * @example
 * console.log(icon("check").getAttribute("viewBox")); // 0 0 20 20
 */
export function icon(name: IconName): SVGElement {
  return drawIcon(PATHS[name]);
}
