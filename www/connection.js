// Which service the page talks to, and the dialog that changes it. The key lives in this module's memory and in no other place.
import { Client } from "/pkg/index.js";
import { h, untrusted } from "./dom.js";
import { describe } from "./errors.js";

const byId = (id) => document.getElementById(id);
const listeners = new Set();
let demo;
let current;

/** Where the page looks for pictures after its own gateways; only after a click, since it is another site. */
const publicGateways = ["https://ipfs.io"];

export const connection = {
  get client() {
    return current?.client;
  },
  /** True while the base URL is the built-in service, whichever key is used: its examples exist there. */
  get isDemo() {
    return demo !== undefined && current?.baseUrl === demo.baseUrl;
  },
  get gateways() {
    return [...(demo?.gateways ?? [location.origin]), ...publicGateways];
  },
  /** Changes with every new connection, so that a panel can tell that what it shows is old. */
  version: 0,
  onChange: (listener) => listeners.add(listener),
};

function connect({ baseUrl, apiKey, builtIn }) {
  const client = new Client(apiKey ? { baseUrl, apiKey } : { baseUrl });
  current?.client.dispose?.();
  current = { client, baseUrl, builtIn, keyed: Boolean(apiKey) };
  connection.version += 1;
  showConnection();
  for (const listener of listeners) listener();
}

function showConnection() {
  const { host, pathname } = new URL(current.baseUrl);
  byId("service-name").textContent = current.builtIn ? "Built-in demo" : host + pathname.replace(/\/$/, "");
  byId("service-key").textContent = current.builtIn ? "demo key" : current.keyed ? "your key" : "no key";
  byId("service").dataset.state = "on";
}

/** Reads the development server's config.json. A page hosted without one starts unconnected and asks for a service. */
export async function loadDemo() {
  try {
    const response = await fetch("/config.json", { credentials: "omit" });
    if (!response.ok) throw new Error(`config.json: HTTP ${response.status}`);
    const config = await response.json();
    demo = {
      baseUrl: new URL(config.baseUrl, location.origin).href,
      apiKey: config.apiKey,
      gateways: (config.gateways ?? ["/"]).map((gateway) => new URL(gateway, location.origin).href.replace(/\/$/, "")),
      builtIn: true,
    };
    connect(demo);
  } catch {
    byId("service-name").textContent = "No service";
    byId("service-key").textContent = "set one up";
    byId("service").dataset.state = "off";
  }
}

export function openSettings() {
  const form = byId("settings").querySelector("form");
  form.reset();
  form.elements.baseUrl.value = current?.baseUrl ?? "";
  form.querySelector(".error-slot").replaceChildren();
  form.querySelector("[data-builtin]").hidden = demo === undefined;
  byId("settings-now").textContent = current
    ? `Now talking to ${current.builtIn ? "the built-in demo service" : current.baseUrl} with ${current.builtIn ? "the demo key" : current.keyed ? "your key" : "no key"}.`
    : "Not connected to any service yet.";
  byId("settings").showModal();
}

export function setUpSettings() {
  const dialog = byId("settings");
  const form = dialog.querySelector("form");
  const attempt = (settings) => {
    try {
      connect(settings);
      dialog.close();
      form.reset(); // the typed key leaves the page's fields
    } catch (error) {
      const { kind, message } = describe(error);
      form
        .querySelector(".error-slot")
        .replaceChildren(h("p", { class: "notice bad" }, h("code", { class: "kind" }, kind), " ", untrusted(message)));
    }
  };
  byId("service").addEventListener("click", openSettings);
  form.querySelector("[data-close]").addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => form.reset());
  form.querySelector("[data-builtin]").addEventListener("click", () => attempt(demo));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt({ baseUrl: form.elements.baseUrl.value.trim(), apiKey: form.elements.apiKey.value.trim(), builtIn: false });
  });
}
