// Creates the card of an error: what happened, what to do, and the details for developers. The page loads this module
// with the first error.
import { isEtherealQueryError } from "/pkg/index.js";
import { facts, h, untrusted } from "./dom.js";
import { errorHelp } from "./error-help.js";

/** Kinds of errors that a different connection can solve. */
const CONNECTION_KINDS = new Set([
  "no_service",
  "network",
  "timeout",
  "redirect_blocked",
  "unauthenticated",
  "missing_key",
  "forbidden",
  "unexpected_status",
  "decode",
]);

/** Kinds of errors that a second try of the same call would have again. */
const PERMANENT_KINDS = new Set([
  "no_service",
  "invalid_argument",
  "missing_key",
  "invalid_document",
]);

/** Kinds of errors for which the service's own message helps the user. */
const MESSAGE_KINDS = new Set(["bad_request", "forbidden", "invalid_document", "rate_limited"]);

/**
 * Returns the kind of an error of the package, or `missing_key` for a call without the API key that it needs. Returns
 * `no_service` without an error, and `error` for an error from elsewhere.
 */
function kindOf(error) {
  if (error === undefined) return "no_service";
  if (!isEtherealQueryError(error)) return "error";
  return error.parameter === "apiKey" ? "missing_key" : error.kind;
}

/** Returns the part of the error's message that helps the user. */
function messageFor(kind, error) {
  if (kind === "invalid_argument") return error.message;
  return MESSAGE_KINDS.has(kind) && error.serverMessage
    ? `The service says: ${error.serverMessage}`
    : undefined;
}

/**
 * Creates the card of an error of a service. Without an error, creates the card for a page that has no service. `retry`
 * and `openSettings` are the actions of the buttons. The card leaves out a button that cannot help. The function
 * `errorButton(error)` may resolve to an additional button.
 */
export async function errorCard(error, service, { retry, openSettings, errorButton }) {
  const extraButton = await errorButton?.(error);
  const kind = kindOf(error);
  const [title, advice] = errorHelp(kind, service);
  const message = messageFor(kind, error);
  const isNotFound = kind === "not_found";
  const button = (label, click) => h("button", { type: "button", class: "quiet", click }, label);
  return h(
    "div",
    isNotFound ? { class: "card empty" } : { class: "card notice bad", role: "alert" },
    // The title may contain the URL of a service that the visitor has entered. A title of more than 300 characters gets
    // a button that shows more.
    h("h3", {}, untrusted(title, 300)),
    message !== undefined && h("p", {}, untrusted(message)),
    h("p", { class: "muted" }, advice),
    h(
      "p",
      { class: "buttons" },
      !PERMANENT_KINDS.has(kind) && retryButton(button("Try again", retry), error?.retryAfterMs),
      extraButton,
      CONNECTION_KINDS.has(kind) && button("Connection…", openSettings),
    ),
    error !== undefined && !isNotFound && developerDetails(error),
  );
}

/** Disables the button for `waitMs`, the wait that the service asks for. The label of the button counts down. */
function retryButton(button, waitMs) {
  if (!(waitMs > 0)) return button;
  const label = button.textContent;
  const endMs = Date.now() + waitMs;
  const time = new Date(endMs).toLocaleTimeString("en", { hour12: false });
  const tick = () => {
    const seconds = Math.ceil((endMs - Date.now()) / 1000);
    const isOver = seconds <= 0;
    const remaining = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    button.disabled = !isOver;
    button.textContent = isOver ? label : `${label} at ${time} (in ${remaining})`;
    // At the first tick, the button has no parent yet.
    const isRemoved = button.parentNode && !button.isConnected;
    if (isOver || isRemoved) clearInterval(timer);
  };
  const timer = setInterval(tick, 1000);
  tick();
  return button;
}

function developerDetails(error) {
  const isKnown = isEtherealQueryError(error);
  const { kind, code, status, bodySnippet } = isKnown ? error : {};
  const request = isKnown && error.toCurl();
  return h(
    "details",
    { class: "fold" },
    h("summary", {}, "Details for developers"),
    facts([
      ["Kind", kind && h("code", {}, kind)],
      ["Code", code && h("code", {}, code)],
      ["HTTP status", status && h("code", {}, String(status))],
      ["Message", untrusted(String(error?.message ?? error))],
      ["Request", request && h("code", {}, untrusted(request, 600))],
      ["Body", kind === "decode" && bodySnippet && h("code", {}, untrusted(bodySnippet, 256))],
    ]),
  );
}
