// Shares the polls of a watch with the other tabs of the origin (the option `shareWatches`).
//
// Each tab keeps its own timer. A record that one tab receives takes the place of the next poll of the others, so the
// tab whose timer ends first polls for all. No tab leads: when one closes, the timer of another ends next.

import { client as instance } from "./client-instance.js";
import type { BridgeTransfer } from "./models.js";
import { parseResult } from "./result.js";
import type { ClientOptions } from "./types.js";

/**
 * Connects the watches of one transfer in several tabs. On a host without `BroadcastChannel` or `crypto.subtle` it
 * neither sends nor receives.
 */
export class TabChannel {
  readonly #name: Promise<string>;
  #channel: BroadcastChannel | undefined;
  /** Receives the records of other tabs; `undefined` while the channel is closed. */
  #onRecord: ((transfer: BridgeTransfer | null) => void) | undefined;
  /** The start of the newest poll whose record this tab has, as Unix time. */
  #newestPollMs = -Infinity;

  private constructor(name: Promise<string>) {
    this.#name = name;
    // A page over `http:` has no `crypto.subtle`. Without a name, the watch polls for itself.
    name.catch(() => {});
  }

  /**
   * Returns the channel of the transfer with `key`, its request key; `undefined` when a client with these options does
   * not share.
   */
  static create(options: ClientOptions | undefined, key: Record<string, string>): TabChannel | undefined {
    // The client does not know which key a function will return for the next poll.
    if (!options?.shareWatches || typeof options.apiKey === "function") return undefined;
    return new TabChannel(channelName(options, key));
  }

  /** Calls `onRecord` with the records of other tabs until `close`. A record is `null` if no transfer has the hash. */
  open(onRecord: (transfer: BridgeTransfer | null) => void): void {
    this.#onRecord = onRecord;
    // A constructor that is absent or throws: the watch polls for itself.
    this.#name.then((name) => this.#connect(name)).catch(() => {});
  }

  /** Sends the record of a poll to other tabs. `startedMs` is the start of the poll, on the clock of `now`. */
  send(transfer: BridgeTransfer | null, startedMs: number): void {
    if (!this.#channel) return;
    const polledMs = performance.timeOrigin + startedMs;
    const message: Message = { polledMs, record: JSON.stringify(transfer) };
    this.#newestPollMs = Math.max(this.#newestPollMs, polledMs);
    this.#channel.postMessage(message);
  }

  close(): void {
    this.#onRecord = undefined;
    this.#channel?.close();
    this.#channel = undefined;
  }

  #connect(name: string): void {
    if (!this.#onRecord || this.#channel) return;
    this.#channel = new BroadcastChannel(name);
    this.#channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      try {
        const { polledMs, record } = data as Message;
        // A slow response may arrive after that of a later poll.
        if (typeof record !== "string" || !(polledMs >= this.#newestPollMs)) return;
        const result = instance().call((glue) => glue.checkTransfer(record));
        if (!result) return;
        this.#newestPollMs = polledMs;
        this.#onRecord?.((parseResult(result) as BridgeTransfer | undefined) ?? null);
      } catch {
        // The message is no object, or caused a trap. After a trap, the next poll starts a new instance.
      }
    };
  }
}

/** The message that a tab sends. */
interface Message {
  /** The start of the poll, as Unix time. */
  polledMs: number;
  /** The record as JSON; `null` when no transfer has the hash. */
  record: string;
}

/** Resolves to a name that only clients with the same requests compute: a digest, because it includes the API key. */
async function channelName(options: ClientOptions, key: Record<string, string>): Promise<string> {
  const { shareWatches, baseUrl, proxied, apiKey, headers } = options;
  const { href } = new URL(baseUrl, globalThis.location?.href);
  const parts = JSON.stringify([shareWatches, href, proxied, apiKey, headers, key]);
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(parts));
  return `ethereal-query ${new Uint8Array(digest).join()}`;
}
