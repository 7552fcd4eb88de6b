// Several files contain the version, because each tool reads its own. They must be equal.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { output, root } from "../../scripts/run.mjs";

const read = (path) => readFileSync(join(root, path), "utf8");
const findVersions = (path, pattern) => [...read(path).matchAll(pattern)].map(([, version]) => version);
const { version } = JSON.parse(read("pkg/package.json"));
const { packages } = JSON.parse(output("cargo", ["metadata", "--format-version", "1", "--no-deps", "--locked"]));
const siblings = packages.flatMap(({ dependencies }) => dependencies).filter(({ path, req }) => path && req !== "*");

/** The version in the changelog. Before the first release, it names the coming version. */
function changelogVersions() {
  const headings = findVersions("CHANGELOG.md", /^## \[(\d[^\]]*)\]/gm);
  return headings.length > 0 ? headings.slice(0, 1) : findVersions("CHANGELOG.md", /^What (\S+), the first version/gm);
}

const versionsByPlace = {
  "the crates of the workspace": packages.map((crate) => crate.version),
  "the dependencies between the crates": siblings.map(({ req }) => req.replace("^", "")),
  "service/openapi.json": [JSON.parse(read("service/openapi.json")).info.version],
  "the latest in CHANGELOG.md": changelogVersions(),
  "the tarball in README.md": findVersions("README.md", /ethereal-query-([\d.]+)\.tgz/g),
  "the tarball in docs/getting-started.md": findVersions("docs/getting-started.md", /ethereal-query-([\d.]+)\.tgz/g),
  "the tag in docs/releasing.md": findVersions("docs/releasing.md", /\bv(\d[\d.]+)/g),
};

for (const [place, versions] of Object.entries(versionsByPlace)) {
  test(`${place} has the version of package.json`, () => assert.deepEqual([...new Set(versions)], [version]));
}
