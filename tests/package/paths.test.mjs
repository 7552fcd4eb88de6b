// Nothing that is shipped tells where it was built. `npm run test:reproducible` goes further and builds it elsewhere.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { output, root } from "../../scripts/run.mjs";

const names = readFileSync(join(root, "tests", "package", "files.txt"), "utf8").trim().split("\n");
const shipped = names.map((name) => [name, readFileSync(join(root, "pkg", name))]);

// Inside the entries the modules stand in an alphabet of their own: here they are as the engine gets them.
const { Module } = WebAssembly;
WebAssembly.Module = function (bytes) {
  shipped.push([`module ${shipped.length - names.length + 1} of the entries`, Buffer.from(bytes)]);
  return new Module(bytes);
};
const { Client, formatUnits, stream } = await import("../../pkg/dist/index.js");
const { EmbeddedService } = await import("../../pkg/dist/embedded.js");
formatUnits(1n);
const fetch = async () => new Response('{"etherealData":[]}');
await stream(new Client({ baseUrl: "https://api.example.com", apiKey: "k", fetch }).ethereals()).next();
new EmbeddedService({});
WebAssembly.Module = Module;

const folders = [
  root.replace(/\/$/, ""),
  homedir(),
  process.env.CARGO_HOME ?? join(homedir(), ".cargo"),
  output("rustc", ["--print", "sysroot"]),
].filter((folder) => folder !== "/");
// Of any machine: homes, and where cargo and rustup keep sources.
const USUAL = /\/(home|root|Users)\/|[A-Z]:\\|\.(cargo|rustup)\b|registry[/\\]src|index\.crates\.io-|\/target\/release/;

test("all four modules were seen", () => assert.equal(shipped.length, names.length + 4));

test("no path of the machine that built it is inside", () => {
  for (const [name, bytes] of shipped) {
    const text = bytes.toString("latin1");
    for (const folder of folders) assert.ok(!text.includes(`${folder}/`), `${name} holds ${folder}`);
    assert.equal(USUAL.exec(text)?.[0], undefined, name);
  }
});
