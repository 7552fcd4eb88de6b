// Reading an answer: the host's own Response, or whatever a foreign `fetch` gave instead.

import { Fault } from "./fault.js";

/** Pieces without bytes that never end would keep every timer from firing. */
const MOST_EMPTY = 1000;

/**
 * Memory is dearer than reading: the body of 50 records takes Chromium 11 µs with memory that was used before, and 26 with
 * new. So a client keeps some for its lists, in rooms of this size.
 */
const ROOM = 65_536;

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
 * The bytes of its body: a body with more than `most` is given up as soon as that is known. `reading` gets the reader,
 * for whoever has to end it; its `early`, if it is there and can, hears of the body and of every piece. With an `early`
 * the bytes are nobody else's, for who reads them later. With `rooms`, memory to read into, the bytes may be in one of them:
 * once nobody needs them, `rooms` holds what can be read into again.
 */
export async function body(response, most, reading) {
  const reader = readerOf(response.body, reading);
  if (!reader) {
    const whole = bytes(await response.arrayBuffer(), most);
    return joined([whole], whole.length, reading);
  }
  reading.reader = reader;
  reading.early?.begin?.();
  const { rooms } = reading;
  const pieces = [];
  let size = 0;
  let first;
  for (let empty = 0; empty <= MOST_EMPTY; ) {
    const room = rooms && (rooms.pop() ?? new ArrayBuffer(ROOM));
    const { done, value } = await reader.read(room && new Uint8Array(room));
    if (reading.over) throw new Error("Nobody waits for this body any more.");
    // Memory that was read into is another object now; what is not empty was not taken.
    const isRead = room?.byteLength === 0;
    const back = isRead ? value?.buffer : room;
    if (done) {
      reading.rooms = rooms && [first, back];
      return joined(pieces, size, reading);
    }
    let piece = bytes(value, most - size);
    size += piece.length;
    if (pieces.length === 0) first = back;
    else if (rooms) {
      // A room for each of many small pieces would be a hundred times the body.
      if (isRead) piece = piece.slice();
      rooms.push(back);
    }
    if (piece.length) pieces.push(piece);
    else empty++;
    reading.early?.feed?.(piece);
  }
  throw new Error("The body's pieces are empty.");
}

/** A reader into memory, where rooms are given and the host and the body have such readers; else any. */
function readerOf(body, reading) {
  try {
    if (reading.rooms) return body.getReader({ mode: "byob" });
  } catch {
    // No stream of bytes.
  }
  reading.rooms = undefined;
  return body?.getReader?.();
}

/** Rooms for the next body: those that are as they were. */
export const roomsOf = ({ rooms = [] }) => rooms.filter((room) => room?.byteLength === ROOM);

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

function joined(pieces, size, { early }) {
  if (pieces.length === 1 && !early) return pieces[0];
  const all = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
