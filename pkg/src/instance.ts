// WebAssembly instances, and recovery after a trap.
//
// A trap (a panic of Rust, an exhausted stack or memory) leaves an instance that must not be entered again. The calls in
// flight are rejected, and the next call begins in a fresh instance: `schedule_reinit` of wasm-bindgen replaces it.

import { EtherealQueryError, internalError, isErrorFields, isEtherealQueryError } from "./error.js";

/** What the exports of every module of this package have: the glue as wasm-bindgen writes it. */
export interface Glue {
  initSync(options: { module: WebAssembly.Module }): unknown;
  replaceInstance(): void;
  setPanicListener?(listener: (message: string) => void): void;
}

/** A module of the package, instantiated at its first use. */
export class Instance<G extends Glue> {
  readonly #glue: G;
  readonly #loadModule: () => WebAssembly.Module;
  #isStarted = false;
  /** Whether the instance of the glue must not be entered again. */
  #isBroken = false;
  #generation = 0;
  #panicMessage: string | undefined;
  readonly #inFlight = new Set<(error: EtherealQueryError) => void>();

  /**
   * @param loadModule returns the compiled module; it may throw when there is none yet
   */
  constructor(glue: G, loadModule: () => WebAssembly.Module) {
    this.#glue = glue;
    this.#loadModule = loadModule;
  }

  /** Grows by one with each trap. What was made in an earlier generation is gone. */
  get generation(): number {
    return this.#generation;
  }

  /** Instantiates the module if that has not happened yet. */
  start(): G {
    if (this.#isStarted) return this.#glue;
    try {
      this.#glue.initSync({ module: this.#loadModule() });
      // Scheduled at each start until one succeeds: the glue forgets it when the host cannot make the fresh instance.
      if (this.#isBroken) this.#glue.replaceInstance();
      this.#glue.setPanicListener?.((message) => (this.#panicMessage = message));
    } catch (thrown) {
      if (isEtherealQueryError(thrown)) throw thrown;
      // A policy says so itself, and it is not the only reason: a test environment may lack a part of the platform.
      const advice = "A Content-Security-Policy must allow 'wasm-unsafe-eval'.";
      throw internalError("init_failed", `Cannot start the WebAssembly module (${String(thrown)}). ${advice}`, thrown);
    }
    this.#isStarted = true;
    this.#isBroken = false;
    return this.#glue;
  }

  /** Runs `work`, which calls exports; throws only errors of this package. */
  call<T>(work: (glue: G) => T): T {
    const glue = this.start();
    try {
      return work(glue);
    } catch (thrown) {
      throw this.#wrap(thrown);
    }
  }

  /** Like {@link call} for exports that return a promise; rejects as well when the instance breaks meanwhile. */
  callAsync<T>(work: (glue: G) => Promise<T>): Promise<T> {
    const promise = this.call(work);
    return new Promise((resolve, reject) => {
      this.#inFlight.add(reject);
      const settle =
        <V>(settled: (value: V) => void) =>
        (value: V) => {
          this.#inFlight.delete(reject);
          settled(value);
        };
      promise.then(
        settle(resolve),
        settle((thrown: unknown) => reject(this.#wrap(thrown))),
      );
    });
  }

  /** Wraps a function that the host calls later, so that a trap in it is handled here and nothing reaches the host. */
  guard<A extends unknown[]>(callback: (...args: A) => unknown): (...args: A) => void {
    const generation = this.#generation;
    return (...args) => {
      // The function belongs to an instance that is gone.
      if (generation !== this.#generation) return;
      try {
        callback(...args);
      } catch (thrown) {
        this.#wrap(thrown);
      }
    };
  }

  /** What Rust threw, as an error of this package. Anything but the fields of an error is a trap. */
  #wrap(thrown: unknown): EtherealQueryError {
    if (isEtherealQueryError(thrown)) return thrown;
    return isErrorFields(thrown) ? new EtherealQueryError(thrown) : this.#onTrap(thrown);
  }

  #onTrap(thrown: unknown): EtherealQueryError {
    const reason = this.#panicMessage === undefined ? "" : ` (${this.#panicMessage})`;
    const message = `The WebAssembly module broke${reason}: a defect, please report it; the next call works.`;
    const error = internalError("internal", message, thrown);
    this.#panicMessage = undefined;
    this.#generation++;
    // The next call starts the fresh instance.
    this.#isStarted = false;
    this.#isBroken = true;
    for (const reject of this.#inFlight) reject(error);
    this.#inFlight.clear();
    return error;
  }
}
