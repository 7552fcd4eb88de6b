// The connection dialog: shows the current connection, and connects to another service or with another key.
import { connect, connection, current, demo } from "./connection.js";
import { h, untrusted } from "./dom.js";

const connectionNote = h("p", { class: "muted", id: "settings-now" });
const errorSlot = h("div", { class: "error-slot", role: "alert" });
const hint =
  "The page keeps the key in memory until you reload, and sends it only to the address above.";
const builtInButton = h(
  "button",
  { type: "button", class: "link" },
  "Use the built-in demo service",
);
const cancelButton = h("button", { type: "button", class: "quiet" }, "Cancel");
const form = h(
  "form",
  { novalidate: true, autocomplete: "off" },
  h("h2", { id: "settings-title" }, "Connection"),
  connectionNote,
  field("settings-url", "Base URL of the service", {
    name: "baseUrl",
    type: "url",
    placeholder: "https://…",
  }),
  field(
    "settings-key",
    "API key",
    { name: "apiKey", type: "password", "aria-describedby": "settings-key-hint" },
    hint,
  ),
  errorSlot,
  h(
    "p",
    { class: "actions" },
    builtInButton,
    cancelButton,
    h("button", { class: "primary" }, "Connect"),
  ),
);
const dialog = h("dialog", { id: "settings", "aria-labelledby": "settings-title" }, form);
document.body.append(dialog);

function field(id, label, props, hintText) {
  const input = h("input", {
    id,
    autocomplete: "off",
    spellcheck: "false",
    autocapitalize: "off",
    ...props,
  });
  const hintLine = hintText && h("small", { id: `${id}-hint` }, hintText);
  return h("p", { class: "field" }, h("label", { for: id }, label), input, hintLine);
}

/** Returns a sentence about the current connection. */
function connectionText() {
  if (!current) return "Not connected.";
  const ownKey = current.hasKey ? "your key" : "no key";
  const key = current.isBuiltIn ? "the demo key" : ownKey;
  if (connection.isEmbedded) {
    return `Connected to the service inside this page with ${key}. It has sample data. No request leaves your browser.`;
  }
  return `Connected to ${current.isBuiltIn ? "the built-in demo service" : current.baseUrl} with ${key}.`;
}

/** The URL that the dialog shows first; empty for the embedded service, whose URL a user cannot type. */
const shownUrl = () => (connection.isEmbedded ? "" : (current?.baseUrl ?? ""));

export function open() {
  if (dialog.open) return;
  form.reset();
  form.elements.baseUrl.value = shownUrl();
  form.elements.apiKey.placeholder = current?.isBuiltIn ? "Demo key in use" : "No key";
  errorSlot.replaceChildren();
  builtInButton.hidden = demo === undefined;
  connectionNote.textContent = connectionText();
  dialog.showModal();
}

/** The message of an error with the label of the field instead of the parameter. */
function messageOf(error) {
  return String(error?.message ?? error).replace(/\bbaseUrl\b/, "Base URL of the service");
}

function tryToConnect(settings) {
  try {
    connect(settings);
    dialog.close();
    form.reset(); // Removes the key from the document.
  } catch (error) {
    errorSlot.replaceChildren(h("p", { class: "notice bad" }, untrusted(messageOf(error))));
  }
}

cancelButton.addEventListener("click", () => dialog.close());
dialog.addEventListener("close", () => form.reset());
builtInButton.addEventListener("click", () => tryToConnect(demo));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const baseUrl = form.elements.baseUrl.value.trim();
  const apiKey = form.elements.apiKey.value.trim();
  // The user has changed nothing: connects to the demo service with the demo key again.
  if (current?.isBuiltIn && baseUrl === shownUrl() && apiKey === "") return tryToConnect(demo);
  // A key without a URL is for the embedded service, because a user cannot type its base URL.
  const isForEmbedded = baseUrl === "" && connection.isEmbedded;
  tryToConnect({
    baseUrl: isForEmbedded ? current.baseUrl : baseUrl,
    fetch: isForEmbedded ? current.fetch : undefined,
    apiKey,
    isBuiltIn: false,
  });
});
