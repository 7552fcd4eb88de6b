// Several files contain the version of the package, because each tool reads a different file. All versions must be
// equal.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { output, root } from "../../scripts/run.mjs";
import { VERSION_PATTERNS, releaseChangelog } from "../../scripts/set-version.mjs";

const read = (path) => readFileSync(join(root, path), "utf8");
const { version } = JSON.parse(read("pkg/package.json"));
const { packages } = JSON.parse(
  output("cargo", ["metadata", "--format-version", "1", "--no-deps", "--locked"]),
);
// The dependencies between our crates. "*" names no version.
const crateDependencies = packages
  .flatMap(({ dependencies }) => dependencies)
  .filter(({ path, req }) => path && req !== "*");

/**
 * The latest version in the changelog, as a list with one item. Before the first release, a sentence names the coming
 * version.
 */
function changelogVersions() {
  const findVersions = (pattern) =>
    [...read("CHANGELOG.md").matchAll(pattern)].map(([, version]) => version);
  const headings = findVersions(/^## \[(\d[^\]]*)\]/gm);
  return headings.length > 0
    ? headings.slice(0, 1)
    : findVersions(/^What (\S+), the first version/gm);
}

const versionsByPlace = {
  "the crates of the workspace": packages.map((crate) => crate.version),
  "the dependencies between the crates": crateDependencies.map(({ req }) => req.replace("^", "")),
  "the latest in CHANGELOG.md": changelogVersions(),
};
for (const [path, pattern] of Object.entries(VERSION_PATTERNS)) {
  versionsByPlace[path] = read(path).match(pattern) ?? [];
}

for (const [place, versions] of Object.entries(versionsByPlace)) {
  test(`${place} has the version of package.json`, () =>
    assert.deepEqual([...new Set(versions)], [version]));
}

const CHANGES = "### Fixed\n\n- A fault.\n";
const HISTORY = "## [0.1.0] - 2026-01-01\n\n- All.\n";

test("set-version dates the unreleased changes, and leaves an empty section", () => {
  const text = `# Changelog\n\n## [Unreleased]\n\n${CHANGES}\n${HISTORY}`;
  const released = `# Changelog\n\n## [Unreleased]\n\n## [0.1.1] - 2026-02-03\n\n${CHANGES}\n${HISTORY}`;
  assert.equal(releaseChangelog(text, "0.1.1", "2026-02-03"), released);
  // The first release also removes the sentence that names the coming version.
  const first = `## [Unreleased]\n\nWhat 0.1.0, the first version, will hold.\n\n${CHANGES}`;
  const firstReleased = `## [Unreleased]\n\n## [0.1.0] - 2026-01-01\n\n${CHANGES}`;
  assert.equal(releaseChangelog(first, "0.1.0", "2026-01-01"), firstReleased);
});

test("set-version rejects a version without changes", () => {
  for (const text of [`## [Unreleased]\n\n${HISTORY}`, "# Changelog\n"]) {
    assert.throws(
      () => releaseChangelog(text, "0.1.1", "2026-02-03"),
      /no changes in the section "Unreleased"/,
    );
  }
});
