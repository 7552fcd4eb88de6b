// The client's `fetch` as Rust calls it. A custom function may answer with anything; here the answer becomes a Response of
// the host, because the types of gloo-net and web-sys break at anything else.

/** Wraps `fetch`, or the global one, which is looked up at each call: a test or a monitor may replace it later. */
export function standardFetch(
  fetch: ((request: Request) => unknown) | undefined,
): (request: Request) => Promise<Response> {
  return (request) => {
    const response = send(fetch ?? globalThis.fetch, request);
    // After a trap, the call has no handler for this rejection, which would end a Node.js process.
    response.catch(() => {});
    return response;
  };
}

async function send(fetch: (request: Request) => unknown, request: Request): Promise<Response> {
  const answer = await fetch(request);
  if (request.signal.aborted) {
    // A fetch that ignores its signal may answer a request that is over; its body must not go on filling.
    void cancelBody(answer);
    throw new Error("The request was aborted.");
  }
  return isHostResponse(answer) ? answer : toResponse(answer);
}

async function cancelBody(answer: unknown): Promise<void> {
  try {
    await (answer as Partial<Response> | undefined)?.body?.cancel();
  } catch {
    // The outcome does not matter: the call has ended.
  }
}

/** Whether every part of the answer is the host's own. */
function isHostResponse(answer: unknown): answer is Response {
  // A proxy has the right prototype, and throws when its parts are read.
  return (
    isUnchanged(answer, Response) &&
    isUnchanged(answer.headers, Headers) &&
    (answer.body === null || answer.body instanceof ReadableStream)
  );
}

/** Whether a value is an instance of the host's class without properties of its own, which might throw. */
function isUnchanged<T extends object>(value: unknown, hostClass: { prototype: T }): value is T {
  const isInstance = Object.getPrototypeOf(value) === hostClass.prototype;
  return isInstance && Object.getOwnPropertyNames(value).length === 0;
}

/** A Response with the status, headers and body of any object that has a status and bytes. */
function toResponse(answer: unknown): Response {
  const { status, redirected, bodyUsed, type } = answer as Response;
  if (typeof status !== "number" || !(status >= 100 && status < 1000)) throw new Error("fetch returned no Response.");
  if (bodyUsed) throw new Error("The body of the Response was read before.");
  const response = new Response(streamOf(answer as Response), { headers: headersOf(answer as Response) });
  // The constructor takes fewer statuses, and knows no redirects.
  return Object.defineProperties(response, {
    status: { value: Math.trunc(status) },
    redirected: { value: (redirected as unknown) === true },
    type: { value: type === "opaqueredirect" ? type : "default" },
  });
}

/** Its headers; an answer without readable headers is one all the same. */
function headersOf(answer: Response): Headers {
  const headers = new Headers();
  try {
    for (const name of ["retry-after", "x-request-id"]) {
      const value: unknown = answer.headers.get(name);
      if (typeof value === "string") headers.set(name, value);
    }
    for (const [name, value] of answer.headers) headers.set(name, value);
  } catch {
    // The headers of a custom fetch may be anything.
  }
  return headers;
}

/** Its bytes as a stream of the host. */
function streamOf(answer: Response): ReadableStream<Uint8Array> {
  const reader = answer.body?.getReader?.();
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
        controller.enqueue(bytesOf(await answer.arrayBuffer()));
      }
    },
    cancel: (reason) => reader?.cancel(reason),
  };
  // Nothing is read ahead: the next read may detach the bytes of the last one.
  return new ReadableStream(source, { highWaterMark: 0 });
}

/** An ArrayBuffer or a view of one, of any realm. */
function bytesOf(value: unknown): Uint8Array<ArrayBuffer> {
  const { byteLength, buffer, byteOffset } = value as Uint8Array<ArrayBuffer>;
  if (typeof value !== "object" || typeof byteLength !== "number") {
    throw new Error("A chunk of the body is not bytes.");
  }
  return ArrayBuffer.isView(value)
    ? new Uint8Array(buffer, byteOffset, byteLength)
    : new Uint8Array(value as ArrayBuffer);
}
