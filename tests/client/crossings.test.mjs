// Counts how often WebAssembly calls JavaScript during a call of the client. Each crossing costs time.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";

let crossings = 0;

/** Copies the imports of a WebAssembly module. The functions of the copy count their calls. */
function counted(imports) {
  const copy = {};
  for (const [moduleName, members] of Object.entries(imports)) {
    copy[moduleName] = {};
    for (const [name, member] of Object.entries(members))
      copy[moduleName][name] = countedMember(member);
  }
  return copy;
}

function countedMember(value) {
  if (typeof value !== "function") return value;
  return function count(...args) {
    crossings++;
    return value.apply(this, args);
  };
}

const { instantiate } = WebAssembly;
WebAssembly.instantiate = (module, imports) => instantiate(module, counted(imports));
WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
  construct: (Instance, [module, imports]) => new Instance(module, counted(imports)),
});
// The package instantiates its module when a client is created. The replacements above must exist before.
const { TRANSFER, createClient } = await import("./calls.mjs");
const { respondToCalls } = await import("./service.mjs");

test("a bridgeTransfer without hooks calls at most 60 imports of JavaScript", async () => {
  const client = createClient(respondToCalls());
  await TRANSFER.send(client, TRANSFER.query);
  await delay(10);
  crossings = 0;
  const calls = 100;
  for (let i = 0; i < calls; i++) await TRANSFER.send(client, TRANSFER.query);
  await delay(10);
  assert.ok(crossings > 0, "the imports are counted");
  assert.ok(crossings / calls <= 60, `${crossings / calls} imports`);
});
