// The client in Rust, which the class `Client` calls. It survives a trap, and each call reports its start and its end.

import type * as wasm from "../../wasm/client/ethereal_query.js";
import { type CallInput, readArguments } from "../arguments/arguments.js";
import { type EtherealQueryError, invalidArgument } from "../errors/error.js";
import { ENDPOINTS, NAMES } from "../generated/endpoints.js";
import type { CallEndEvent, CallStartEvent } from "../generated/events.js";
import { RustObject } from "../runtime/rust-object.js";
import { followAll, signalOf } from "../runtime/signals.js";
import type { ClientOptions } from "../types/options.js";
import { requireLocation } from "./base-url.js";
import { type ClientGlue, clientInstance } from "./client-instance.js";
import { readClientOptions, type CheckedClientOptions } from "./client-options.js";
import { proxyHint } from "./proxy-hint.js";

/** @internal The client in Rust. */
export class RustClient {
  /** `undefined` after `dispose`. */
  #options: CheckedClientOptions | undefined;
  readonly #rust: RustObject<ClientGlue, wasm.Client>;
  #lastCallId = 0;

  constructor(options: ClientOptions) {
    const clientOptions = readClientOptions(options);
    this.#options = clientOptions;
    this.#rust = new RustObject(
      clientInstance(),
      (glue) => new glue.Client(...clientOptions.forRust),
    );
    // Creates the object in Rust now, because its constructor checks the options.
    clientInstance().call((glue) => this.#rust.current(glue));
  }

  /**
   * Makes a call, and reports its start and its end. Rust does not report them, for two reasons. `onCallStart` must run
   * before the method returns, in the asynchronous context of the caller. `onCallEnd` must run even after a trap.
   *
   * The call aborts with the signal in the options of `input` or with `signal`, which a list adds.
   */
  async call(
    method: keyof typeof ENDPOINTS,
    input: CallInput,
    signal?: AbortSignal,
  ): Promise<wasm.CallResult> {
    const { onCallStart, onCallEnd } = this.#options?.hooks ?? {};
    this.#lastCallId++;
    const callId = this.#lastCallId;
    const call: CallStartEvent = { callId, endpoint: ENDPOINTS[method] };
    const startedMs = performance.now();
    let failure: { error: EtherealQueryError } | undefined;
    if (onCallStart) onCallStart({ ...call });
    try {
      return await this.#send(method, input, callId, signal);
    } catch (thrown) {
      const error = thrown as EtherealQueryError;
      if (error.kind === "network" && this.#options?.usesGlobalFetch) error.message += proxyHint();
      failure = { error };
      throw error;
    } finally {
      const elapsedMs = performance.now() - startedMs;
      if (onCallEnd) onCallEnd({ ...call, elapsedMs, ...failure } satisfies CallEndEvent);
    }
  }

  async #send(
    method: keyof typeof ENDPOINTS,
    input: CallInput,
    callId: number,
    signal: AbortSignal | undefined,
  ): Promise<wasm.CallResult> {
    const options = this.#options;
    if (!options) throw invalidArgument("client", "The client is disposed. Create a new one.");
    requireLocation(options.baseUrl, ENDPOINTS[method]);
    const callArguments = readArguments(input, NAMES[method], options.secret);
    const { parameters } = callArguments;
    const followed = followAll([signal, signalOf(callArguments)]);
    try {
      // The method is an export of src/wasm/client.rs.
      // `never`, because TypeScript does not know that the names belong to this endpoint.
      return await clientInstance().callAsync((glue) => {
        const rust = this.#rust.current(glue);
        return rust[method](parameters as never, callArguments.options, followed?.signal, callId);
      });
    } finally {
      followed?.release();
    }
  }

  /** Rejects later calls, and frees the client of Rust. */
  dispose(): void {
    this.#options = undefined;
    this.#rust.free();
  }
}
