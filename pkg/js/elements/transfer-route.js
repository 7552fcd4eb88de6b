// <eq-transfer-route>: a cross-chain transfer as a picture of its route, drawn once or followed live.
import { QueryElement, account, badge, chainName, facts, h, helpers, icon, plain } from "./parts.js";
import { register, sentence, time, untrusted } from "./parts.js";
import { drawRoute } from "./route.js";
import { sent } from "./sent.js";
import css from "./transfer-route.css";

export const define = (helpers) => register(helpers, { "eq-transfer-route": TransferRoute });

const ended = new Set(["done", "error"]);

export class TransferRoute extends QueryElement {
  #stop;
  #note = "";

  static {
    this.has({
      transfer: undefined,
      client: undefined,
      hash: undefined,
      watchOptions: undefined,
      decimals: undefined,
      headingLevel: 3,
    });
  }

  constructor() {
    super(css);
  }

  disconnectedCallback() {
    this.stop();
  }

  /** Whether it is being followed. */
  get watching() {
    return this.#stop !== undefined;
  }

  /**
   * Follows the transfer through `client.watchTransfer` until it ends. Resolves then; how it ended is in the event
   * `eq-end`, each change before it in `eq-update`.
   */
  async watch() {
    if (this.watching) return;
    const stop = (this.#stop = new AbortController());
    const { signal } = stop;
    const hash = this.hash ?? this.transfer?.originTxnHash;
    const detail = { reason: "ended", error: undefined };
    this.#say("Watching for changes.");
    try {
      for await (const update of this.client.watchTransfer(hash, { ...this.watchOptions, signal })) {
        if (signal.aborted) break;
        if (update.transfer) {
          this.transfer = update.transfer;
          // The drawing is a new one each time; only a line that stays is read out.
          this.announce(sentence(update.transfer));
        }
        this.#say(update.transfer ? `Watching. Last change at ${clock()}.` : "Watching. No record of it so far.");
        this.dispatchEvent(new CustomEvent("eq-update", { detail: update }));
      }
    } catch (error) {
      // A transfer that failed is an end like any other: the picture says it.
      if (!signal.aborted && error?.kind !== "transfer_failed") Object.assign(detail, { reason: "error", error });
    }
    if (signal.aborted) detail.reason = "stopped";
    if (this.#stop === stop) this.#stop = undefined;
    this.#say(
      {
        ended: "It has ended; there is nothing more to watch.",
        stopped: "",
        error: `Watching ended: ${plain(detail.error?.message ?? "")}`,
      }[detail.reason],
    );
    this.dispatchEvent(new CustomEvent("eq-end", { detail }));
  }

  /** Ends the watch, if there is one; nothing is asked any more. */
  stop() {
    this.#stop?.abort();
    this.#stop = undefined;
    this.#say("");
  }

  #say(text) {
    this.#note = text;
    this.redraw();
  }

  draw() {
    const { transfer } = this;
    if (!transfer) return [skeleton()];
    const steps = helpers.routeOf(transfer);
    const done = steps.filter((step) => step.state === "done").length;
    const what = sent(transfer, this.decimals);
    const level = Math.min(Math.max(Number(this.headingLevel) || 3, 1), 6);
    return [
      h(
        "article",
        { class: "card", part: "card" },
        h(
          "header",
          {},
          h(
            "div",
            {},
            h(`h${level}`, { class: "title", part: "title" }, what.title),
            h(
              "p",
              { class: "path" },
              untrusted(chainName(transfer.fromChain), 60),
              " → ",
              untrusted(chainName(transfer.toChain), 60),
            ),
          ),
          badge(transfer.status),
        ),
        h(
          "div",
          { class: "now" },
          h(
            "p",
            { part: "sentence" },
            untrusted(sentence(transfer)),
            h("span", { class: "muted" }, ` ${done} of ${steps.length} steps done.`),
          ),
          this.#control(),
        ),
        drawRoute(steps, this.hash),
        h("slot"),
        details(transfer, what),
      ),
    ];
  }

  #control() {
    const canWatch = this.client && !ended.has(this.transfer.status);
    const button = (label, symbol, click) =>
      h(
        "button",
        { type: "button", class: "quiet", part: "button watch", "data-key": "watch", click },
        icon(symbol),
        label,
      );
    return h(
      "div",
      { class: `control ${this.watching ? "on" : ""}` },
      this.#note &&
        h("p", { class: "note muted" }, this.watching && h("i", { class: "beat" }), untrusted(this.#note, 200)),
      this.watching
        ? button("Stop watching", "cross", () => this.stop())
        : canWatch && button("Watch", "eye", () => this.watch()),
    );
  }
}

const clock = () => new Date().toLocaleTimeString("en", { hour12: false });

function details(transfer, what) {
  const { originTimestamp, fromAddress, fromChain, toAddress, toChain, tokenContract } = transfer;
  return facts([
    ["Started", originTimestamp !== undefined && time(originTimestamp)],
    ["From", fromAddress && account(fromAddress, "sender", fromChain)],
    ["To", toAddress && account(toAddress, "receiver", toChain)],
    ["Type", untrusted(transfer.type ?? "not given", 40)],
    ...what.rows,
    ["Token contract", tokenContract && account(tokenContract, "token contract")],
    ["Transfer id", transfer._id !== undefined && untrusted(transfer._id, 80)],
  ]);
}

const skeleton = () =>
  h(
    "article",
    { class: "card skeleton", part: "card", "aria-busy": "true", "aria-label": "Loading the transfer" },
    ["", "", "", ""].map(() => h("i")),
  );
