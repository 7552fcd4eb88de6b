// The client in Rust, which the class `Client` calls. It survives a trap, and each call reports its start and its end.

import type * as wasm from "../../wasm/client/ethereal_query.js";
import { type GivenArguments, readArguments } from "../arguments/arguments.js";
import { type EtherealQueryError, invalidArgument } from "../errors/error.js";
import { ENDPOINTS, NAMES } from "../generated/endpoints.js";
import { followAll, signalOf } from "../runtime/signals.js";
import type { ClientOptions } from "../types/options.js";
import { requireLocation } from "./base-url.js";
import { type ClientGlue, client as instance } from "./instance.js";
import { readClientOptions, type ReadOptions } from "./options.js";
import { proxyHint } from "./proxy-hint.js";

/** @internal The client in Rust. */
export class RustClient {
  #options: ReadOptions | undefined;
  #rust: wasm.Client | undefined;
  #generation = -1;
  #lastCallId = 0;

  constructor(options: ClientOptions) {
    const read = (this.#options = readClientOptions(options));
    instance().call((glue) => this.#current(glue, read));
  }

  /**
   * Makes a call. Here, and not in Rust, because `onCallStart` must run before the method returns and in the
   * asynchronous context of the caller, and `onCallEnd` also after a trap.
   */
  async call(method: keyof typeof ENDPOINTS, given: GivenArguments, signal?: AbortSignal): Promise<wasm.CallResult> {
    const { onCallStart, onCallEnd } = this.#options?.hooks ?? {};
    const call = { callId: ++this.#lastCallId, endpoint: ENDPOINTS[method] };
    const startedMs = performance.now();
    let failure: { error: EtherealQueryError } | undefined;
    if (onCallStart) onCallStart({ ...call });
    try {
      return await this.#send(method, given, call.callId, signal);
    } catch (thrown) {
      const error = thrown as EtherealQueryError;
      if (error.kind === "network" && this.#options?.usesGlobalFetch) error.message += proxyHint();
      failure = { error };
      throw error;
    } finally {
      if (onCallEnd) onCallEnd({ ...call, elapsedMs: performance.now() - startedMs, ...failure });
    }
  }

  async #send(
    method: keyof typeof ENDPOINTS,
    given: GivenArguments,
    callId: number,
    signal: AbortSignal | undefined,
  ): Promise<wasm.CallResult> {
    const options = this.#options;
    if (!options) throw invalidArgument("client", "The client is disposed. Create a new one.");
    requireLocation(options.baseUrl, ENDPOINTS[method]);
    const read = readArguments(given, NAMES[method], options.secret);
    const followed = followAll([signal, signalOf(read)]);
    try {
      // The method is an export of src/wasm/client.rs.
      return await instance().callAsync((glue) =>
        this.#current(glue, options)[method](read.all, followed?.signal, callId),
      );
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
  #current(glue: ClientGlue, { forRust }: ReadOptions): wasm.Client {
    if (!this.#rust || this.#generation !== instance().generation) {
      this.#rust = new glue.Client(...forRust);
      this.#generation = instance().generation;
    }
    return this.#rust;
  }
}
