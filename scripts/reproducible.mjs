// `npm run test:reproducible`: builds the package once more, from the same sources in another folder, with another
// place for cargo's files, and wants every packed file to be the same byte for byte.
import { createHash } from "node:crypto";
import {
  copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pack } from "../tests/package/project.mjs";
import { build } from "./build.mjs";
import { Stop, main, output, root, run } from "./run.mjs";

const EMBEDDED = "wasm/embedded/ethereal_query_bg.wasm";

/** What a clone with the changes of this folder would hold; the tools and npm packages are lent. */
function copySources(to) {
  const names = output("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
  if (names === null) throw new Stop("The sources are listed by git: this has to be a clone.");
  for (const name of names.split("\0").filter((name) => name && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(to, name)), { recursive: true });
    copyFileSync(join(root, name), join(to, name));
  }
  for (const name of [".tools", "node_modules"]) symlinkSync(join(root, name), join(to, name));
}

/** A cargo home that lends what was downloaded and unpacks the sources anew, so that their paths are others. */
function cargoHome(to) {
  const from = process.env.CARGO_HOME ?? join(homedir(), ".cargo");
  mkdirSync(join(to, "registry"), { recursive: true });
  const lend = (folder, but) => {
    for (const name of readdirSync(join(from, folder))) {
      if (!but.includes(name)) symlinkSync(join(from, folder, name), join(to, folder, name));
    }
  };
  lend("", ["registry", ".global-cache"]);
  lend("registry", ["src"]);
  return to;
}

const sha256 = (file) => createHash("sha256").update(readFileSync(file)).digest("hex");

/** Packs what a folder has built; the hash of the tarball, of each file in it, and of the embedded service's module. */
async function hashes(folder, place) {
  mkdirSync(place);
  const { tarball, files } = await pack(place, join(folder, "pkg"));
  const all = [...files, EMBEDDED].map((name) => [name, sha256(join(folder, "pkg", name))]);
  return new Map([...all, ["the tarball", sha256(tarball)]]);
}

await main(import.meta, async () => {
  await build();
  // Longer than most, and with a space: neither may matter.
  const place = mkdtempSync(join(tmpdir(), "ethereal-query second build "));
  try {
    const second = join(place, "in", "a", "folder", "with", "another", "path");
    copySources(second);
    console.log("Building once more in another folder (two to four minutes).");
    const env = { CARGO_HOME: cargoHome(join(place, "cargo")), CARGO_TARGET_DIR: join(place, "target") };
    await run("node", ["scripts/build.mjs"], { cwd: second, env, live: Boolean(process.env.VERBOSE) });
    const [here, there] = [await hashes(root, join(place, "1")), await hashes(second, join(place, "2"))];
    const names = [...new Set([...here.keys(), ...there.keys()])];
    const same = (name) => here.get(name) === there.get(name);
    const missing = "-".repeat(64);
    for (const name of names) {
      console.log(`${here.get(name) ?? missing}  ${name}`);
      if (!same(name)) console.log(`${there.get(name) ?? missing}  in the second folder`);
    }
    if (!names.every(same)) throw new Stop(`Not the same: ${names.filter((name) => !same(name)).join(", ")}`);
    console.log(`${names.length} of ${names.length} the same in both folders.`);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
});
