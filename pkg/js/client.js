// `Client`: the four calls over the exports of Rust. It names no rule: Rust checks, decides and reads.

import { Cache } from "./cache.js";
import { call } from "./call.js";
import { guard, refuse } from "./error.js";
import { instance } from "./instance.js";
import { EtherealList } from "./list.js";
import { Scheduler } from "./scheduler.js";
import { SEPARATOR, encode, encodeOptions, object, text } from "./values.js";
import { waitForTransfer, watchTransfer } from "./watch.js";

const FUNCTIONS = ["fetch", "onRequest", "onResponse", "onRetry", "onDrift"];

export class Client {
  #config;
  #shared;
  #scheduler = new Scheduler();

  constructor(options) {
    const { baseUrl, apiKey, cache, ...rest } = object("options", options);
    const functions = {};
    for (const name of FUNCTIONS) {
      functions[name] = rest[name] ?? undefined;
      delete rest[name];
      if (functions[name] && typeof functions[name] !== "function") throw refuse(name, `\`${name}\` must be a function.`);
    }
    // A client without a key, with a function for it, with one: the rule for the last is in Rust.
    const key = apiKey == null ? "" : typeof apiKey === "function" ? "?" : (typeof apiKey === "string" && encode(apiKey)) || " ";
    const given = [encode(baseUrl), key, encodeOptions(rest)].join(SEPARATOR);
    this.#config = guard(() => instance().rust.configure(given));
    this.#shared = {
      apiKey,
      // Looked up at each call, so that a fetch replaced later (by a test, by monitoring) is used.
      fetch: functions.fetch ?? ((request) => globalThis.fetch(request)),
      hooks: functions,
      tokens: 500,
      underWay: new Map(),
      cache: cache ? new Cache(cache) : undefined,
    };
  }

  async tokenUri(address, id, token, options) {
    const { raw, ...rest } = { ...object("token", token), ...object("options", options) };
    if (raw !== undefined && typeof raw !== "boolean") throw refuse("raw", "`raw` must be true or false.");
    const { data, status, headers, bytes } = await this.#call("tokenUri", rest, undefined, [address, id]);
    if (!raw) return data;
    // The headers of a foreign fetch's answer may be anything.
    const entries = typeof headers?.[Symbol.iterator] === "function" ? headers : [];
    return { text: text(bytes), data, status, headers: guard(() => Object.fromEntries(entries)) };
  }

  async bridgeTransfer(hash, query, options) {
    const { data } = await this.#call("bridgeTransfer", query, options, [hash]);
    return data;
  }

  async project(options) {
    const { data } = await this.#call("project", undefined, options, []);
    return data;
  }

  ethereals(query, options) {
    return new EtherealList(object("query", query), async (page, isOpen) => {
      const { data, cursor } = await this.#call("ethereals", page, options, [], isOpen);
      return isOpen ? data : { items: data, nextCursor: cursor || null };
    });
  }

  watchTransfer(hash, options) {
    return watchTransfer(this, this.#scheduler, hash, options);
  }

  waitForTransfer(hash, options) {
    return waitForTransfer(this, this.#scheduler, hash, options);
  }

  clearCache() {
    this.#shared.cache?.clear();
  }

  dispose() {
    this.#config = undefined;
    this.clearCache();
  }

  async #call(method, query, options, values, isOpen) {
    const plan = guard(() => {
      const { signal, ...rest } = { ...object("query", query), ...object("options", options) };
      if (signal && typeof signal.addEventListener !== "function") {
        throw refuse("signal", "`signal` must be an AbortSignal.");
      }
      if (this.#config === undefined) throw refuse("client", "This client was disposed: make a new one.");
      const given = [this.#config, ...values.map(encode), encodeOptions(rest)].join(SEPARATOR);
      return { text: instance().rust[method](given), signal };
    });
    return call(this.#shared, plan.text, plan.signal, isOpen);
  }
}

// `using client = new Client(…)`, where the host knows it.
if (Symbol.dispose) Client.prototype[Symbol.dispose] = Client.prototype.dispose;
