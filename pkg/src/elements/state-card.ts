// What an element shows without a record: empty, loading, unknown or failed.
import { type Child, h } from "./dom.js";
import { failureSentence } from "../display/failures.js";
import { isRecord } from "../display/plain-text.js";
import { untrusted } from "./untrusted.js";

/**
 * Words of the page for an element without a record. They replace the default words of the element.
 * @example
 * const words: StateWords = { empty: "Paste a hash.", unknown: "Not on mainnet." };
 * Object.assign(document.createElement("eq-transfer-route"), { words });
 */
export interface StateWords {
  /** The page has asked for nothing. */
  empty?: string;
  /** For screen readers while the record loads. */
  loading?: string;
  /** The service knows no such record. */
  unknown?: string;
  /** The record could not be loaded. A sentence about the kind of the error follows, and its message under Details. */
  failed?: string;
}

/**
 * The reason that an element has no record.
 * @inline
 */
interface Absence {
  /** The error of the call, if it failed. */
  error: unknown;
  /** Whether the service has said that there is no such record. */
  isNotFound: boolean;
  /** Whether the page has requested a record. */
  isRequested: boolean;
}

/**
 * Creates the card of an element without a record. `skeleton` is the content of the card while the record loads. `help`
 * is additional content when the record is unknown or failed to load, such as whom the user can ask.
 * @example
 * const words = { empty: "Nothing yet.", loading: "Loading", unknown: "Not found.", failed: "No answer." };
 * const card = stateCard({ error: undefined, isNotFound: true, isRequested: true }, words, []);
 * console.log(card.textContent); // Not found.
 */
export function stateCard(
  absence: Absence,
  words: Required<StateWords>,
  skeleton: readonly HTMLElement[],
  help?: Child,
): HTMLElement {
  const state = stateOf(absence);
  if (state === "loading") {
    const busy = { "aria-busy": "true", "aria-label": words.loading };
    return h("article", { class: "card skeleton", part: "card", ...busy }, ...skeleton);
  }
  return h(
    "article",
    {
      class: `card state ${state}`,
      part: `card ${state}`,
      role: state === "failed" ? "alert" : undefined,
    },
    h("p", { class: "title", part: "sentence" }, words[state]),
    state === "failed" && failure(absence.error),
    state !== "empty" && help,
    h("slot"),
  );
}

function stateOf({ error, isNotFound, isRequested }: Absence): keyof StateWords {
  if (isRecord(error) && error.kind === "not_found") return "unknown";
  if (error !== undefined && error !== null) return "failed";
  if (isNotFound) return "unknown";
  return isRequested ? "loading" : "empty";
}

/** Says what the user can do. The message of the error, which is for developers, is folded under "Details". */
function failure(error: unknown): Child {
  // A value that is not an object is shown as the message.
  const { kind, message = "" } = isRecord(error) ? error : { kind: undefined, message: error };
  return [
    h("p", {}, failureSentence(kind)),
    message !== "" &&
      h(
        "details",
        {},
        h("summary", {}, "Details"),
        h("p", { class: "muted" }, untrusted(message, 300)),
      ),
  ];
}
