// Wraps the client's `fetch` for Rust. A custom function may return any object. gloo-net and web-sys panic on anything
// but a Response of the host, so this module converts it.

/**
 * Wraps `fetch`. Without one, it uses the global `fetch` at the time of each call, because a program may replace that
 * later.
 */
export function wrapFetch(fetch: ((request: Request) => unknown) | undefined): (request: Request) => Promise<Response> {
  return (request) => {
    const response = send(fetch ?? globalThis.fetch, request);
    // After a trap, nothing handles this rejection, and it would end a Node.js process.
    response.catch(() => {});
    return response;
  };
}

async function send(fetch: (request: Request) => unknown, request: Request): Promise<Response> {
  const response = await fetch(request);
  if (request.signal.aborted) {
    // A custom fetch may ignore its signal. Stop its body, which would still download.
    void cancelBody(response);
    throw new Error("The request was aborted.");
  }
  return isHostResponse(response) ? response : toResponse(response);
}

async function cancelBody(response: unknown): Promise<void> {
  try {
    await (response as Partial<Response> | undefined)?.body?.cancel();
  } catch {
    // The call has already ended.
  }
}

/** Returns whether the response, its headers and its body are objects of the host. */
function isHostResponse(response: unknown): response is Response {
  // A Proxy passes `instanceof`, and then throws when Rust reads it.
  return isUnchanged(response, Response) && isUnchanged(response.headers, Headers) && isHostStream(response.body);
}

/** Returns whether a body is a stream of the host. Jest with jsdom has such streams, and perhaps no global class. */
function isHostStream(body: unknown): boolean {
  return body === null || typeof ReadableStream === "undefined" || body instanceof ReadableStream;
}

/** Returns whether a value is an instance of the host's class without own properties, which might throw. */
function isUnchanged<T extends object>(value: unknown, hostClass: { prototype: T }): value is T {
  const isInstance = Object.getPrototypeOf(value) === hostClass.prototype;
  return isInstance && Object.getOwnPropertyNames(value).length === 0;
}

/** Converts an object with a status and a body to a Response of the host. */
function toResponse(response: unknown): Response {
  const { status, redirected, bodyUsed, type } = response as Response;
  if (typeof status !== "number" || !(status >= 100 && status < 1000)) throw new Error("fetch returned no Response.");
  if (bodyUsed) throw new Error("The body of the Response was read before.");
  const converted = new Response(streamOf(response as Response), { headers: headersOf(response as Response) });
  // The constructor accepts no status below 200, and has no option for the other two.
  return Object.defineProperties(converted, {
    status: { value: Math.trunc(status) },
    redirected: { value: (redirected as unknown) === true },
    type: { value: type === "opaqueredirect" ? type : "default" },
  });
}

/** Copies the headers. A response without readable headers has none. */
function headersOf(response: Response): Headers {
  const headers = new Headers();
  try {
    // First by name, because the headers of a custom fetch need not be iterable.
    for (const name of ["retry-after", "x-request-id"]) {
      const value: unknown = response.headers.get(name);
      if (typeof value === "string") headers.set(name, value);
    }
    for (const [name, value] of response.headers) headers.set(name, value);
  } catch {
    // The headers of a custom fetch may be anything.
  }
  return headers;
}

/** Converts the body to a stream of the host. */
function streamOf(response: Response): ReadableStream<Uint8Array> {
  const reader = response.body?.getReader?.();
  let isRead = false;
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      if (reader) {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(bytesOf(value));
      } else if (isRead) {
        controller.close();
      } else {
        isRead = true;
        controller.enqueue(bytesOf(await response.arrayBuffer()));
      }
    },
    cancel: (reason) => reader?.cancel(reason),
  };
  // Without a queue: the next read may detach the bytes of the last one.
  return new ReadableStream(source, { highWaterMark: 0 });
}

/** Returns the bytes of an ArrayBuffer or a view of one, of any realm. */
function bytesOf(value: unknown): Uint8Array<ArrayBuffer> {
  const { byteLength, buffer, byteOffset } = value as Uint8Array<ArrayBuffer>;
  if (typeof value !== "object" || typeof byteLength !== "number") {
    throw new Error("A chunk of the body is not bytes.");
  }
  return ArrayBuffer.isView(value)
    ? new Uint8Array(buffer, byteOffset, byteLength)
    : new Uint8Array(value as ArrayBuffer);
}
