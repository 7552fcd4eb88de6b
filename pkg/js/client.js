// `Client`: the class over the exports of Rust. It names no rule; Rust checks, sends, reads.

import { EtherealList } from "./list.js";
import { guard, refuse, wrap } from "./error.js";
import { instance } from "./instance.js";
import { encode, encodeOptions, object, parse } from "./values.js";

export class Client {
  #rust;

  constructor(options) {
    const { baseUrl, apiKey, fetch, ...rest } = object("options", options);
    if (fetch !== undefined && typeof fetch !== "function") throw refuse("fetch", "`fetch` must be a function.");
    // Looked up at each call, so that a fetch replaced later (by a test, by monitoring) is used.
    const send = fetch ?? ((request) => globalThis.fetch(request));
    this.#rust = guard(() => new (instance().Client)(encode(baseUrl), apiKey, send, encodeOptions(rest), parse));
  }

  async tokenUri(address, id, token, options) {
    const answer = await this.#call("tokenUri", token, options, address, id);
    if (token?.raw !== true && options?.raw !== true) return answer;
    const [text, data, status, headers] = answer;
    return { text, data, status, headers: Object.fromEntries(headers ?? []) };
  }

  bridgeTransfer(hash, query, options) {
    return this.#call("bridgeTransfer", query, options, hash);
  }

  project(options) {
    return this.#call("project", undefined, options);
  }

  ethereals(query, options) {
    return new EtherealList(object("query", query), async (page) => {
      const [items, nextCursor] = await this.#call("ethereals", page, options);
      return { items, nextCursor };
    });
  }

  dispose() {
    this.#rust?.free();
    this.#rust = undefined;
  }

  async #call(method, query, options, ...values) {
    try {
      const { signal, ...rest } = { ...object("query", query), ...object("options", options) };
      if (signal && typeof signal.addEventListener !== "function") {
        throw refuse("signal", "`signal` must be an AbortSignal.");
      }
      if (!this.#rust) throw refuse("client", "This client was disposed: make a new one.");
      return await this.#rust[method](...values.map(encode), encodeOptions(rest), signal ?? undefined);
    } catch (thrown) {
      throw wrap(thrown);
    }
  }
}

// `using client = new Client(…)`, where the host knows it.
if (Symbol.dispose) Client.prototype[Symbol.dispose] = Client.prototype.dispose;
