// `npm run test:reproducible`: builds the package again from the same sources, in another folder and with another cargo
// home. Every packed file must have the same bytes.
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pack } from "./project.mjs";
import { ScriptError, main, output, root, run } from "../../scripts/run.mjs";

/** This module is not a packed file: the package contains it only as text. */
const EMBEDDED = "wasm/embedded/ethereal_query_bg.wasm";

/** Copies the files that git tracks or would add, and links the tools and npm packages. */
export function copySources(to) {
  const names = output("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
  if (names === null)
    throw new ScriptError("git cannot list the sources. Run this in a clone of the repository.");
  for (const name of names.split("\0").filter((name) => name && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(to, name)), { recursive: true });
    copyFileSync(join(root, name), join(to, name));
  }
  for (const name of [".tools", "node_modules"]) symlinkSync(join(root, name), join(to, name));
}

/**
 * Creates a cargo home that links the downloads. The folder registry/src is not linked, so cargo unpacks the sources to
 * other paths. cargo creates a new .global-cache, its database of the last uses.
 */
function createCargoHome(to) {
  const from = process.env.CARGO_HOME ?? join(homedir(), ".cargo");
  mkdirSync(join(to, "registry"), { recursive: true });
  const linkEntries = (folder, except) => {
    for (const name of readdirSync(join(from, folder))) {
      if (!except.includes(name)) symlinkSync(join(from, folder, name), join(to, folder, name));
    }
  };
  linkEntries("", ["registry", ".global-cache"]);
  linkEntries("registry", ["src"]);
  return to;
}

const sha256 = (file) => createHash("sha256").update(readFileSync(file)).digest("hex");

/**
 * Packs the package of a folder. Returns the hashes of the tarball, of its files and of the embedded service's module.
 */
async function hashPackage(folder, packFolder) {
  mkdirSync(packFolder);
  const { tarball, files } = await pack(packFolder, join(folder, "pkg"));
  const hashes = new Map();
  for (const name of [...files, EMBEDDED]) hashes.set(name, sha256(join(folder, "pkg", name)));
  hashes.set("the tarball", sha256(tarball));
  return hashes;
}

await main(import.meta, async () => {
  // A long path with a space must give the same bytes.
  const temporary = mkdtempSync(join(tmpdir(), "ethereal-query second build "));
  try {
    const second = join(temporary, "in", "a", "folder", "with", "another", "path");
    copySources(second);
    console.log("Building again in another folder (two to four minutes).");
    const env = {
      CARGO_HOME: createCargoHome(join(temporary, "cargo")),
      CARGO_TARGET_DIR: join(temporary, "target"),
    };
    await run("npm", ["run", "build"], { cwd: second, env });
    const firstHashes = await hashPackage(root, join(temporary, "1"));
    const secondHashes = await hashPackage(second, join(temporary, "2"));
    const names = [...new Set([...firstHashes.keys(), ...secondHashes.keys()])];
    // As long as a hash.
    const missing = "-".repeat(64);
    const different = [];
    for (const name of names) {
      const firstHash = firstHashes.get(name) ?? missing;
      const secondHash = secondHashes.get(name) ?? missing;
      console.log(`${firstHash}  ${name}`);
      if (firstHash === secondHash) continue;
      console.log(`${secondHash}  in the second folder`);
      different.push(name);
    }
    if (different.length > 0) throw new ScriptError(`These files differ: ${different.join(", ")}`);
    console.log(`All ${names.length} files have the same bytes in both folders.`);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
});
