// The client in Rust, which the class `Client` calls. It survives a trap, and each call reports its start and its end.

import type * as wasm from "../../wasm/client/ethereal_query.js";
import { type ClientGlue, client as instance } from "./instance.js";
import { type EtherealQueryError, invalidArgument } from "../errors/error.js";
import { readCallOptions } from "../arguments/headers.js";
import { prepareOptions } from "./hooks.js";
import { now } from "../runtime/host.js";
import { ENDPOINTS } from "../generated/models.js";
import { followAll, signalOf } from "../runtime/signals.js";
import type { CallOptions, ClientOptions } from "../types/options.js";

/** @internal Calls an export of Rust. The signal of `options` belongs to this call only. */
type Run<T> = (rust: wasm.Client, options: CallOptions, callId: number) => Promise<T>;

/** @internal The client in Rust. */
export class RustClient {
  #options: ClientOptions | undefined;
  #rust: wasm.Client | undefined;
  #generation = -1;
  #lastCallId = 0;

  constructor(options: ClientOptions) {
    this.#options = prepareOptions(options);
    instance().call((glue) => this.#current(glue));
  }

  /**
   * Makes a call. Here, and not in Rust, because `onCallStart` must run before the method returns and in the
   * asynchronous context of the caller, and `onCallEnd` also after a trap.
   */
  async call<T>(
    method: keyof typeof ENDPOINTS,
    options: CallOptions | undefined,
    run: Run<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    const { onCallStart, onCallEnd } = this.#options ?? {};
    const call = { callId: ++this.#lastCallId, endpoint: ENDPOINTS[method] };
    const startedMs = now();
    let failure: { error: EtherealQueryError } | undefined;
    if (onCallStart) onCallStart({ ...call });
    try {
      return await this.#send(options, (rust, all) => run(rust, all, call.callId), signal);
    } catch (thrown) {
      failure = { error: thrown as EtherealQueryError };
      throw thrown;
    } finally {
      if (onCallEnd) onCallEnd({ ...call, elapsedMs: now() - startedMs, ...failure });
    }
  }

  async #send<T>(
    options: CallOptions | undefined,
    run: (rust: wasm.Client, options: CallOptions) => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    const all = readCallOptions(options);
    const followed = followAll([signal, signalOf(all)]);
    if (followed) all.signal = followed.signal;
    try {
      return await instance().callAsync((glue) => run(this.#current(glue), all));
    } finally {
      followed?.release();
    }
  }

  /** Rejects later calls, and frees the client of Rust at once: the garbage collector would do it late. */
  dispose(): void {
    this.#options = undefined;
    // A client of an instance that trapped no longer exists.
    if (this.#generation === instance().generation) instance().call(() => this.#rust?.free());
    this.#rust = undefined;
  }

  /** Returns the client of the running instance, and creates it again after a trap. */
  #current(glue: ClientGlue): wasm.Client {
    if (!this.#options) throw invalidArgument("client", "The client is disposed. Create a new one.");
    if (!this.#rust || this.#generation !== instance().generation) {
      this.#rust = new glue.Client(this.#options);
      this.#generation = instance().generation;
    }
    return this.#rust;
  }
}
