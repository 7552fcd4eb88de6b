// WebAssembly instances, and recovery after a trap.
//
// After a trap (a panic of Rust, an exhausted stack or memory), no export of the instance may be called. The calls in
// flight reject, and `replaceInstance` (`schedule_reinit` of wasm-bindgen) makes the glue create a new instance for the
// next call.

import {
  EtherealQueryError,
  internalError,
  isErrorFields,
  isEtherealQueryError,
} from "../errors/error.js";
import { requireHostClasses } from "./host-classes.js";
import { startAdvice } from "./start-advice.js";

/** The exports that the glue of each module of the package has. */
export interface Glue {
  initSync(options: { module: WebAssembly.Module }): unknown;
  replaceInstance(): void;
  startInstance(): void;
}

/** A module of the package, instantiated at its first use. */
export class Instance<G extends Glue> {
  readonly #glue: G;
  readonly #loadModule: () => WebAssembly.Module;
  readonly #advice: string;
  #isStarted = false;
  /** Whether the instance of the glue has trapped. */
  #isBroken = false;
  #generation = 0;
  readonly #inFlight = new Set<(error: EtherealQueryError) => void>();

  /**
   * @param glue the module's JavaScript, as wasm-bindgen writes it
   * @param loadModule returns the compiled module; throws if there is none yet
   * @param advice what a program does after a trap, for the error
   */
  constructor(
    glue: G,
    loadModule: () => WebAssembly.Module,
    advice = "The next call starts a new instance",
  ) {
    this.#glue = glue;
    this.#loadModule = loadModule;
    this.#advice = advice;
  }

  /** Number of traps so far. Rust values of an earlier generation no longer exist. */
  get generation(): number {
    return this.#generation;
  }

  /** Instantiates the module, unless it is already running. */
  start(): G {
    if (this.#isStarted) return this.#glue;
    try {
      requireHostClasses("TextDecoder", "TextEncoder");
      this.#glue.initSync({ module: this.#loadModule() });
      // A start after a failed start must also call `replaceInstance`: the glue forgets the earlier call before it creates
      // the instance.
      if (this.#isBroken) this.#glue.replaceInstance();
      this.#glue.startInstance();
    } catch (thrown) {
      if (isEtherealQueryError(thrown)) throw thrown;
      const reason = String(thrown);
      const message = `Cannot start the WebAssembly module (${reason}).${startAdvice(reason)}`;
      throw internalError("init_failed", message, thrown);
    }
    this.#isStarted = true;
    this.#isBroken = false;
    return this.#glue;
  }

  /** Runs `callback`, which calls exports. Throws only errors of this package. */
  call<T>(callback: (glue: G) => T): T {
    const glue = this.start();
    try {
      return callback(glue);
    } catch (thrown) {
      throw this.#wrap(thrown);
    }
  }

  /**
   * Like {@link call}, for exports that return a promise. Also rejects when the instance traps before the promise
   * settles.
   */
  async callAsync<T>(callback: (glue: G) => Promise<T>): Promise<T> {
    const promise = this.call(callback);
    try {
      return await this.#untilTrap(promise);
    } catch (thrown) {
      // V8 adds the functions that await `callAsync` to the stack of an error that is created here. It would not add
      // them to the stack of an error that a callback of `then` creates.
      throw this.#wrap(thrown);
    }
  }

  /** Settles like `promise`. If the instance traps first, rejects. */
  #untilTrap<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#inFlight.add(reject);
      promise.then(
        (value) => {
          this.#inFlight.delete(reject);
          resolve(value);
        },
        (thrown: Error) => {
          this.#inFlight.delete(reject);
          reject(thrown);
        },
      );
    });
  }

  /** Wraps a function that the host calls later. The wrapper handles a trap in the function, and never throws. */
  guard<A extends unknown[]>(callback: (...args: A) => unknown): (...args: A) => void {
    const generation = this.#generation;
    return (...args) => {
      // The function belongs to an instance that has trapped.
      if (generation !== this.#generation) return;
      try {
        callback(...args);
      } catch (thrown) {
        // The host cannot use the error. After a trap, `#wrap` has rejected the calls in flight.
        this.#wrap(thrown);
      }
    };
  }

  /**
   * Converts a thrown value to an error of this package. Rust throws the fields of an error; any other value is a trap,
   * which ends the instance and its calls.
   */
  #wrap(thrown: unknown): EtherealQueryError {
    if (isEtherealQueryError(thrown)) return thrown;
    return isErrorFields(thrown) ? new EtherealQueryError(thrown) : this.#onTrap(thrown);
  }

  #onTrap(thrown: unknown): EtherealQueryError {
    const message = `The WebAssembly module crashed. This is a bug in ethereal-query; please report it. ${this.#advice}.`;
    const error = internalError("internal", message, thrown);
    this.#generation++;
    // The next call starts a new instance.
    this.#isStarted = false;
    this.#isBroken = true;
    for (const reject of this.#inFlight) reject(error);
    this.#inFlight.clear();
    return error;
  }
}
