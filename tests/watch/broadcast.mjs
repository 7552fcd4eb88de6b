// A stand-in for `BroadcastChannel` that delivers at once, and records names and messages.
import { setImmediate as nextTurn } from "node:timers/promises";

const REAL = globalThis.BroadcastChannel;
const { digest } = crypto.subtle;

export class Broadcast {
  /** The open channels. */
  open = new Set();
  names = [];
  messages = [];
  #digests = [];
  #injected = 0;

  constructor() {
    const broadcast = this;
    crypto.subtle.digest = (...args) => {
      const result = digest.apply(crypto.subtle, args);
      this.#digests.push(result);
      return result;
    };
    globalThis.BroadcastChannel = class {
      constructor(name) {
        this.name = name;
        broadcast.names.push(name);
        broadcast.open.add(this);
      }

      postMessage(data) {
        broadcast.messages.push(data);
        for (const other of broadcast.open) if (other !== this && other.name === this.name) other.onmessage({ data });
      }

      close() {
        broadcast.open.delete(this);
      }
    };
  }

  /** Sends `data` to every channel, as another script of the same origin could. */
  inject(data) {
    for (const channel of [...this.open]) channel.onmessage({ data });
  }

  /** Sends the record with the JSON text `record`, as a tab does whose poll has just started. */
  injectRecord(record) {
    this.#injected += 1;
    this.inject({ polledMs: performance.timeOrigin + performance.now() + this.#injected / 1000, record });
  }

  /** Resolves when the names of the channels are computed, which takes real time. */
  async digests() {
    await nextTurn();
    await Promise.all(this.#digests);
    await nextTurn();
  }

  restore() {
    globalThis.BroadcastChannel = REAL;
    delete crypto.subtle.digest;
  }
}
