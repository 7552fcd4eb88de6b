// The connection to a service. The API key stays in the memory of this module.
import { Client } from "/pkg/index.js";

const byId = (id) => document.getElementById(id);
const listeners = new Set();
/** The settings of the demo service; undefined when there is none. */
export let demo;
/** The settings and the client of the current connection. */
export let current;

/** Gateways after those of the page. They are other sites, so a picture from them needs a click. */
const PUBLIC_GATEWAYS = ["https://ipfs.io"];

/** The URL of a path relative to the page, without a slash at its end. */
const absoluteUrl = (path = ".") => new URL(path, document.baseURI).href.replace(/\/$/, "");

export const connection = {
  get client() {
    return current?.client;
  },
  /** Whether the service is the demo service, with any key. Only it has the records of the examples. */
  get isDemo() {
    return demo !== undefined && current?.baseUrl === demo.baseUrl;
  },
  /** Whether the service runs inside this page. No other program can reach it. */
  get isEmbedded() {
    return current?.fetch !== undefined;
  },
  get baseUrl() {
    return current?.baseUrl;
  },
  /** Whether the service has simulated transfers. */
  get hasSimulatedTransfers() {
    return connection.isDemo && demo.hasSimulatedTransfers;
  },
  get gateways() {
    return [...(demo?.gateways ?? [absoluteUrl()]), ...PUBLIC_GATEWAYS];
  },
  /** The number of the connection. A panel compares it, because a new connection makes its result stale. */
  version: 0,
  onChange: (listener) => listeners.add(listener),
};

/**
 * Connects to a service. `fetch` is set for the embedded service, `isBuiltIn` when the API key is also the page's own.
 */
export function connect({ baseUrl, apiKey, isBuiltIn, fetch }) {
  const client = new Client({ baseUrl, ...(apiKey && { apiKey }), ...(fetch && { fetch }) });
  current?.client.dispose?.();
  current = { client, baseUrl, isBuiltIn, fetch, hasKey: Boolean(apiKey) };
  connection.version += 1;
  showConnection();
  for (const listener of listeners) listener();
}

/** Shows the connection in the page's header. Without a connection, it changes nothing. */
export function showConnection() {
  if (!current) return;
  const { host, pathname } = new URL(current.baseUrl);
  const address = current.isBuiltIn ? "Built-in demo" : host + pathname.replace(/\/$/, "");
  byId("service-name").textContent = current.fetch ? "Inside this page" : address;
  const builtInKey = current.fetch ? "sample data" : "demo key";
  byId("service-key").textContent = current.isBuiltIn ? builtInKey : current.hasKey ? "your key" : "no key";
  byId("service").dataset.state = "on";
}

/** The config.json of a server with a service; undefined on a file server without one. */
async function fetchConfig() {
  try {
    const response = await fetch("config.json", { credentials: "omit" });
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The settings of the embedded service. It starts to load at once, and the first call waits for it. `isExpected` is false
 * when it may be missing, so that this waits for it and throws.
 */
async function embeddedSettings(isExpected) {
  const starting = import("./embedded-service.js").then(({ startService }) => startService());
  if (!isExpected) await starting;
  starting.catch(() => {}); // Every call reports it.
  return {
    // The top-level domain `invalid` never resolves (RFC 2606), so no request can leave the page by mistake.
    baseUrl: "https://in-this-page.invalid/",
    apiKey: async () => (await starting).apiKey,
    fetch: async (...request) => (await starting).fetch(...request),
    gateways: [absoluteUrl()],
    hasSimulatedTransfers: true,
    isBuiltIn: true,
  };
}

/** Connects to the service that config.json names, or else to the embedded service. */
export async function connectToDemo() {
  try {
    const config = await fetchConfig();
    demo = config?.baseUrl
      ? {
          baseUrl: new URL(config.baseUrl, document.baseURI).href,
          apiKey: config.apiKey,
          gateways: (config.gateways ?? ["."]).map(absoluteUrl),
          hasSimulatedTransfers: Boolean(config.simulated?.length),
          isBuiltIn: true,
        }
      : await embeddedSettings(config?.isEmbedded === true);
    connect(demo);
  } catch {
    demo = undefined;
    byId("service-name").textContent = "No service";
    byId("service-key").textContent = "set one up";
    byId("service").dataset.state = "off";
  }
}
