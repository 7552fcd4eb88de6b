// `npm run generate`: writes every generated file that the repository keeps. With `--check` it writes nothing and fails
// when a file is out of date.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import prettier from "prettier";
import { ScriptError, main, root } from "../scripts/run.mjs";

/**
 * The modules whose `generatedFiles()` returns texts by their paths. A generator may read files of an earlier generator,
 * so each module is imported after the earlier files are written.
 */
const GENERATORS = [
  "./rust.mjs",
  "./options.mjs",
  "./chains.mjs",
  "../seed/generate.mjs",
  "../tests/conformance/make.mjs",
  "../tests/page/examples.mjs",
  "./recipes.mjs",
];

/** Formats a script, so that a generator does not have to wrap lines. */
async function formatted(path, text) {
  if (!/\.(ts|mjs)$/.test(path)) return text;
  const filepath = join(root, path);
  const options = await prettier.resolveConfig(filepath);
  return prettier.format(text, { ...options, filepath });
}

/** The text of a file of the repository; `undefined` for a new file. */
function currentText(path) {
  const file = join(root, path);
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

await main(import.meta, async ([option]) => {
  const isCheck = option === "--check";
  if (option !== undefined && !isCheck)
    throw new ScriptError(`Unknown option ${option}. Expected --check or nothing.`);
  const different = [];
  for (const generator of GENERATORS) {
    const { generatedFiles } = await import(generator);
    for (const [path, raw] of Object.entries(await generatedFiles())) {
      const text = await formatted(path, raw);
      if (text === currentText(path)) continue;
      different.push(path);
      if (!isCheck) writeFileSync(join(root, path), text);
    }
  }
  if (isCheck && different.length > 0) {
    throw new ScriptError(`Out of date: ${different.join(", ")}. Run: npm run generate`);
  }
  console.log(
    different.length === 0 ? "All generated files are up to date." : different.join("\n"),
  );
});
