// Objects of Rust that survive a trap.

import type { Glue, Instance } from "./instance.js";

/** An object of Rust, which is created again after a trap has ended its instance. */
export class RustObject<G extends Glue, T extends { free(): void }> {
  readonly #instance: Instance<G>;
  #create: ((glue: G) => T) | undefined;
  #object: T | undefined;
  /** The generation of the instance that created `#object`; -1 before the first object. */
  #generation = -1;

  constructor(instance: Instance<G>, create: (glue: G) => T) {
    this.#instance = instance;
    this.#create = create;
  }

  /** Returns the object of the running instance; for a callback of {@link Instance.call}. */
  current(glue: G): T {
    const { generation } = this.#instance;
    if (this.#object && this.#generation === generation) return this.#object;
    this.#object = this.#create!(glue);
    this.#generation = generation;
    return this.#object;
  }

  /** Frees the object now, because the garbage collector may wait. Also drops the function that creates the object. */
  free(): void {
    // An object of an instance that trapped no longer exists.
    if (this.#generation === this.#instance.generation)
      this.#instance.call(() => this.#object?.free());
    this.#object = undefined;
    this.#create = undefined;
  }
}
