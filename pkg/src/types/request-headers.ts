// The option `headers` of a client, of a call and of the proxy.

/**
 * Headers to add to requests: an object, `Headers`, or an array of pairs. A name is a token of RFC 9110 of at most 64
 * characters, a value at most 8,192 printable ASCII characters. The client refuses `x-api-key` and the names that the
 * Fetch standard forbids, such as `cookie` and `host`.
 * @example
 * const headers: RequestHeaders = { authorization: "Bearer token-of-the-gateway" };
 * const client = new Client({ baseUrl: "https://api.example.com", apiKey, headers });
 */
export type RequestHeaders =
  Readonly<Record<string, string | undefined>> | Iterable<readonly [string, string]>;
