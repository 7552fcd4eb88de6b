// `npm run set-version -- VERSION`: writes the version of the next release into every file that contains it, and gives
// the section "Unreleased" of CHANGELOG.md that version and the date.
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ScriptError, main, root, run } from "./run.mjs";

/**
 * The version in the name of a package file, such as ethereal-query-0.1.0.tgz. In these patterns, `(?<=…)` and `(?=…)`
 * match the text around the version, which stays.
 */
const TARBALL_VERSION = /(?<=ethereal-query-)\d+\.\d+\.\d+(?=\.tgz)/g;
/** The version in the range of a dependency, such as "^0.1.0". */
const RANGE_VERSION = /(?<="ethereal-query": "\^)[^"]+/g;

const exampleManifests = readdirSync(join(root, "examples"))
  .map((name) => `examples/${name}/package.json`)
  .filter((path) => existsSync(join(root, path)));

/** The files that contain the version, each with the pattern that matches the version in it. */
export const VERSION_PATTERNS = {
  "Cargo.toml": /(?<=^version = ")[^"]+/gm,
  "service/Cargo.toml": /(?<=^ethereal-query = \{ version = ")[^"]+/gm,
  "pkg/package.json": /(?<=^ {2}"version": ")[^"]+/gm,
  "service/openapi.json": /(?<=^ {4}"version": ")[^"]+/gm,
  "README.md": TARBALL_VERSION,
  "docs/getting-started.md": TARBALL_VERSION,
  "docs/releasing.md": /(?<=\bv|set-version -- |Release )\d+\.\d+\.\d+/g,
  ...Object.fromEntries(exampleManifests.map((path) => [path, RANGE_VERSION])),
};

/**
 * The heading of the changes since the last version. Before the first release, a sentence follows: "What 0.1.0, the
 * first version, will hold." The release removes the sentence.
 */
const UNRELEASED = /^## \[Unreleased\]\n+(What \S+, the first version, will hold\.\n+)?/m;

/** Returns the changelog with a version as the heading of the unreleased changes. */
export function releaseChangelog(text, version, date) {
  const heading = UNRELEASED.exec(text);
  const changes = heading && text.slice(heading.index + heading[0].length);
  if (!changes || changes.startsWith("## "))
    throw new ScriptError(
      'CHANGELOG.md has no changes in the section "Unreleased". Describe what the version changes.',
    );
  return text.replace(UNRELEASED, `## [Unreleased]\n\n## [${version}] - ${date}\n\n`);
}

function replaceInFile(path, replace) {
  const file = join(root, path);
  writeFileSync(file, replace(readFileSync(file, "utf8")));
}

await main(import.meta, async ([version]) => {
  if (!/^\d+\.\d+\.\d+$/.test(version ?? ""))
    throw new ScriptError(
      `Invalid version: ${version}. Expected three numbers, for example 0.1.1.`,
    );
  const today = new Date().toISOString().slice(0, 10);
  replaceInFile("CHANGELOG.md", (text) => releaseChangelog(text, version, today));
  for (const [path, pattern] of Object.entries(VERSION_PATTERNS)) {
    replaceInFile(path, (text) => text.replaceAll(pattern, version));
  }
  // Writes the version into the Cargo.lock of both workspaces.
  for (const manifest of ["Cargo.toml", "fuzz/Cargo.toml"]) {
    await run("cargo", [
      "update",
      "--quiet",
      "--manifest-path",
      manifest,
      "--package",
      "ethereal-query",
    ]);
  }
  console.log(`The version is ${version}. Read the difference with \`git diff\`.`);
});
