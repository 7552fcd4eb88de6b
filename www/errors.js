// Shows an error: the message of the package and the advice of error-help.js, which the page loads with the first
// error.
import { isEtherealQueryError } from "/pkg/index.js";
import { h, untrusted } from "./dom.js";

/** Names of the form controls for parameters with another name. */
const CONTROL_NAMES = { chainId: ["chainId", "chain"], sourceContract: ["sourceContracts"], page_size: ["pageSize"] };

/** Kinds of errors that another connection can solve. */
const CONNECTION_KINDS = new Set([
  "network",
  "redirect_blocked",
  "unauthenticated",
  "forbidden",
  "unexpected_status",
  "decode",
]);

/** Returns the fields of an error that the page shows. `helpKind` is the kind for {@link errorHelp}. */
export function describeError(error) {
  const known = isEtherealQueryError(error);
  const needsKey = known && error.parameter === "apiKey";
  return {
    kind: known ? error.kind : "error",
    message: String(error?.message ?? error),
    helpKind: needsKey ? "unauthenticated" : known ? error.kind : "unknown",
    status: known ? error.status : undefined,
    snippet: known && error.kind === "decode" ? error.bodySnippet : undefined,
    canConnect: needsKey || (known && CONNECTION_KINDS.has(error.kind)),
  };
}

/**
 * Creates the card of an error. `retry` and `openSettings` are the actions of its buttons; the card leaves out a button
 * that cannot help. `extraButton` comes between them.
 */
export function errorCard(error, { retry, openSettings, extraButton }) {
  const { kind, message, helpKind, status, snippet, canConnect } = describeError(error);
  const help = h("p", { class: "muted error-help" });
  import("./error-help.js").then((module) => help.append(module.errorHelp(helpKind)));
  const button = (label, click) => h("button", { type: "button", class: "quiet", click }, label);
  return h(
    "div",
    { class: "card notice bad", role: "alert" },
    h(
      "h3",
      {},
      "Something went wrong ",
      h("code", { class: "kind" }, kind),
      status && h("code", { class: "kind" }, `HTTP ${status}`),
    ),
    h("p", { class: "message" }, untrusted(message)),
    snippet && h("pre", {}, untrusted(snippet, 256)),
    help,
    h(
      "p",
      { class: "error-actions" },
      retry && kind !== "invalid_argument" && button("Try again", retry),
      extraButton,
      openSettings && canConnect && button("Connection…", openSettings),
    ),
  );
}

/** Marks the field with the invalid argument, so that screen readers announce it as invalid. */
export function markInvalidField(form, error) {
  if (!form) return;
  for (const field of form.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
  if (!isEtherealQueryError(error) || error.kind !== "invalid_argument") return;
  const names = CONTROL_NAMES[error.parameter] ?? [error.parameter];
  const field = names
    .map((name) => form.elements.namedItem(name ?? ""))
    .find((item) => item instanceof HTMLElement && !item.closest("[hidden]"));
  field?.setAttribute("aria-invalid", "true");
}
