// A host whose clock, random numbers or constructors throw: every call still ends, and the next one works.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isEtherealQueryError } from "../../pkg/dist/index.js";
import { show } from "./assertions.mjs";
import { ADDRESS, HASH, createClient } from "./calls.mjs";
import { respondInTurn, succeed } from "./service.mjs";

/** Functions of the host, by the object that has them. */
const FUNCTIONS = {
  "performance.now": [performance, "now"],
  "Date.now": [Date, "now"],
  "Math.random": [Math, "random"],
  setTimeout: [globalThis, "setTimeout"],
  clearTimeout: [globalThis, "clearTimeout"],
  AbortController: [globalThis, "AbortController"],
  Request: [globalThis, "Request"],
  ReadableStream: [globalThis, "ReadableStream"],
};
/** Without these no call is possible. */
const NEEDED = ["setTimeout", "clearTimeout", "AbortController"];

const CALLS = {
  "a call": (client) => client.tokenUri(ADDRESS, 7, { chainId: 1 }),
  "a call with a signal": (client) => client.project({ signal: SIGNAL }),
  "a list": (client) => client.ethereals().toArray({ limit: 5 }),
  "a watch": (client) => client.waitForTransfer(HASH, { intervalMs: 1, timeoutMs: 400 }),
};
const SIGNAL = new AbortController().signal;
const { setTimeout: wait } = globalThis;
const MAX_WAIT_MS = 2000;

/** Makes a function throw from its n-th call on. Returns a function that restores it. */
function breakFrom([object, name], n) {
  const original = object[name];
  let calls = 0;
  const count = () => {
    if (++calls >= n) throw new TypeError(`${name} is broken`);
  };
  object[name] = new Proxy(original, {
    apply: (target, self, args) => (count(), Reflect.apply(target, self, args)),
    construct: (target, args) => (count(), Reflect.construct(target, args)),
  });
  return () => (object[name] = original);
}

/** The result or the error of a call; undefined when it hangs. */
async function outcomeOf(run, client) {
  const ended = (async () => ({ value: await run(client) }))().catch((error) => ({ error }));
  return Promise.race([ended, new Promise((resolve) => wait(resolve, MAX_WAIT_MS))]);
}

const busy = () => new Response("", { status: 503, headers: { "retry-after": "Sun, 06 Nov 1994 08:49:37 GMT" } });

for (const [title, run] of Object.entries(CALLS)) {
  for (const [name, place] of Object.entries(FUNCTIONS)) {
    test(`${title} ends although ${name} throws`, async () => {
      const failures = [];
      for (let n = 1; n <= 8; n++) {
        const client = createClient(respondInTurn(busy, succeed), { maxRetries: 1, timeoutMs: 300, deadlineMs: 600 });
        const mend = breakFrom(place, n);
        const outcome = await outcomeOf(run, client).finally(mend);
        const isGood = outcome?.value || isEtherealQueryError(outcome?.error);
        const isNeedless = outcome?.error?.kind === "internal" && !NEEDED.includes(name);
        if (!isGood || isNeedless) failures.push(`from call ${n}: ${show(outcome?.error ?? "hangs")}`);
        const next = await outcomeOf(run, createClient(succeed));
        if (!next?.value) failures.push(`after call ${n}: ${show(next?.error ?? "hangs")}`);
      }
      assert.deepEqual(failures, []);
    });
  }
}
