// Writes the code of files in examples/ into the documents that show these files.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ScriptError, root } from "../scripts/run.mjs";

/** A code block that begins with a comment with the path of a file in examples/: `// examples/…`. */
const EXAMPLE_BLOCK = /^(```\w*\n(?:\/\/|#|<!--) (examples\/\S+)(?: -->)?\n)[^]*?^```$/gm;

export function generatedFiles() {
  const pages = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md"));
  const documents = ["README.md", "pkg/README.md", ...pages.map((name) => `docs/${name}`)];
  return Object.fromEntries(documents.map((path) => [path, withExamples(path)]));
}

/** The text of a document with the whole file in each block of an example. */
function withExamples(path) {
  const text = readFileSync(join(root, path), "utf8");
  return text.replace(EXAMPLE_BLOCK, (_, head, example) => {
    const file = join(root, example);
    if (!existsSync(file)) throw new ScriptError(`${path} shows ${example}, which does not exist.`);
    return `${head}${readFileSync(file, "utf8")}\`\`\``;
  });
}
