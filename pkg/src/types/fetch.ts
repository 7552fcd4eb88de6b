// The option `fetch` of a client and of a proxy.

/**
 * Sends a request: the global `fetch`, or a function with its signature, such as `fetch` of undici, node-fetch or
 * cross-fetch. The URL is a string and the options are plain values, because another library does not know the classes
 * of the host.
 * @example
 * const withTimes: Fetch = async (url, init) => {
 *   const startedMs = performance.now();
 *   const response = await fetch(url, init);
 *   console.log(response.status, performance.now() > startedMs); // 200 true
 *   return response;
 * };
 * await new Client({ baseUrl: "https://api.example.com", apiKey, fetch: withTimes }).project();
 */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;

/**
 * The options of a request that {@link Fetch} receives.
 * @example
 * const keyOf = ({ headers }: FetchInit) => headers["x-api-key"];
 */
export interface FetchInit {
  /** Every request is a GET. */
  method: "GET";
  /** The headers, with names in lower case. */
  headers: Record<string, string>;
  /** Aborts the request: the caller aborted, or a time limit has passed. */
  signal: AbortSignal;
  /** `"manual"` for a request with a key or with headers: the client refuses the redirect. */
  redirect: "follow" | "manual";
  /** `"same-origin"` if `baseUrl` is a proxy, which receives the cookies of the page's origin; otherwise `"omit"`. */
  credentials?: "omit" | "same-origin";
  /** The service does not learn the address of the page. */
  referrerPolicy?: "no-referrer";
  /**
   * Only for calls that need a key. A client passes `"no-cache"`: the browser asks the service whether a stored
   * response is still valid. A proxy passes `"no-store"`: no response is stored.
   */
  cache?: "no-cache" | "no-store";
}

/**
 * The members of a response that {@link Fetch} must resolve to. A `Response` has them. The client also reads `body`, if
 * there is one, chunk by chunk.
 * @example
 * const empty: FetchResponse = new Response("{}");
 */
export interface FetchResponse {
  /** The status. */
  readonly status: number;
  /** The headers. */
  readonly headers: {
    /** Returns the value of a header, or `null`. */
    get(name: string): string | null;
  };
  /** Returns the bytes of the body. */
  arrayBuffer(): Promise<ArrayBuffer>;
}
