// Counts the lines of code: without blank lines, comments, and the tests at the end of a Rust file.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { output, root } from "./run.mjs";

/** Returns the paths of the files that git tracks or would add. */
export const trackedFiles = () =>
  output("git", ["ls-files", "-co", "--exclude-standard"])
    .split("\n")
    .filter((path) => existsSync(join(root, path)));

/** Returns the number of lines of code of the files. */
const countLines = (paths) =>
  paths.reduce((total, path) => total + countTextLines(readFileSync(join(root, path), "utf8")), 0);

function countTextLines(text) {
  const code = text
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/#\[cfg\(.*\btest\b.*\)\]\nmod tests \{[\s\S]*$/, "");
  return code.split("\n").filter((line) => line.trim() !== "" && !line.trim().startsWith("//"))
    .length;
}

const isTestOrGenerated = (path) => /\/(tests|generated)\/|\/tests\.rs$/.test(path);

/** Returns the parts of the repository, each with its number of files and lines of code. */
export function countParts() {
  const files = trackedFiles();
  const parts = {
    "the product": (path) =>
      /^(src|pkg\/src|service\/src)\/.*\.(rs|ts)$/.test(path) && !isTestOrGenerated(path),
    "the demo page": (path) => /^www\/.*\.(js|css)$/.test(path),
    "tests, without unit tests": (path) => /^tests\/.*\.(rs|m?[jt]s)$/.test(path),
    "scripts, benchmarks and the site": (path) =>
      /^(scripts|bench|fuzz|seed|docs)\/.*\.(rs|mjs|js|vue)$/.test(path),
  };
  return Object.entries(parts).map(([name, isPart]) => {
    const paths = files.filter(isPart);
    return { name, files: paths.length, lines: countLines(paths) };
  });
}
