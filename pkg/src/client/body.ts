// Reads the bodies of responses. In the response of a custom `fetch`, the body may have another form.

/** The members of a reader that this module uses. */
type BodyReader = Pick<ReadableStreamDefaultReader<unknown>, "read" | "cancel">;

/**
 * Returns a reader of the body. The body is a web stream, or a stream of Node.js, as in a response of node-fetch. The
 * response of a polyfill may have no stream: the reader then returns the whole body as one chunk.
 */
export function readerOf(response: Response): BodyReader {
  const body = response.body as
    (Partial<AsyncIterable<unknown>> & Partial<ReadableStream<unknown>>) | null | undefined;
  if (body?.getReader) return body.getReader();
  const chunks = body?.[Symbol.asyncIterator]?.() ?? wholeBody(response);
  return {
    read: () => chunks.next() as never,
    async cancel() {
      await chunks.return?.();
    },
  };
}

async function* wholeBody(response: Partial<Response>): AsyncGenerator<unknown, undefined> {
  if (response.text && !response.arrayBuffer) yield new TextEncoder().encode(await response.text());
  else yield await response.arrayBuffer!();
}

/** Returns a reader of copies, because the next read of a foreign stream may change the bytes. */
export function copyingReader(reader: BodyReader): BodyReader {
  return {
    async read() {
      const { done, value } = await reader.read();
      return done ? { done, value: undefined } : { done: false, value: bytesOf(value).slice() };
    },
    cancel: async (reason) => reader.cancel(reason),
  };
}

/** Cancels a body that the client does not read, so that its download ends. */
export async function cancelBody(response: unknown): Promise<void> {
  try {
    await readerOf(response as Response).cancel();
  } catch {
    // The call has already ended.
  }
}

/**
 * The maximum number of empty chunks in a row. Reads of available chunks may take only microtasks, so an endless stream
 * of empty chunks could keep every timer from firing.
 */
const MAX_EMPTY_CHUNKS = 1000;

/**
 * Reads the first `maxBytes` of the body of a response from `hostResponse`: the body is null or has `getReader`. The
 * client aborts the signal only when it no longer needs the result, which may then be incomplete.
 */
export async function readBody(
  { body }: Response,
  signal: AbortSignal,
  maxBytes: number,
): Promise<Uint8Array> {
  if (!body) return new Uint8Array();
  const reader = body.getReader();
  // Node.js continues to read the body of an aborted request. After `cancel`, `read` returns `done`.
  signal.addEventListener("abort", () => void reader.cancel().catch(() => {}));
  const chunks: Uint8Array[] = [];
  let length = 0;
  let emptyChunks = 0;
  while (length < maxBytes) {
    const { done, value } = await reader.read();
    if (done) break;
    const bytes = bytesOf(value).subarray(0, maxBytes - length);
    chunks.push(bytes);
    length += bytes.length;
    emptyChunks = bytes.length > 0 ? 0 : emptyChunks + 1;
    if (emptyChunks > MAX_EMPTY_CHUNKS) throw new Error("The body has too many empty chunks.");
  }
  return concat(chunks, length);
}

function concat(chunks: Uint8Array[], length: number): Uint8Array {
  if (chunks.length === 1) return chunks[0]!;
  const whole = new Uint8Array(length);
  let start = 0;
  for (const chunk of chunks) {
    whole.set(chunk, start);
    start += chunk.length;
  }
  return whole;
}

/** Returns the bytes of an ArrayBuffer or of a view, of any realm. A detached buffer has no bytes. */
function bytesOf(value: unknown): Uint8Array<ArrayBuffer> {
  const { byteLength, buffer, byteOffset } = value as Uint8Array<ArrayBuffer>;
  if (typeof value !== "object" || typeof byteLength !== "number") {
    throw new Error("A chunk of the body is not bytes.");
  }
  if (byteLength === 0) return new Uint8Array();
  return ArrayBuffer.isView(value)
    ? new Uint8Array(buffer, byteOffset, byteLength)
    : new Uint8Array(value as ArrayBuffer);
}
