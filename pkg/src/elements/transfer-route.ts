// <eq-transfer-route>: a cross-chain transfer and its route, drawn once or followed live.
/// <reference path="./tag-names.ts" preserve="true" />
/* eslint-disable @typescript-eslint/no-unsafe-declaration-merging -- the interface adds only types, no member */
import type { EtherealQueryError } from "../error.js";
import type { TransferInput, TransferStep, TransferUpdate, WatchOptions } from "../types.js";
import {
  type Child,
  type Fact,
  type Helpers,
  QueryElement,
  account,
  badge,
  chainName,
  facts,
  h,
  helpers,
  icon,
  isRecord,
  plain,
  register,
  sentence,
  time,
  untrusted,
} from "./shared.js";
import { routeList } from "./route-list.js";
import { transferAmount } from "./transfer-amount.js";
import css from "./transfer-route.css";

export type { Helpers } from "./shared.js";

/** Registers `<eq-transfer-route>` alone; otherwise like `define` of `ethereal-query/elements`. */
export function define(helpers: Helpers): void {
  register(helpers, { "eq-transfer-route": TransferRoute });
}

/** Why a watch ended. */
interface WatchEnd {
  reason: "ended" | "stopped" | "error";
  error?: EtherealQueryError;
}

/** Events of {@link TransferRoute}. */
export interface TransferRouteEventMap extends HTMLElementEventMap {
  /** The watched transfer changed. */
  "eq-update": CustomEvent<TransferUpdate>;
  /** The watch ended: the transfer has ended, `stop()` was called, or the client gave up with an error. */
  "eq-end": CustomEvent<{ reason: "ended" | "stopped" | "error"; error?: EtherealQueryError }>;
}

/**
 * `<eq-transfer-route>`: the route of a transfer, one node for each step, and a sentence about what is happening now.
 * With a `client` it has a button that follows the transfer live. The slot is below the route.
 *
 * Parts: `card`, `title`, `status`, `sentence`, `watch`, `route`, `step`, `facts`, `ids`, `copy`, `link`, `button`. A
 * step and the status also have their state as a part: `done`, `waiting`, `manual`, `failed`, `pending`.
 */
export class TransferRoute extends QueryElement {
  /** The record. While it is `undefined`, the element shows that it is loading. */
  declare transfer: TransferInput | undefined;
  /** Follows the transfer: a {@link Client}, or anything that watches like one. Without it there is no button. */
  declare client: { watchTransfer(hash: string, options?: WatchOptions): AsyncIterable<TransferUpdate> } | undefined;
  /** The hash that the user looked for: its step is marked, and `watch` follows it. Default: the transfer's first hash. */
  declare hash: string | undefined;
  /** Options of {@link Client.watchTransfer}: chain type, interval and so on. */
  declare watchOptions: Omit<WatchOptions, "signal"> | undefined;
  /** Decimals of the token, if you know them; a record does not hold them. A native amount has 18. */
  declare decimals: number | undefined;
  /** Level of the title's heading, 1 to 6. Default 3. */
  declare headingLevel: number;

  static {
    this.defineProperties<TransferRoute>({
      transfer: undefined,
      client: undefined,
      hash: undefined,
      watchOptions: undefined,
      decimals: undefined,
      headingLevel: 3,
    });
  }

  #watch: AbortController | undefined;
  #note = "";

  constructor() {
    super(css);
  }

  /** Called by the browser when the element leaves the page. */
  disconnectedCallback(): void {
    this.stop();
  }

  /** Whether the element follows the transfer. */
  get watching(): boolean {
    return this.#watch !== undefined;
  }

  /**
   * Follows the transfer and resolves when that ends; the event `eq-end` says why. Does nothing if the element follows it
   * already. Never rejects.
   */
  async watch(): Promise<void> {
    if (this.watching) return;
    const watch = (this.#watch = new AbortController());
    this.#setNote("Watching for changes.");
    const end = await this.#followUpdates(watch.signal);
    // After `stop()`, another watch may have begun.
    if (this.#watch === watch) this.#watch = undefined;
    this.#setNote(noteOf(end));
    this.dispatchEvent(new CustomEvent("eq-end", { detail: end }));
  }

  /** Stops following the transfer. Removing the element from the page does so too. */
  stop(): void {
    this.#watch?.abort();
    this.#watch = undefined;
    this.#setNote("");
  }

  async #followUpdates(signal: AbortSignal): Promise<WatchEnd> {
    try {
      if (!this.client) throw new TypeError("Missing client. Set the property client before watch().");
      const hash = this.hash ?? this.transfer?.originTxnHash ?? "";
      for await (const update of this.client.watchTransfer(hash, { ...this.watchOptions, signal })) {
        if (signal.aborted) break;
        this.#showUpdate(update);
      }
    } catch (error) {
      // The error of a failed transfer follows an update that shows it: the watch has ended like any other.
      const isFailedTransfer = isRecord(error) && error.kind === "transfer_failed";
      // A client throws no other class of error.
      if (!signal.aborted && !isFailedTransfer) return { reason: "error", error: error as EtherealQueryError };
    }
    return { reason: signal.aborted ? "stopped" : "ended" };
  }

  #showUpdate(update: TransferUpdate): void {
    if (update.transfer) {
      this.transfer = update.transfer;
      this.announce(sentence(update.transfer));
    }
    const now = new Date().toLocaleTimeString("en", { hour12: false });
    this.#setNote(update.transfer ? `Watching. Last change at ${now}.` : "Watching. No record of it so far.");
    this.dispatchEvent(new CustomEvent("eq-update", { detail: update }));
  }

