// What went wrong, in the package's own words; what the reader can do about it is in advice.js, loaded when it is
// needed.
import { isEtherealQueryError } from "/pkg/index.js";
import { h, untrusted } from "./dom.js";

/** Which form control a refused parameter belongs to. */
const controls = { chainId: ["chainId", "chain"], sourceContract: ["sourceContracts"], page_size: ["pageSize"] };

/** Faults that the connection dialog can mend. */
const ofConnection = new Set([
  "network",
  "redirect_blocked",
  "unauthenticated",
  "forbidden",
  "unexpected_status",
  "decode",
]);

export function describe(error) {
  const known = isEtherealQueryError(error);
  const needsKey = known && error.parameter === "apiKey";
  return {
    kind: known ? error.kind : "error",
    message: String(error?.message ?? error),
    advice: needsKey ? "unauthenticated" : known ? error.kind : "unknown",
    status: known ? error.status : undefined,
    snippet: known && error.kind === "decode" ? error.bodySnippet : undefined,
    canConnect: needsKey || (known && ofConnection.has(error.kind)),
  };
}

/**
 * `retry` and `settings` are what the card's buttons do; a button that could not help is left out; `more` is another
 * one.
 */
export function errorCard(error, { retry, settings, more }) {
  const { kind, message, advice, status, snippet, canConnect } = describe(error);
  const help = h("p", { class: "muted advice" });
  import("./advice.js").then((module) => help.append(module.adviceOn(advice)));
  const button = (label, click) => h("button", { type: "button", class: "quiet", click }, label);
  return h(
    "div",
    { class: "card notice bad", role: "alert" },
    h(
      "h3",
      {},
      "That did not work ",
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
      more,
      settings && canConnect && button("Connection…", settings),
    ),
  );
}

/** Marks the field an error is about, so that it is announced with the field and seen beside it. */
export function markField(form, error) {
  if (!form) return;
  for (const field of form.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
  if (!isEtherealQueryError(error) || error.kind !== "invalid_argument") return;
  const names = controls[error.parameter] ?? [error.parameter];
  const field = names
    .map((name) => form.elements.namedItem(name ?? ""))
    .find((item) => item instanceof HTMLElement && !item.closest("[hidden]"));
  field?.setAttribute("aria-invalid", "true");
}
