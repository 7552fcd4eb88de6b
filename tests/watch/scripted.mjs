// A client with scripted responses, and the virtual clock of the tests. Every test of a file that imports this module
// starts with a new clock at 0.
import assert from "node:assert/strict";
import { afterEach, beforeEach } from "node:test";
import { Client, EtherealQueryError } from "../../pkg/dist/index.js";
import { Clock } from "./clock.mjs";

/** The hashes of the watched transfers. */
export const HASH = `0x${"6f".repeat(32)}`;
export const OTHER_HASH = `0x${"7e".repeat(32)}`;
/** The time in milliseconds until a scripted response. */
export const LATENCY = 100;
export const record = (status, fields) => ({
  _id: "1",
  status,
  fromChain: 1,
  toChain: 42161,
  ...fields,
});
export const failure = (kind, fields) =>
  new EtherealQueryError({ kind, code: kind, message: kind, retryable: false, ...fields });

export let clock;
export const realRandom = Math.random;
const clients = [];
beforeEach(() => {
  clock = new Clock();
  // With 0.5, the intervals have no jitter.
  Math.random = () => 0.5;
});
afterEach(() => {
  // Every test must leave no timer and no request.
  assert.equal(clock.timers.size, 0, "no timer is left");
  // Empties the list for the next test.
  const clientsOfTest = clients.splice(0);
  for (const client of clientsOfTest) assert.equal(client.open, 0, "no request is left");
  Math.random = realRandom;
  clock.restore();
});

/**
 * A client whose responses come from `respond(hash, time, number)`: a record, null, an error, or "hang" for no
 * response. `number` counts the calls from 1.
 */
export class ScriptedClient extends Client {
  calls = [];
  /** The number of requests in flight. */
  open = 0;

  constructor(respond, latency = LATENCY, options = {}) {
    super({ baseUrl: "https://api.example.com", ...options });
    Object.assign(this, { respond, latency });
    clients.push(this);
  }

  bridgeTransfer(hash, query, { signal }) {
    assert.ok(!signal.aborted, "no request after the end");
    this.calls.push({ hash, query, at: clock.now });
    this.open++;
    const number = this.calls.length;
    return new Promise((resolve, reject) => {
      const finish = (settle, value) => {
        this.open--;
        clearTimeout(timer);
        signal.removeEventListener("abort", onAbort);
        settle(value);
      };
      const onAbort = () => finish(reject, failure("aborted"));
      const timer = setTimeout(() => {
        const outcome = this.respond(hash, clock.now, number);
        if (outcome === "hang") return;
        if (outcome instanceof Error) finish(reject, outcome);
        else finish(resolve, outcome);
      }, this.latency);
      signal.addEventListener("abort", onAbort);
    });
  }

  /** The times at which the requests began. */
  get times() {
    return this.calls.map(({ at }) => at);
  }
}

/** A client that responds with each of `outcomes` in turn, and then repeats the last outcome. */
export const clientWith = (...outcomes) =>
  new ScriptedClient((_hash, _now, number) => {
    const lastIndex = outcomes.length - 1;
    return outcomes[Math.min(number - 1, lastIndex)];
  });

/**
 * Advances the virtual time by `ms`, by default beyond the default time limit of a watch, an hour. Returns `{ value }`
 * or `{ error }`, or `{}` if the promise is still pending.
 */
export async function outcomeAfter(promise, ms = 4_000_000) {
  const result = promise.then(
    (value) => ({ value }),
    (error) => ({ error }),
  );
  await clock.advance(ms);
  return Promise.race([result, Promise.resolve({})]);
}

/** The state in the first update of a watch. */
export async function firstState(client, options) {
  const { value: step } = await outcomeAfter(client.watchTransfer(HASH, options).next(), LATENCY);
  return step.value.state;
}

/**
 * Reads all updates of a watch into `updates`, and returns them. If the watch fails, `updates` has the updates before
 * the error.
 */
export async function readAll(iterator, updates = []) {
  for await (const update of iterator) updates.push(update);
  return updates;
}

export const summaryOf = (updates) =>
  updates.map(({ phase, transfer }) => [phase, transfer?.status]);
