// What went wrong, in the package's own words, and what the reader can do about it.
import { isEtherealQueryError } from "/pkg/index.js";
import { h, untrusted } from "./dom.js";

const advice = {
  invalid_argument: "Correct the value and try again. Nothing was sent.",
  timeout: "The service took too long. Try again in a moment.",
  network: "Check the address under Connection, and that the service runs and allows requests from web pages (CORS).",
  redirect_blocked: "A redirect is refused, so that the key cannot reach another site. Set the final address under Connection.",
  bad_request: "The message says which value to change.",
  unauthenticated: "Set a valid API key under Connection, or go back to the built-in demo service.",
  forbidden: "Ask the operator of the service for the permission, or use another key.",
  not_found: "Check the chain, the address, the id and the standard.",
  rate_limited: "Wait a little, then try again.",
  server: "The fault is on the service’s side. Try again in a moment.",
  unexpected_status: "The address may not be this kind of service. Check it under Connection.",
  decode: "The answer is not what this query expects. Check the address under Connection.",
  response_too_large: "The answer is larger than this page accepts.",
  pagination_stalled: "The service gave the same page twice. Start again with Apply.",
  internal: "This is a fault in the package. Please report it with the message above.",
};

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
    help: (needsKey && advice.unauthenticated) || (known && advice[error.kind]) || "Reload the page and try again.",
    status: known ? error.status : undefined,
    snippet: known && error.kind === "decode" ? error.bodySnippet : undefined,
    canConnect: needsKey || (known && ofConnection.has(error.kind)),
  };
}

/** `retry` and `settings` are what the card's buttons do; a button that could not help is left out; `more` is another one. */
export function errorCard(error, { retry, settings, more }) {
  const { kind, message, help, status, snippet, canConnect } = describe(error);
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
    h("p", { class: "muted" }, help),
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
