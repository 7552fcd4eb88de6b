// How often a call goes from WebAssembly to JavaScript. Each crossing costs time in every call.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";

let crossings = 0;

/** Counts the calls of the functions that a module imports. */
const counted = (imports) =>
  Object.fromEntries(
    Object.entries(imports).map(([name, functions]) => [
      name,
      Object.fromEntries(
        Object.entries(functions).map(([key, value]) => [key, countedFunction(value)]),
      ),
    ]),
  );

function countedFunction(value) {
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
// The package starts its module when a client is created.
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
