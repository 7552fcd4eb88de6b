// Replacements for the globals that wasm-bindgen's glue uses. scripts/bundle.mjs imports them into the glue of the
// client.
//
// Through these globals, the host calls functions of Rust later, for example when a promise settles. The replacements
// handle a trap in such a function, because the exception would end a Node.js process.

/** Wraps a function that calls Rust. The wrapper handles a trap in the function, and never throws. */
export type Guard = <A extends unknown[]>(
  callback: (...args: A) => unknown,
) => (...args: A) => void;

let guard: Guard = (callback) => callback;

/** Sets the guard of the client's instance. */
export function setGuard(value: Guard): void {
  guard = value;
}

type Callback = (value: unknown) => unknown;

/** Replaces `Promise`. The constructor returns a promise for JavaScript, and `resolve` a thenable for Rust. */
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
    // The constructor of Promise would turn a trap into a rejection, and Rust would continue in a broken instance.
    if (trap) throw trap.thrown;
    // A later trap can leave this promise without a handler. Its rejection would then end a Node.js process.
    promise.catch(() => {});
    return promise;
  }

  /**
   * Returns a plain object with `then`. A subclass of Promise would wrap the promise `value` in a second promise, which
   * takes two more microtasks for each promise that Rust awaits.
   */
  static resolve(value: unknown): { then(onFulfilled: Callback, onRejected: Callback): void } {
    return {
      then(onFulfilled, onRejected) {
        void Promise.resolve(value).then(guard(onFulfilled), guard(onRejected));
      },
    };
  }
}

/** Uses the microtask of a promise: the `queueMicrotask` of Chromium makes a call of the client a tenth slower. */
export function queueMicrotask(callback: () => void): void {
  void Promise.resolve().then(guard(callback));
}

export function setTimeout(callback: () => void, ms: number): unknown {
  return globalThis.setTimeout(guard(callback), ms);
}

/** Frees the Rust values of collected objects. Some hosts have no `FinalizationRegistry`. */
const GlueFinalizationRegistry =
  (globalThis as Partial<typeof globalThis>).FinalizationRegistry &&
  class<T> extends FinalizationRegistry<T> {
    constructor(free: (pointer: T) => void) {
      // Looks up `guard` at each call, because the glue creates its registries before `setGuard`.
      super((pointer) => guard(free)(pointer));
    }
  };

export { GlueFinalizationRegistry as FinalizationRegistry, GluePromise as Promise };
