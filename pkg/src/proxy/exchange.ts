// One request of the proxy to the service, with its response. The exchange ends with the page's request, or at the time
// limit.

import type { Forward } from "../../wasm/proxy/ethereal_query.js";
import type { FetchInit } from "../types/fetch.js";

/** A request to the service and its response. */
export class ProxyExchange {
  readonly #pageRequest: Request;
  readonly #timeoutMs: number;
  readonly #controller: AbortController = new AbortController();
  #isTimedOut = false;

  constructor(pageRequest: Request, timeoutMs: number) {
    this.#pageRequest = pageRequest;
    this.#timeoutMs = timeoutMs;
    const { signal } = pageRequest;
    if (signal.aborted) this.abort();
    else signal.addEventListener("abort", () => this.abort(), { once: true });
  }

  /** The status and the message of an aborted exchange; otherwise `undefined`. */
  get failure(): { status: number; message: string } | undefined {
    if (this.#isTimedOut) {
      const message = `Timeout: no response from the service within ${this.#timeoutMs} ms (timeoutMs).`;
      return { status: 504, message };
    }
    if (this.#pageRequest.signal.aborted) {
      // The page has left, and does not receive this response.
      return { status: 499, message: "The page aborted the request." };
    }
    return undefined;
  }

  /** Aborts the request to the service. */
  abort(): void {
    this.#controller.abort();
  }

  /**
   * Resolves with the value of `promise`. Rejects when the page aborts, or when the time limit passes. The time limit
   * also aborts the exchange.
   */
  async wait<T>(promise: Promise<T>): Promise<T> {
    const { signal } = this.#controller;
    let onAbort = (): void => {};
    const aborted = new Promise<never>((_, reject) => {
      onAbort = () => reject(new Error("The exchange with the service was aborted."));
    });
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
      // Node.js keeps the signal, with its listeners, until the garbage collector takes the request to the service. A
      // listener that stays could refer to the request, which would then stay in memory.
      signal.removeEventListener("abort", onAbort);
    }
  }

  /** Sends the request. It follows no redirect, because a redirect could send the key to another origin. */
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
