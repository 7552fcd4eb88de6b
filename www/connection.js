// Which service the page talks to. The key lives in this module's memory and nowhere else.
import { Client } from "/pkg/index.js";

const byId = (id) => document.getElementById(id);
const listeners = new Set();
/** The built-in service, if there is one, and the connection there is. */
export let demo;
export let current;

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
  /** True while the service is the one inside this page: its base URL answers nobody else. */
  get isInPage() {
    return current?.fetch !== undefined;
  },
  get baseUrl() {
    return current?.baseUrl;
  },
  /** True while the service has transfers that move while one looks. */
  get simulates() {
    return connection.isDemo && demo.simulates;
  },
  get gateways() {
    return [...(demo?.gateways ?? [here()]), ...publicGateways];
  },
  /** Changes with every new connection, so that a panel can tell that what it shows is old. */
  version: 0,
  onChange: (listener) => listeners.add(listener),
};

/** The folder this page is in, or what is at `path` seen from there, without a slash at its end. */
const here = (path = ".") => new URL(path, document.baseURI).href.replace(/\/$/, "");

/** `fetch` only for the service inside this page; `builtIn` when the key is the page's own, too. */
export function connect({ baseUrl, apiKey, builtIn, fetch }) {
  const client = new Client({ baseUrl, ...(apiKey && { apiKey }), ...(fetch && { fetch }) });
  current?.client.dispose?.();
  current = { client, baseUrl, builtIn, fetch, keyed: Boolean(apiKey) };
  connection.version += 1;
  showConnection();
  for (const listener of listeners) listener();
}

/** Shows the connection in the page's header. Without a connection, it changes nothing. */
export function showConnection() {
  if (!current) return;
  const { host, pathname } = new URL(current.baseUrl);
  const address = current.builtIn ? "Built-in demo" : host + pathname.replace(/\/$/, "");
  byId("service-name").textContent = current.fetch ? "Inside this page" : address;
  const ownKey = current.fetch ? "sample data" : "demo key";
  byId("service-key").textContent = current.builtIn ? ownKey : current.keyed ? "your key" : "no key";
  byId("service").dataset.state = "on";
}

/** What a server that has a service says of it; nothing on a host that only has files. */
async function configuration() {
  try {
    const response = await fetch("config.json", { credentials: "omit" });
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}

/** The service inside this page. It is loaded at once, but only a call waits for it. */
async function inPage(isCertain) {
  const starting = import("./embedded-service.js").then(({ startService }) => startService());
  if (!isCertain) await starting;
  starting.catch(() => {}); // told by every call
  return {
    // No name of this kind exists, so nothing could be sent there by mistake (RFC 2606).
    baseUrl: "https://in-this-page.invalid/",
    apiKey: async () => (await starting).apiKey,
    fetch: async (...request) => (await starting).fetch(...request),
    gateways: [here()],
    simulates: true,
    builtIn: true,
  };
}

/** Connects to the service that config.json names, and without one to the service inside this page. */
export async function loadDemo() {
  try {
    const config = await configuration();
    demo = config?.baseUrl
      ? {
          baseUrl: new URL(config.baseUrl, document.baseURI).href,
          apiKey: config.apiKey,
          gateways: (config.gateways ?? ["."]).map(here),
          simulates: Boolean(config.simulated?.length),
          builtIn: true,
        }
      : await inPage(config?.inPage === true);
    connect(demo);
  } catch {
    demo = undefined;
    byId("service-name").textContent = "No service";
    byId("service-key").textContent = "set one up";
    byId("service").dataset.state = "off";
  }
}
