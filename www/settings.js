// The dialog that changes the connection.
import { connect, connection, current, demo } from "./connection.js";
import { h, loadStyleSheet, untrusted } from "./dom.js";
import { describe } from "./errors.js";

const byId = (id) => document.getElementById(id);
const dialog = byId("settings");
const form = dialog.querySelector("form");
const complaints = form.querySelector(".error-slot");
await loadStyleSheet("settings.css");

/** The connection in one sentence. */
function aboutConnection() {
  if (!current) return "Not connected to any service yet.";
  const key = current.builtIn ? "the demo key" : current.keyed ? "your key" : "no key";
  if (current.fetch) {
    return `Now talking to a service inside this page with ${key}: sample data, nothing leaves your browser.`;
  }
  return `Now talking to ${current.builtIn ? "the built-in demo service" : current.baseUrl} with ${key}.`;
}

export function open() {
  if (dialog.open) return;
  form.reset();
  form.elements.baseUrl.value = current?.fetch ? "" : (current?.baseUrl ?? "");
  complaints.replaceChildren();
  form.querySelector("[data-builtin]").hidden = demo === undefined;
  byId("settings-now").textContent = aboutConnection();
  dialog.showModal();
}

function attempt(settings) {
  try {
    connect(settings);
    dialog.close();
    form.reset(); // the typed key leaves the page's fields
  } catch (error) {
    const { kind, message } = describe(error);
    const text = untrusted(message);
    complaints.replaceChildren(h("p", { class: "notice bad" }, h("code", { class: "kind" }, kind), " ", text));
  }
}

form.querySelector("[data-close]").addEventListener("click", () => dialog.close());
dialog.addEventListener("close", () => form.reset());
form.querySelector("[data-builtin]").addEventListener("click", () => attempt(demo));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const [baseUrl, apiKey] = [form.elements.baseUrl.value.trim(), form.elements.apiKey.value.trim()];
  // The service inside this page has no address to type: a key alone is a key for it.
  const { baseUrl: own, fetch } = baseUrl === "" && connection.isInPage ? current : {};
  attempt({ baseUrl: own ?? baseUrl, fetch, apiKey, builtIn: false });
});
