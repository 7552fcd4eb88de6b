// The watch of <eq-transfer-route>, and the control that shows the note and the button of the watch.
import type { EtherealQueryError } from "../errors/error.js";
import type { TransferUpdate } from "../types/transfer.js";
import { type Child, type IconName, h, icon, isRecord, plain, untrusted } from "./shared.js";

/**
 * The end of a watch, with its reason.
 * @inline
 */
export interface WatchEnd {
  /** `ended` when the transfer is done or failed, `stopped` after `stop()`, `error` when the client threw. */
  reason: "ended" | "stopped" | "error";
  /** The error of the client; only with the reason `error`. */
  error?: EtherealQueryError;
}

/** Follows a transfer. The caller must not call `run` while a watch runs. */
export class TransferWatch {
  readonly #onChange: () => void;
  /** Aborts the running watch. */
  #controller: AbortController | undefined;
  #note = "";

  /** `onChange` is called when {@link control} would draw something different. */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get isRunning(): boolean {
    return this.#controller !== undefined;
  }

  /** Passes each update to `onUpdate` until the end. Never rejects. */
  async run(
    updates: (signal: AbortSignal) => AsyncIterable<TransferUpdate>,
    onUpdate: (update: TransferUpdate) => void,
  ): Promise<WatchEnd> {
    const controller = new AbortController();
    this.#controller = controller;
    this.#setNote("Watching for changes.");
    const end = await this.#follow(controller.signal, updates, onUpdate);
    // `stop` has already cleared the controller and the note, and another watch may have begun.
    if (this.#controller === controller) {
      this.#controller = undefined;
      const isError = end.reason === "error";
      // An object that the page uses instead of a `Client` may throw any value.
      this.#setNote(
        isError ? `Watching ended: ${plain(end.error?.message ?? "")}` : "The transfer has ended.",
      );
    }
    return end;
  }

  stop(): void {
    this.#controller?.abort();
    this.#controller = undefined;
    this.#setNote("");
  }

  /**
   * Draws the note and a button. The button stops the running watch. While no watch runs, the button calls `start` and
   * has the label `label`; without `start`, there is no button. Returns `undefined` without a note and a button.
   */
  control(start: (() => void) | undefined, label = "Watch"): Child {
    if (!this.isRunning && !start && !this.#note) return undefined;
    const pulse = this.isRunning && h("i", { class: "beat" });
    return h(
      "div",
      { class: `control ${this.isRunning ? "on" : ""}` },
      this.#note && h("p", { class: "note muted" }, pulse, untrusted(this.#note, 200)),
      this.isRunning
        ? watchButton("Pause", "pause", () => this.stop())
        : start && watchButton(label, "eye", start),
    );
  }

  async #follow(
    signal: AbortSignal,
    updates: (signal: AbortSignal) => AsyncIterable<TransferUpdate>,
    onUpdate: (update: TransferUpdate) => void,
  ): Promise<WatchEnd> {
    try {
      for await (const update of updates(signal)) {
        if (signal.aborted) break;
        const now = new Date().toLocaleTimeString("en", { hour12: false });
        this.#setNote(
          update.transfer
            ? `Watching. Last change at ${now}.`
            : "Watching. The service does not know the transfer yet.",
        );
        onUpdate(update);
      }
    } catch (error) {
      // The last update has already shown a failed transfer, so the error is a normal end of the watch.
      const isFailedTransfer = isRecord(error) && error.kind === "transfer_failed";
      // A `Client` throws only this class of error.
      if (!signal.aborted && !isFailedTransfer)
        return { reason: "error", error: error as EtherealQueryError };
    }
    return { reason: signal.aborted ? "stopped" : "ended" };
  }

  #setNote(text: string): void {
    this.#note = text;
    this.#onChange();
  }
}

/**
 * Creates the watch button. `data-key` is the same for both labels, so that the button keeps the focus when the label
 * changes.
 */
function watchButton(label: string, symbol: IconName, click: () => void): HTMLElement {
  return h(
    "button",
    { type: "button", class: "quiet", part: "button watch", "data-key": "watch", click },
    icon(symbol),
    label,
  );
}
