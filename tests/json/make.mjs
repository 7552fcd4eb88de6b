// Writes cases.json from cases.mjs. The tests in Rust and in Node.js read it.
import { writeFileSync } from "node:fs";
import { main } from "../../scripts/run.mjs";
import { cases } from "./cases.mjs";

export const FILE = new URL("./cases.json", import.meta.url);

/** The text of cases.json: each case has a line of its own, so that diffs are short. */
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
