// A stand-in for `BroadcastChannel` that delivers at once, and records names and messages.
import { setTimeout as sleep } from "node:timers/promises";

const REAL = globalThis.BroadcastChannel;

export class Broadcast {
  /** The open channels. */
  open = new Set();
  names = [];
  messages = [];

  constructor() {
    const broadcast = this;
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

  /** Sends `data` to every channel, as a foreign script of the same origin could. */
  inject(data) {
    for (const channel of [...this.open]) channel.onmessage({ data });
  }

  restore() {
    globalThis.BroadcastChannel = REAL;
  }
}

/** Lets digests end, which need real time. */
export const digests = () => sleep(30);
