// Lists of terms and values.
import { type Child, h } from "./dom.js";

/**
 * A row of {@link facts}.
 * @example
 * const row: Fact = ["Token id", "7"];
 * console.log(facts([row]).textContent); // Token id7
 */
export type Fact = readonly [term: string, value: Child];

/**
 * Creates a list of terms and values. It leaves out a row without a value.
 * @example
 * console.log(facts([["Token id", "7"], ["Website", undefined]]).children.length); // 1
 */
export function facts(rows: readonly Fact[]): HTMLElement {
  return h(
    "dl",
    { class: "facts", part: "facts" },
    rows
      .filter(([, value]) => value)
      .map(([term, value]) => h("div", {}, h("dt", {}, term), h("dd", {}, value))),
  );
}
