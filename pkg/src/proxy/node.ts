// Lets node:http and Express call a handler of web-standard requests. This module imports nothing of Node.js, so that
// bundles for other hosts can contain it.

/**
 * The members of a request that {@link toNodeHandler} uses: an `IncomingMessage`, or a request of Express.
 * @example
 * const pathOf = (request: NodeRequest) => request.originalUrl ?? request.url; // "/api/eq/project"
 */
export interface NodeRequest {
  /** Default `GET`. */
  method?: string | undefined;
  /** Path and query. */
  url?: string | undefined;
  /** Path and query before Express removed the path of a router. */
  originalUrl?: string | undefined;
  /** The headers, names in lower case. Adapters for AWS Lambda add a `content-length` that is a number. */
  headers: Readonly<Record<string, string | number | readonly string[] | undefined>>;
}

/**
 * The members of a response that {@link toNodeHandler} uses: a `ServerResponse`, or a response of Express.
 * @example
 * const hasEnded = (response: NodeResponse) => response.writableFinished || response.closed;
 */
export interface NodeResponse {
  /** The status to send. */
  statusCode: number;
  /** Whether the whole response was sent. */
  readonly writableFinished: boolean;
  /** Whether the connection is closed, or the whole response was sent. */
  readonly closed: boolean;
  /** Adds a header. */
  appendHeader(name: string, value: string): unknown;
  /**
   * Sends a part of the body. Returns `false` when there is no room for more until the event `drain`. Test doubles and
   * adapters for AWS Lambda return `undefined` and have no such event.
   */
  write(chunk: Uint8Array): unknown;
  /** Ends the body. */
  end(): unknown;
  /** Closes the connection. */
  destroy(): unknown;
  /** Adds a listener that is called once. */
  once(event: "close" | "drain", listener: () => void): unknown;
  /** Removes a listener. */
  off(event: "close" | "drain", listener: () => void): unknown;
}

/**
 * Turns a handler of web-standard requests into one for `node:http` and Express. The request's signal aborts when the
 * page disconnects. The body of a request is not read. An error of the handler goes to `next`; without `next`, the
 * response has status 500.
 *
 * @param handler function from a request to a response, such as {@link createProxyHandler} returns
 * @returns a listener for `createServer`, and middleware for Express
 * @example
 * const handler = createProxyHandler({ baseUrl: "https://api.example.com", apiKey, basePath: "/api/eq" });
 * const listener = toNodeHandler(handler);
 * // Express: app.use("/api/eq", listener); node:http: createServer(listener).listen(3000);
 */
export function toNodeHandler(
  handler: (request: Request) => Response | Promise<Response>,
): (
  request: NodeRequest,
  response: NodeResponse,
  next?: (error: unknown) => void,
) => Promise<void> {
  return async (request, response, next) => {
    const controller = new AbortController();
    response.once("close", () => {
      if (!response.writableFinished) controller.abort();
    });
    const webRequest = toWebRequest(request, controller.signal);
    try {
      const webResponse = webRequest
        ? await handler(webRequest)
        : new Response(null, { status: 400 });
      await send(webResponse, response);
    } catch (thrown) {
      if (next) next(thrown);
      else await send(new Response(null, { status: 500 }), response);
    }
  };
}

/** Returns the request without its body; `undefined` where the path, the method or a header is malformed. */
function toWebRequest(request: NodeRequest, signal: AbortSignal): Request | undefined {
  const path = request.originalUrl ?? request.url ?? "";
  if (!path.startsWith("/")) return undefined;
  try {
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers)) {
      // HTTP/2 has the method and the path among the headers. Their names begin with a colon.
      if (value === undefined || name.startsWith(":")) continue;
      const values = Array.isArray(value) ? (value as readonly string[]) : [String(value)];
      for (const item of values) headers.append(name, item);
    }
    const url = new URL(`http://localhost${path}`);
    // The setter changes only the host. In the text of the URL, a malformed host could change the path.
    url.host = headers.get("host") ?? "localhost";
    return new Request(url, { method: request.method ?? "GET", headers, signal });
  } catch {
    return undefined;
  }
}

async function send({ status, headers, body }: Response, response: NodeResponse): Promise<void> {
  response.statusCode = status;
  for (const [name, value] of headers) response.appendHeader(name, value);
  const reader = body?.getReader();
  try {
    // A response without a body has no reader.
    while (reader) {
      const { done, value } = await reader.read();
      if (done || response.closed) break;
      if (value && response.write(value) === false) await drained(response);
    }
    response.end();
  } catch {
    // Closes the connection, so that the page does not take a part of the body for the whole body.
    response.destroy();
  } finally {
    await reader?.cancel().catch(() => {});
  }
}

/** Resolves when the response takes more bytes, or has been closed. */
function drained(response: NodeResponse): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      response.off("drain", settle);
      response.off("close", settle);
      resolve();
    };
    response.once("drain", settle);
    response.once("close", settle);
  });
}
