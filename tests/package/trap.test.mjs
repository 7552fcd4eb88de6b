// A trap (what a panic of Rust becomes) in the shipped module: a fuse is built into it that any of its functions can blow.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import binaryen from "binaryen";
import { FEATURES } from "../../scripts/shrink.mjs";

const dist = new URL("../../pkg/dist/", import.meta.url);
const TOKEN = ["0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", 7n, { chainId: 1 }];

/** The module, with a fuse that the functions matching `pattern` burn down; `setFuse(n)` makes the nth such call trap. */
function fused(pattern) {
  const module = binaryen.readBinary(readFileSync(new URL("ethereal_query.wasm", dist)));
  module.setFeatures(FEATURES);
  const { i32, none } = binaryen;
  module.addGlobal("fuse", i32, true, module.i32.const(-1));
  const burn = () => [
    module.global.set("fuse", module.i32.sub(module.global.get("fuse", i32), module.i32.const(1))),
    module.if(module.i32.eqz(module.global.get("fuse", i32)), module.unreachable()),
  ];
  let found = 0;
  for (let i = 0; i < module.getNumExports(); i++) {
    const { name, kind, value } = binaryen.getExportInfo(module.getExportByIndex(i));
    if (kind !== binaryen.ExternalFunction || !pattern.test(name)) continue;
    const func = module.getFunction(value);
    const { body, results, base } = binaryen.getFunctionInfo(func);
    // One that the host brought, exported again.
    if (base || !body) continue;
    binaryen.Function.setBody(func, module.block(null, [...burn(), body], results));
    found++;
  }
  assert.ok(found > 0, `nothing matches ${pattern}`);
  module.addFunction("setFuse", i32, none, [], module.global.set("fuse", module.local.get(0, i32)));
  module.addFunctionExport("setFuse", "setFuse");
  assert.ok(module.validate());
  return new WebAssembly.Module(module.emitBinary());
}

let copies = 0;

/** A fresh copy of the package on that module, the instances it made, and what nobody handled. */
async function loaded(pattern) {
  const api = await import(new URL(`external.node.js?${++copies}`, dist));
  const instances = [];
  const { Instance } = WebAssembly;
  WebAssembly.Instance = function (...given) {
    const made = new Instance(...given);
    // The late module has no fuse.
    if (made.exports.setFuse) instances.push(made.exports);
    return made;
  };
  after(() => (WebAssembly.Instance = Instance));
  await api.init(fused(pattern));
  return { ...api, instances };
}

const strays = [];
process.on("uncaughtException", (error) => strays.push(error));
process.on("unhandledRejection", (error) => strays.push(error));

const client = ({ Client }, fetch) => new Client({ baseUrl: "https://api.example.com", apiKey: "a-key-of-ours", fetch });

test("a trap while an answer is read ends every pending call, and the next call works", async () => {
  const api = await loaded(/^resume$/);
  const answers = [];
  const calls = client(api, () => new Promise((resolve) => answers.push(() => resolve(Response.json({ n: answers.length })))));
  const pending = Array.from({ length: 50 }, (_, id) => calls.tokenUri(TOKEN[0], id, TOKEN[2]));
  const ends = Promise.allSettled(pending);
  while (answers.length < 50) await new Promise((resolve) => setTimeout(resolve, 1));
  api.instances[0].setFuse(1);
  answers[0]();
  for (const { status, reason } of await ends) {
    assert.equal(status, "rejected");
    assert.deepEqual([reason.name, reason.kind, reason.retryable], ["EtherealQueryError", "internal", false]);
    assert.ok(reason.cause instanceof WebAssembly.RuntimeError);
  }
  // The old exchanges end now; nothing of theirs may reach the broken instance, or the process.
  for (const answer of answers) answer();
  const later = calls.tokenUri(...TOKEN);
  while (answers.length < 51) await new Promise((resolve) => setTimeout(resolve, 1));
  answers[50]();
  assert.deepEqual(await later, { n: 51 });
  assert.equal(api.instances.length, 2);
  assert.deepEqual(strays, []);
});

test("a trap within a function is an error of the package, and the same function works again", async () => {
  const api = await loaded(/^(tokenUri|send|resume|configure|checksumAddress|e\w)$/);
  const make = () => client(api, async () => Response.json({ n: 1 }));
  const uses = {
    configure: make,
    checksumAddress: () => api.checksumAddress(TOKEN[0]),
    call: ((calls) => () => calls.tokenUri(...TOKEN))(make()),
  };
  for (const [name, use] of Object.entries(uses)) {
    for (let fuse = 1; fuse < 40; fuse++) {
      api.instances.at(-1).setFuse(fuse);
      const outcome = await (async () => use())().catch((error) => error);
      if (outcome?.kind === "internal") assert.ok(outcome.cause instanceof WebAssembly.RuntimeError, name);
      else assert.ok(!(outcome instanceof Error), `${name} ${fuse}: ${outcome}`);
      api.instances.at(-1).setFuse(-1);
      const again = await use();
      assert.ok(again instanceof api.Client || again === TOKEN[0] || again.n === 1, name);
    }
  }
  assert.ok(api.instances.length > 5, "some of these were blown");
  assert.deepEqual(strays, []);
});
