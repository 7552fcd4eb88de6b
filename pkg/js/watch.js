// Watching a transfer until it ends. Rust decides what an answer means (`src/watch.rs`); here are the polls, what ends
// them from outside, and the two forms of the result.

import { EtherealQueryError, guard, refuse } from "./error.js";
import { routeOf } from "./helpers.js";
import { instance } from "./instance.js";
import { walk } from "./list.js";
import { SEPARATOR, encodeAll, encodeOptions, object } from "./values.js";

// What happens to a watch, by the numbers of `src/wasm/watch.rs`.
const START = 0;
const FOUND = 1;
const ABSENT = 2;
const FAILED = 3;
const EXPIRED = 4;
const ABORTED = 5;

/** The changes, one by one. Polls only while one is asked for: an iterator that nobody uses any more does nothing. */
export function watchTransfer(client, scheduler, hash, options) {
  const watch = open(client, scheduler, hash, options, false);
  return walk(watch.step, watch.halt);
}

/** The last record. */
export async function waitForTransfer(client, scheduler, hash, options) {
  const { onProgress, ...rest } = object("options", options);
  if (onProgress && typeof onProgress !== "function") throw refuse("onProgress", "`onProgress` must be a function.");
  const watch = open(client, scheduler, hash, rest, true);
  for (let change; (change = await watch.step()); ) {
    // What a hook throws, now or later, is its own affair.
    (async () => onProgress?.(change.value))().catch(() => {});
  }
  return watch.transfer();
}

/** `step` gives the next change, nothing after the last one, or throws; `halt` makes a step under way give nothing. */
function open(client, scheduler, hash, options, promised) {
  let signal, chain, state, rest;
  let begun, end, last, failure, over, halt;
  let transfer = null;
  // The next poll is due `wait` milliseconds after `from`: the first at once.
  let from = 0;
  let wait = 0;

  // Tells Rust what happened; gives what follows, or throws the error that ends the watch, with `cause`.
  const tell = (cause, what, fact, retryable, retryAfterMs) => {
    const numbers = [what, performance.now() - begun, Math.random() * 2 ** 32, promised, retryable, retryAfterMs];
    const event = encodeAll([hash, state, numbers.map(Math.round).join("."), transfer?.status, fact]);
    const given = [event, encodeOptions(rest)].join(SEPARATOR);
    try {
      const answer = guard(() => {
        const text = instance().rust.watchTransfer(given);
        if (text) return text;
        throw cause;
      });
      const row = answer.split(SEPARATOR);
      state = row[5];
      return row;
    } catch (error) {
      // A poll's own error stays as it is.
      if (error === cause) throw error;
      throw new EtherealQueryError({ ...error, message: error.message, cause, ...(transfer && { transfer }) });
    }
  };

  const start = () => {
    const { signal: given, ...others } = object("options", options);
    if (given && typeof given.addEventListener !== "function") {
      throw refuse("signal", "`signal` must be an AbortSignal.");
    }
    signal = given;
    ({ chain, state, ...rest } = others);
    const [, passed, left] = tell(undefined, START).map(Number);
    begun = performance.now() - passed;
    end = begun + passed + left;
  };

  const step = async () => {
    if (over) return undefined;
    const stop = new AbortController();
    let settle, dropPoll, dropEnd;
    // When the last poll began.
    let since = 0;
    const ended = new Promise((resolve) => (settle = resolve));
    const aborted = () => interrupt(signal.reason, ABORTED);
    const clean = () => {
      dropPoll?.();
      dropEnd?.();
      signal?.removeEventListener("abort", aborted);
      stop.abort();
    };
    halt = (result) => {
      // First of all: nothing may be sent from now on.
      clean();
      settle(result);
    };
    const interrupt = (cause, what) => halt((async () => tell(cause, what))());

    // What came of a poll, as `tell` takes it.
    const poll = async () => {
      since = performance.now();
      try {
        const found = await client.bridgeTransfer(hash, { chain }, { signal: stop.signal });
        if (!found) return [undefined, ABSENT];
        transfer = found;
        return [undefined, FOUND, JSON.stringify(found)];
      } catch (error) {
        return [error, FAILED, error?.kind, error?.retryable === true, error?.retryAfterMs];
      }
    };

    try {
      if (end === undefined) start();
      // The failure behind the last change.
      if (last) tell(...last);
      if (last) return undefined;
      if (signal?.aborted) tell(signal.reason, ABORTED);
      signal?.addEventListener("abort", aborted);
      // A poll that begins after the end (the machine slept, the program came back late) is still looked at.
      const expire = () => since < end && interrupt(failure, EXPIRED);
      if (performance.now() < end) dropEnd = scheduler.add(end, 0, expire, true);
      for (;;) {
        const event = await Promise.race([ended, new Promise((resolve) => {
          dropPoll = scheduler.add(from, wait, () => {
            // Among many watches of one signal, another's listener may come first and free a place.
            const polled = signal?.aborted ? ended : Promise.race([ended, poll()]);
            resolve(polled);
            return polled;
          });
        })]);
        if (!event) return undefined;
        failure = event[0];
        const [polls, elapsedMs, ms, report, phase] = tell(...event);
        from = performance.now();
        wait = Number(ms);
        if (!wait) last = event;
        if (report === "1") {
          const steps = transfer ? routeOf(transfer) : [];
          return { value: { transfer, phase, steps, polls: Number(polls), elapsedMs: Number(elapsedMs), state } };
        }
        if (last) return undefined;
      }
    } catch (thrown) {
      over = true;
      throw thrown;
    } finally {
      clean();
    }
  };

  return { step, halt: () => halt?.(), transfer: () => transfer };
}
