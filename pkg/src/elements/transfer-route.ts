// <eq-transfer-route>: a cross-chain transfer and its route, drawn once or followed live.
/* eslint-disable @typescript-eslint/no-unsafe-declaration-merging -- the interface adds only types, no member */
import { routeOf } from "../transfers/route.js";
import type { TransferInput, TransferUpdate } from "../types/transfer.js";
import type { WatchOptions } from "../types/options.js";
import {
  type StateWords,
  RecordElement,
  chainName,
  h,
  plain,
  sentence,
  stateCard,
} from "./shared.js";
import { register } from "./register.js";
import { routeList } from "./route-list.js";
import { type DecimalsDraft, type TransferAmount, transferAmount } from "./transfer-amount.js";
import { transferFacts } from "./transfer-facts.js";
import { contact, heading, summary } from "./transfer-head.js";
import { TransferWatch, type WatchEnd } from "./transfer-watch.js";
import { type UsualTimes, statusLabel } from "../display/statuses.js";
import type { Support } from "../display/support.js";
import { type TransferRecord, readTransfer } from "../display/transfer-record.js";
import css from "./transfer-route.css";

export type { Support } from "../display/support.js";
export type { UsualTimes } from "../display/statuses.js";

/**
 * Events of {@link TransferRoute}.
 * @example
 * const route = document.createElement("eq-transfer-route");
 * route.addEventListener("eq-update", ({ detail }) => console.log(detail.phase));
 * route.addEventListener("eq-end", ({ detail }) => console.log(detail.reason));
 */
export interface TransferRouteEventMap extends HTMLElementEventMap {
  /** The watched transfer changed. */
  "eq-update": CustomEvent<TransferUpdate>;
  /** The watch ended: the transfer is done or failed, the page called `stop()`, or the client threw an error. */
  "eq-end": CustomEvent<WatchEnd>;
  /** The user chose the decimals of the token; `undefined` takes the choice back. */
  "eq-decimals": CustomEvent<number | undefined>;
}

/**
 * The part of a client that the element calls.
 * @inline
 */
interface TransferWatcher {
  /** Watches a transfer, like `watchTransfer` of `Client`. */
  watchTransfer(hash: string, options?: WatchOptions): AsyncIterable<TransferUpdate>;
}

/**
 * `<eq-transfer-route>`: the route of a transfer, with one node for each step, and a sentence about its current state.
 * With a `client` it has a button that watches the transfer, even before the service knows the transfer. The slot is
 * below the route.
 *
 * Parts: `card`, `title`, `status`, `sentence`, `pace`, `advice`, `contact`, `watch`, `route`, `step`, `facts`, `ids`, `copy`, `link`,
 * `button`. A step and the status also have their state as a part: `done`, `waiting`, `manual`, `failed`, `pending`.
 * Without a record, `card` also has its state: `empty`, `unknown`, `failed`.
 * @example
 * const route: TransferRoute = document.createElement("eq-transfer-route");
 * Object.assign(route, { client, transfer: await client.bridgeTransfer(deliveredHash) });
 * document.body.append(route);
 * await route.watch();
 * console.log(route.watching); // false
 */
export class TransferRoute extends RecordElement {
  /** The record; `null` if the service knows no such transfer. `undefined` while it loads. */
  declare transfer: TransferInput | null | undefined;
  /** The error of the call, which the element shows instead of a record. */
  declare error: unknown;
  /** Words for an element without a record. */
  declare words: StateWords | undefined;
  /** Watches the transfer: a `Client`, or an object with its method `watchTransfer`. Without it there is no button. */
  declare client: TransferWatcher | undefined;
  /**
   * Hash that the user searched for. The element marks the step with this hash, and watches the transfer by this hash.
   * Default for the watch: the hash of the first step. While `transfer` is `undefined`, the element is in the loading
   * state if `hash` is set, and otherwise in the empty state.
   */
  declare hash: string | undefined;
  /** Options of `client.watchTransfer`, such as chain type and interval. */
  declare watchOptions: Omit<WatchOptions, "signal"> | undefined;
  /**
   * Decimals of the token, if the page knows them. Without them the element takes the decimals of the record
   * (`tokenDecimals`) or of a well-known token. Otherwise it shows the amount in the smallest unit, and the user can
   * choose the decimals.
   */
  declare decimals: number | undefined;
  /** Symbol of the token or of the native currency, if the page knows it. Default: `tokenSymbol` of the record. */
  declare symbol: string | undefined;
  /** The decimals that the user has chosen. A transfer of a different token resets the choice. */
  declare chosenDecimals: number | undefined;
  /**
   * Whom users can ask: a name and an `https:` link, in which `{id}` becomes the transfer id. Default: the attributes
   * `support-name` and `support-url`; without them, "the operator of the service".
   */
  declare support: Support | undefined;
  /** How long a status usually takes, in seconds, as the operator of the service says. */
  declare usualTimes: UsualTimes | undefined;
  /** Level of the title's heading, 1 to 6. Default: 3. */
  declare headingLevel: number;

  /** The attributes whose changes the browser reports. */
  static readonly observedAttributes = ["support-name", "support-url"];

  static {
    this.defineProperties<TransferRoute>({
      transfer: undefined,
      error: undefined,
      words: undefined,
      client: undefined,
      hash: undefined,
      watchOptions: undefined,
      decimals: undefined,
      symbol: undefined,
      chosenDecimals: undefined,
      support: undefined,
      usualTimes: undefined,
      headingLevel: 3,
    });
  }

