// Makes vectors.json from the files in seed/ and the rules in make/, never from the responses of a service.
import { readdirSync } from "node:fs";

const FOLDER = new URL("./make/", import.meta.url);

/** Returns the text of each generated file by its path. Throws an error if two vectors have the same name. */
export async function generatedFiles() {
  const vectors = [];
  for (const name of readdirSync(FOLDER).sort()) {
    const module = await import(new URL(name, FOLDER));
    // model.mjs has no vectors.
    vectors.push(...(module.vectors ?? []));
  }
  const names = new Set();
  for (const { name } of vectors) {
    if (names.has(name))
      throw new Error(`Duplicate vector name: "${name}". Expected unique names.`);
    names.add(name);
  }
  // One vector per line, so that a change of a vector changes one line.
  const lines = vectors.map((vector) => JSON.stringify(vector));
  return { "tests/conformance/vectors.json": `[\n${lines.join(",\n")}\n]\n` };
}
