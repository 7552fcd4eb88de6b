// Counts how often WebAssembly calls JavaScript during a call of the client. Each crossing costs time.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";

let crossings = 0;

/** Copies the imports of a WebAssembly module. The functions of the copy count their calls. */
function withCounters(imports) {
  const copy = {};
  for (const [moduleName, members] of Object.entries(imports)) {
    copy[moduleName] = {};
    for (const [name, member] of Object.entries(members))
      copy[moduleName][name] = withCounter(member);
  }
  return copy;
}

function withCounter(value) {
  if (typeof value !== "function") return value;
  return function count(...args) {
    crossings++;
    return value.apply(this, args);
  };
}

const { instantiate } = WebAssembly;
WebAssembly.instantiate = (module, imports) => instantiate(module, withCounters(imports));
WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
  construct: (Instance, [module, imports]) => new Instance(module, withCounters(imports)),
});
// The package instantiates its module when a client is created. The replacements above must exist before that.
const { TRANSFER, createClient } = await import("./calls.mjs");
const { respondToCalls } = await import("./service.mjs");

test("a bridgeTransfer without hooks calls at most 60 imports of JavaScript", async () => {
  const client = createClient(respondToCalls());
  // The first call, and the callbacks that follow its result, are not counted.
  await TRANSFER.send(client, TRANSFER.query);
  await delay(10);
  crossings = 0;
  const calls = 100;
  for (let i = 0; i < calls; i++) await TRANSFER.send(client, TRANSFER.query);
  // The callbacks that follow the last result are counted too.
  await delay(10);
  assert.ok(crossings > 0, "the imports are counted");
  // A call makes about 53 crossings. The limit leaves a small margin.
  assert.ok(crossings / calls <= 60, `${crossings / calls} imports`);
});
