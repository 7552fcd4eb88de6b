// Writes cases.json, which the tests in Rust and in Node.js read, from cases.mjs; the suite's test compares the two.
import { writeFileSync } from "node:fs";
import { main } from "../../scripts/run.mjs";
import { cases } from "./cases.mjs";

export const FILE = new URL("./cases.json", import.meta.url);

/** The text of cases.json: one case a line, so that a change of one case is a change of one line. */
export function rendered() {
  const names = cases.map(({ name }) => name);
  const repeated = names.find((name, i) => names.indexOf(name) !== i);
  if (repeated) throw new Error(`two cases are called "${repeated}"`);
  return `[\n${cases.map((one) => JSON.stringify(one)).join(",\n")}\n]\n`;
}

await main(import.meta, () => {
  writeFileSync(FILE, rendered());
  console.log(`json: ${cases.length} cases`);
});