  #setNote(text: string): void {
    this.#note = text;
    this.redraw();
  }

  protected draw(): HTMLElement {
    const { transfer } = this;
    if (!transfer) return skeleton();
    const steps = helpers.routeOf(transfer);
    const { title, rows } = transferAmount(transfer, this.decimals);
    return h(
      "article",
      { class: "card", part: "card" },
      h("header", {}, this.#heading(transfer, title), badge(transfer.status)),
      h("div", { class: "now" }, summary(transfer, steps), this.#control(transfer)),
      routeList(steps, this.hash),
      h("slot"),
      transferFacts(transfer, rows),
    );
  }

  #heading(transfer: TransferInput, title: Child): HTMLElement {
    const level = Math.min(Math.max(Number(this.headingLevel) || 3, 1), 6);
    const chain = (id: unknown): HTMLElement => untrusted(chainName(id), 60);
    return h(
      "div",
      {},
      h(`h${level}`, { class: "title", part: "title" }, title),
      h("p", { class: "path" }, chain(transfer.fromChain), " → ", chain(transfer.toChain)),
    );
  }

  /** What the watch is doing, and the button that starts or stops it. */
  #control({ status }: TransferInput): HTMLElement {
    const { watching } = this;
    const canWatch = this.client && status !== "done" && status !== "error";
    return h(
      "div",
      { class: `control ${watching ? "on" : ""}` },
      this.#note && h("p", { class: "note muted" }, watching && h("i", { class: "beat" }), untrusted(this.#note, 200)),
      watching
        ? watchButton("Stop watching", "cross", () => this.stop())
        : canWatch && watchButton("Watch", "eye", () => void this.watch()),
    );
  }
}

/** Adds the two events to the types of the inherited method. */
export interface TransferRoute {
  /** Listens to an event: `eq-update`, `eq-end`, or any event of an element. */
  addEventListener<K extends keyof TransferRouteEventMap>(
    type: K,
    listener: (event: TransferRouteEventMap[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

function noteOf({ reason, error }: WatchEnd): string {
  if (reason === "error") return `Watching ended: ${plain(error?.message ?? "")}`;
  return reason === "ended" ? "It has ended; there is nothing more to watch." : "";
}

/** One button for both labels: focus stays on it when a click changes the label. */
function watchButton(label: string, symbol: string, click: () => void): HTMLElement {
  return h(
    "button",
    { type: "button", class: "quiet", part: "button watch", "data-key": "watch", click },
    icon(symbol),
    label,
  );
}

function summary(transfer: TransferInput, steps: readonly TransferStep[]): HTMLElement {
  const done = steps.filter((step) => step.state === "done").length;
  return h(
    "p",
    { part: "sentence" },
    untrusted(sentence(transfer)),
    h("span", { class: "muted" }, ` ${done} of ${steps.length} steps done.`),
  );
}

function transferFacts(transfer: TransferInput, amountRows: readonly Fact[]): HTMLElement {
  const { _id, type, originTimestamp, fromAddress, fromChain, toAddress, toChain, tokenContract } = transfer;
  return facts([
    ["Started", originTimestamp !== undefined && time(originTimestamp)],
    ["From", fromAddress && account(fromAddress, "sender", fromChain)],
    ["To", toAddress && account(toAddress, "receiver", toChain)],
    ["Type", untrusted(type ?? "not given", 40)],
    ...amountRows,
    ["Token contract", tokenContract && account(tokenContract, "token contract")],
    ["Transfer id", _id !== undefined && untrusted(_id, 80)],
  ]);
}

function skeleton(): HTMLElement {
  return h(
    "article",
    { class: "card skeleton", part: "card", "aria-busy": "true", "aria-label": "Loading the transfer" },
    h("i"),
    h("i"),
    h("i"),
    h("i"),
  );
}
