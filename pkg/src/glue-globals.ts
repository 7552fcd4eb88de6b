// The globals by which wasm-bindgen's glue lets the host call Rust later. The bundler puts them in place of the real ones
// (scripts/bundle.mjs): a trap in such a call is handled by the package instead of ending the process.

/** Wraps a function that calls Rust. */
export type Guard = <A extends unknown[]>(callback: (...args: A) => unknown) => (...args: A) => void;

let guard: Guard = (callback) => callback;

/** Names the guard of the client's instance. */
export function setGuard(value: Guard): void {
  guard = value;
}

type Callback<V> = ((value: V) => unknown) | null;

/** A promise whose callbacks are guarded. Rust attaches them and looks at no result. */
class GuardedPromise<T> extends Promise<T> {
  /** Promises of `then` are of no use to Rust. */
  static override readonly [Symbol.species] = Promise;

  constructor(executor: ConstructorParameters<typeof Promise<T>>[0]) {
    let trap: { thrown: unknown } | undefined;
    super((resolve, reject) => {
      try {
        executor(resolve, reject);
      } catch (thrown) {
        trap = { thrown };
      }
    });
    // The constructor of Promise would swallow a trap, and Rust would go on in a broken instance.
    if (trap) throw trap.thrown;
    // After a trap, nobody waits for a promise any more: its rejection must not end the process.
    super.then(undefined, () => {});
  }

  override then(onFulfilled?: Callback<T>, onRejected?: Callback<unknown>): Promise<never> {
    const guarded = <V>(callback: Callback<V> | undefined) => callback && guard(callback);
    return super.then(guarded(onFulfilled), guarded(onRejected)) as Promise<never>;
  }
}

/** A microtask of a promise: in Chromium a tenth of a call faster than the host's `queueMicrotask`. */
export function queueMicrotask(callback: () => void): void {
  void Promise.resolve().then(guard(callback));
}

export function setTimeout(callback: () => void, ms: number): unknown {
  return globalThis.setTimeout(guard(callback), ms);
}

export { GuardedPromise as Promise };
