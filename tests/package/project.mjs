// Creates projects with the packed package, in temporary folders. `node tests/package/project.mjs FOLDER` creates a
// project in that folder. If PACKED_PROJECT names this folder, tests copy the project and do not pack again.
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { main, root, run } from "../../scripts/run.mjs";

/** Packs `from` into a folder. Returns the path of the tarball, its files and the sum of their sizes. */
export async function pack(folder, from = join(root, "pkg")) {
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder, from];
  const text = await run("npm", [...args, "--loglevel", "error"]);
  // Other lines may come before the JSON.
  const jsonStart = text.search(/^[[{]/m);
  const output = JSON.parse(text.slice(jsonStart));
  // npm prints an array of packages, or an object whose values are packages.
  const [{ filename, files, unpackedSize }] = Array.isArray(output)
    ? output
    : Object.values(output);
  return {
    tarball: join(folder, filename),
    files: files.map(({ path }) => path).sort(),
    unpackedSize,
  };
}

/** Packs the package and installs it in `folder`. */
async function install(folder) {
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name: "consumer", private: true, type: "module" }),
  );
  const { tarball } = await pack(folder);
  // Offline, so that a new dependency fails the test.
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball], { cwd: folder });
}

/** Creates a project. `remove` deletes the project. */
export async function createProject() {
  const folder = mkdtempSync(join(tmpdir(), "ethereal-query-"));
  const { PACKED_PROJECT } = process.env;
  if (PACKED_PROJECT) cpSync(PACKED_PROJECT, folder, { recursive: true });
  else await install(folder);
  const write = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  /** Links this repository's copy of another package. */
  const link = (name) => {
    const path = join(folder, "node_modules", name);
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(join(root, "node_modules", name), path);
  };
  return { folder, write, link, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

await main(import.meta, async ([path]) => {
  // npm runs inside of the folder, so a relative path would name another place.
  const folder = resolve(path);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await install(folder);
});
