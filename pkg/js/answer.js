// Reading an answer: the host's own Response, or whatever a foreign `fetch` gave instead.

import { Fault } from "./fault.js";

/** Pieces without bytes that never end would keep every timer from firing. */
const MOST_EMPTY = 1000;

/**
 * Memory is dearer than reading: the body of 50 records takes Chromium 11 µs with memory that was used before, and 26 with
 * new. So a client keeps some for its lists, a room of this size.
 */
const ROOM = 65_536;
/** For what follows a room: mostly the end. */
const LITTLE = 1024;

/** Its status and headers; refuses what is no answer, and one that a key should not have gone to. */
export function head(response, keyed) {
  const { status, redirected, bodyUsed, type } = response;
  if (type === "opaqueredirect") throw new Fault("redirect");
  if (typeof status !== "number" || !(status >= 100 && status < 1000)) throw new Error("fetch gave no Response.");
  if (bodyUsed) throw new Error("The body of fetch's Response was read before.");
  if (keyed && redirected) throw new Fault("redirect", new Error("fetch followed a redirect, which may have carried the API key along."));
  return { status: Math.trunc(status), headers: headersOf(response) };
}

/** An answer without headers is one all the same. */
function headersOf(response) {
  try {
    return response.headers;
  } catch {
    return undefined;
  }
}

/**
 * The bytes of its body, in pieces: a body with more than `most` is given up as soon as that is known. `reading` gets the
 * reader, for whoever has to end it, and the `size` of all; its `early`, if it is there and can, hears of the body and of
 * every piece. With an `early` the bytes are nobody else's, for who reads them later. If it `isLent` memory, there may be
 * several pieces, and `room` is what can be read into again, once nobody needs them.
 */
export async function body(response, most, reading) {
  const { body } = response;
  const filling = reading.isLent && intoMemory(body);
  let room = filling && (reading.room?.byteLength === ROOM ? reading.room : new ArrayBuffer(ROOM));
  // Whoever reads into it may do so as long as it is not given back.
  reading.room = undefined;
  reading.size = 0;
  reading.reader = filling || body?.getReader?.();
  if (!reading.reader) {
    const whole = bytes(await response.arrayBuffer(), most);
    reading.size = whole.length;
    return owned([whole], reading);
  }
  reading.early?.begin?.();
  const pieces = [];
  for (let empty = 0; empty <= MOST_EMPTY; ) {
    const { done, value } = await reading.reader.read(room && new Uint8Array(room));
    if (reading.over) throw new Error("Nobody waits for this body any more.");
    if (done) return owned(pieces, reading);
    // Memory that was read into is another object now; some readers do not take it, and fill it all the same.
    const isTaken = room?.byteLength === 0;
    const isFilled = isTaken || (room && value?.buffer === room);
    room = undefined;
    if (isFilled && pieces.length && reading.reader.releaseLock) {
      // What is left may be large, and comes in pieces of its own.
      reading.reader.releaseLock();
      reading.reader = body.getReader();
    } else if (isFilled) {
      room = new ArrayBuffer(LITTLE);
      if (isTaken && pieces.length === 0) reading.room = value?.buffer;
    }
    const piece = bytes(value, most - reading.size);
    reading.size += piece.length;
    if (piece.length) pieces.push(piece);
    else empty++;
    reading.early?.feed?.(piece);
  }
  throw new Error("The body's pieces are empty.");
}

/** A reader into memory, where the host and the body have such readers. */
function intoMemory(body) {
  try {
    return body.getReader({ mode: "byob" });
  } catch {
    // No stream of bytes.
  }
}

/** Ends a body or its reader, which would go on filling; whatever it says to that. */
export async function abandon(it) {
  try {
    await it?.cancel?.();
  } catch {
    // Nobody waits for it any more.
  }
}

/** An ArrayBuffer or a view of one, of whatever realm. */
function bytes(value, most) {
  if (typeof value !== "object" || typeof value.byteLength !== "number") {
    throw new Error("The body holds something other than bytes.");
  }
  if (value.byteLength > most) throw new Fault("large");
  return ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : new Uint8Array(value);
}

const owned = (pieces, { early, isLent }) => (early || (!isLent && pieces.length > 1) ? [joined(pieces)] : pieces);

export const sizeOf = (pieces) => pieces.reduce((size, { length }) => size + length, 0);

function joined(pieces) {
  const all = new Uint8Array(sizeOf(pieces));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
