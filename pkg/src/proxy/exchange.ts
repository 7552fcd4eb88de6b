// One request of the proxy to the service, with its response. The exchange ends with the page's request, or at the time
// limit.

import type { Forward } from "../../wasm/proxy/ethereal_query.js";
import type { FetchInit } from "../types/fetch.js";

/** A request to the service and its response. */
export class ProxyExchange {
  readonly #page: Request;
  readonly #timeoutMs: number;
  readonly #controller: AbortController = new AbortController();
  #isTimedOut = false;

  constructor(page: Request, timeoutMs: number) {
    this.#page = page;
    this.#timeoutMs = timeoutMs;
    if (page.signal.aborted) this.abort();
    else page.signal.addEventListener("abort", () => this.abort(), { once: true });
  }

  /** The status and the message of an aborted exchange; otherwise `undefined`. */
  get failure(): { status: number; message: string } | undefined {
    if (this.#isTimedOut) {
      const message = `Timeout: no response from the service within ${this.#timeoutMs} ms (timeoutMs).`;
      return { status: 504, message };
    }
    // The page has left, and does not receive this response.
    if (this.#page.signal.aborted) return { status: 499, message: "The page aborted the request." };
    return undefined;
  }

  /** Aborts the request to the service. */
  abort(): void {
    this.#controller.abort();
  }

  /** Resolves with the value of `promise`. Rejects when the time limit passes or the page aborts. */
  async wait<T>(promise: Promise<T>): Promise<T> {
    const { signal } = this.#controller;
    let onAbort = (): void => {};
    const aborted = new Promise<never>((_, reject) => {
      onAbort = () => reject(new Error("The exchange with the service was aborted."));
    });
    // `finally` removes the listener. Node.js keeps the signal of a request to the service, with its listeners, until
    // the garbage collector takes the request. A listener that refers to the request would keep the request in memory.
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort);
    const timer = setTimeout(() => {
      this.#isTimedOut = true;
      this.abort();
    }, this.#timeoutMs);
    try {
      return await Promise.race([promise, aborted]);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    }
  }

  /** Sends the request. The request follows no redirect, which would send the key to another origin. */
  send(
    fetch: (url: string, init: FetchInit) => Promise<Response>,
    { url, requiresApiKey }: Forward,
    headers: FetchInit["headers"],
  ): Promise<Response> {
    const init: FetchInit = {
      method: "GET",
      headers,
      redirect: "manual",
      signal: this.#controller.signal,
    };
    // Some frameworks store what `fetch` returns. Cloudflare's workers reject the option `cache` if `Request` has no
    // such property.
    if (requiresApiKey && "cache" in Request.prototype) init.cache = "no-store";
    return this.wait(fetch(url, init));
  }
}