  readonly #watch = new TransferWatch(() => this.redraw());
  #decimalsDraft: DecimalsDraft | undefined;
  /** The token contract of the last drawn record. */
  #contract: string | undefined;

  /** Creates the element. It draws when it enters a document. */
  constructor() {
    super(css);
  }

  /** Ends the watch when the element leaves the page. A move within the page keeps it. */
  protected override leave(): void {
    this.stop();
  }

  /** Called by the browser when `support-name` or `support-url` changes. */
  attributeChangedCallback(): void {
    this.redraw();
  }

  /** Whether the element watches the transfer. */
  get watching(): boolean {
    return this.#watch.isRunning;
  }

  /** The status, the amount and the chains as a text, such as the title of a page; empty without a record. */
  get headline(): string {
    const { transfer } = this;
    if (!transfer) return "";
    const record = readTransfer(transfer);
    const { status, fromChain, toChain } = record;
    // The title may contain elements. The paragraph joins their texts.
    const title = h("p", {}, this.#amount(record).title).textContent;
    return `${statusLabel(status) ?? plain(status)} · ${title} · ${chainName(fromChain)} → ${chainName(toChain)}`;
  }

  /**
   * Watches the transfer. Resolves when the watch ends; the event `eq-end` has the reason. Never rejects. Does nothing
   * during another watch.
   */
  async watch(): Promise<void> {
    if (this.watching) return;
    const end = await this.#watch.run(
      (signal) => this.#updates(signal),
      (update) => this.#showUpdate(update),
    );
    this.dispatchEvent(new CustomEvent("eq-end", { detail: end }));
  }

  /** Stops the watch. Removing the element from the page also stops it. */
  stop(): void {
    this.#watch.stop();
  }

  #updates(signal: AbortSignal): AsyncIterable<TransferUpdate> {
    if (!this.client)
      throw new TypeError("Missing client. Set the property client before watch().");
    const hash = this.hash ?? this.transfer?.originTxnHash ?? "";
    return this.client.watchTransfer(hash, { ...this.watchOptions, signal });
  }

  #showUpdate(update: TransferUpdate): void {
    if (update.transfer) {
      this.transfer = update.transfer;
      this.announce(sentence(update.transfer));
    }
    this.dispatchEvent(new CustomEvent("eq-update", { detail: update }));
  }

  #amount(record: TransferRecord): TransferAmount {
    // The element passes itself as the unit: it has the properties `symbol` and `decimals`.
    return transferAmount(record, this, {
      chosen: this.chosenDecimals,
      draft: this.#decimalsDraft,
      onEdit: (draft) => {
        this.#decimalsDraft = draft;
        this.redraw();
      },
      onChoose: (decimals) => {
        this.#decimalsDraft = undefined;
        this.chosenDecimals = decimals;
        // Closes the field if the user chose the same decimals again.
        this.redraw();
        this.dispatchEvent(new CustomEvent("eq-decimals", { detail: decimals }));
      },
    });
  }

  /** The support that the page has set, or the support that the attributes name. */
  #support(): Support | undefined {
    const name = this.getAttribute("support-name");
    const url = this.getAttribute("support-url");
    return this.support ?? (name && url ? { name, url } : undefined);
  }

  protected draw(): HTMLElement {
    const { transfer, error } = this;
    const support = this.#support();
    if (!transfer || (error !== undefined && error !== null)) {
      const absence = {
        error,
        isNotFound: transfer === null,
        isRequested: this.hash !== undefined,
      };
      const start = this.client && this.hash !== undefined ? () => void this.watch() : undefined;
      const control = transfer === null && this.#watch.control(start, "Watch until it appears");
      const help = [control, contact(support, this.hash ?? "")];
      return stateCard(absence, { ...WORDS, ...this.words }, skeleton(), help);
    }
    const record = readTransfer(transfer);
    const steps = routeOf(transfer);
    // The user chose the decimals for the token of the previous record. The setter schedules one more draw.
    if (this.#contract !== undefined && this.#contract !== record.tokenContract)
      this.chosenDecimals = undefined;
    this.#contract = record.tokenContract;
    const amount = this.#amount(record);
    const level = Math.min(Math.max(Number(this.headingLevel) || 3, 1), 6);
    const canWatch = this.client && record.status !== "done" && record.status !== "error";
    return h(
      "article",
      { class: "card", part: "card" },
      heading(record, amount, level),
      summary(record, steps, { support, usualTimes: this.usualTimes }),
      routeList(steps, this.hash),
      this.#watch.control(canWatch ? () => void this.watch() : undefined),
      h("slot"),
      transferFacts(record, amount.exact),
    );
  }
}

/** Adds the events of the element to the types of the inherited method. */
export interface TransferRoute {
  /** Listens to `eq-update`, `eq-end`, `eq-decimals`, or any event of an HTML element. */
  addEventListener<K extends keyof TransferRouteEventMap>(
    type: K,
    listener: (event: TransferRouteEventMap[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  /** Listens to any other event. */
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

const WORDS = {
  empty: "No transfer selected.",
  loading: "Loading the transfer",
  unknown: "The service knows no transfer with this hash.",
  failed: "The transfer could not be loaded.",
};

function skeleton(): HTMLElement[] {
  return Array.from({ length: 4 }, () => h("i"));
}

register("eq-transfer-route", TransferRoute);
