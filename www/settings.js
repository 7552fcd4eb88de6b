// The dialog that changes the connection.
import { connect, connection, current, demo } from "./connection.js";
import { h, loadStyleSheet, untrusted } from "./dom.js";
import { describeError } from "./errors.js";

const byId = (id) => document.getElementById(id);
const dialog = byId("settings");
const form = dialog.querySelector("form");
const errorSlot = form.querySelector(".error-slot");
await loadStyleSheet("settings.css");

/** A sentence about the current connection. */
function connectionText() {
  if (!current) return "Not connected to any service yet.";
  const key = current.isBuiltIn ? "the demo key" : current.hasKey ? "your key" : "no key";
  if (current.fetch) {
    return `Now talking to a service inside this page with ${key}: sample data, nothing leaves your browser.`;
  }
  return `Now talking to ${current.isBuiltIn ? "the built-in demo service" : current.baseUrl} with ${key}.`;
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
    form.reset(); // The document then no longer holds the key.
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
  // The embedded service has no base URL to type, so a key alone is a key for it.
  const { baseUrl: embeddedUrl, fetch } = baseUrl === "" && connection.isEmbedded ? current : {};
  tryToConnect({ baseUrl: embeddedUrl ?? baseUrl, fetch, apiKey, isBuiltIn: false });
});
