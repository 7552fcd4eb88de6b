// The globals by which wasm-bindgen's glue lets the host call Rust later, and those that Rust calls. The bundler puts them
// in place of the real ones (scripts/bundle.mjs): a trap in a call of the host is handled by the package instead of ending
// the process, and a global that throws is no trap.

import { now, random, unixMs } from "./host.js";

/** Wraps a function that calls Rust. */
export type Guard = <A extends unknown[]>(callback: (...args: A) => unknown) => (...args: A) => void;

let guard: Guard = (callback) => callback;

/** Names the guard of the client's instance. */
export function setGuard(value: Guard): void {
  guard = value;
}

type Callback = (value: unknown) => unknown;

/** Stands for `Promise` in the glue: the host awaits what the constructor returns, and Rust what `resolve` returns. */
class GluePromise {
  constructor(executor: (resolve: Callback, reject: Callback) => void) {
    let trap: { thrown: unknown } | undefined;
    const promise = new Promise((resolve, reject) => {
      try {
        executor(resolve, reject);
      } catch (thrown) {
        trap = { thrown };
      }
    });
    // The constructor of Promise would swallow a trap, and Rust would go on in a broken instance.
    if (trap) throw trap.thrown;
    // After a trap, the call has no handler for this rejection, which would end a Node.js process.
    promise.catch(() => {});
    return promise;
  }

  /** Not a subclass of Promise, which would cost two more microtasks for each promise that Rust awaits. */
  static resolve(value: unknown): { then(onFulfilled: Callback, onRejected: Callback): void } {
    return {
      then(onFulfilled, onRejected) {
        void Promise.resolve(value).then(guard(onFulfilled), guard(onRejected));
      },
    };
  }
}

/** A microtask of a promise: in Chromium a tenth of a call faster than the host's `queueMicrotask`. */
export function queueMicrotask(callback: () => void): void {
  void Promise.resolve().then(guard(callback));
}

export function setTimeout(callback: () => void, ms: number): unknown {
  return globalThis.setTimeout(guard(callback), ms);
}

/** Frees what the program has forgotten. Some hosts lack it. */
const GlueFinalizationRegistry =
  (globalThis as Partial<typeof globalThis>).FinalizationRegistry &&
  class<T> extends FinalizationRegistry<T> {
    constructor(free: (held: T) => void) {
      super((held) => guard(free)(held));
    }
  };

const GlueDate = { now: unixMs };
const GlueMath = { random };
const gluePerformance = { now };

export {
  GlueDate as Date,
  GlueFinalizationRegistry as FinalizationRegistry,
  GlueMath as Math,
  GluePromise as Promise,
  gluePerformance as performance,
};
