// Lists of terms and values.
import { type Child, h } from "./dom.js";

/** A row of {@link facts}. */
export type Fact = readonly [term: string, value: Child];

/** A list of terms and values. A row without a value is left out. */
export function facts(rows: readonly Fact[]): HTMLElement {
  return h(
    "dl",
    { class: "facts", part: "facts" },
    rows.filter(([, value]) => value).map(([term, value]) => h("div", {}, h("dt", {}, term), h("dd", {}, value))),
  );
}
