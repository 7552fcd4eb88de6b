// The connection dialog.
import { connect, connection, current, demo } from "./connection.js";
import { h, loadStyleSheet, untrusted } from "./dom.js";
import { describeError } from "./errors.js";

const byId = (id) => document.getElementById(id);
const dialog = byId("settings");
const form = dialog.querySelector("form");
const errorSlot = form.querySelector(".error-slot");
await loadStyleSheet("settings.css");

/** Returns a sentence about the current connection. */
function connectionText() {
  if (!current) return "Not connected.";
  const key = current.isBuiltIn ? "the demo key" : current.hasKey ? "your key" : "no key";
  if (current.fetch) {
    return `Connected to the service inside this page with ${key}. It has sample data. No request leaves your browser.`;
  }
  return `Connected to ${current.isBuiltIn ? "the built-in demo service" : current.baseUrl} with ${key}.`;
}

export function open() {
  if (dialog.open) return;
  form.reset();
  form.elements.baseUrl.value = current?.fetch ? "" : (current?.baseUrl ?? "");
  errorSlot.replaceChildren();
  form.querySelector("[data-builtin]").hidden = demo === undefined;
  byId("settings-now").textContent = connectionText();
  dialog.showModal();
}

function tryToConnect(settings) {
  try {
    connect(settings);
    dialog.close();
    form.reset(); // Removes the key from the document.
  } catch (error) {
    const { kind, message } = describeError(error);
    const text = untrusted(message);
    errorSlot.replaceChildren(h("p", { class: "notice bad" }, h("code", { class: "kind" }, kind), " ", text));
  }
}

form.querySelector("[data-close]").addEventListener("click", () => dialog.close());
dialog.addEventListener("close", () => form.reset());
form.querySelector("[data-builtin]").addEventListener("click", () => tryToConnect(demo));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const [baseUrl, apiKey] = [form.elements.baseUrl.value.trim(), form.elements.apiKey.value.trim()];
  // The embedded service has no base URL that a user could type, so a key without a URL is for it.
  const { baseUrl: embeddedUrl, fetch } = baseUrl === "" && connection.isEmbedded ? current : {};
  tryToConnect({ baseUrl: embeddedUrl ?? baseUrl, fetch, apiKey, isBuiltIn: false });
});
