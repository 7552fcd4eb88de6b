// The connection to a service. Only this module keeps the API key, in memory.
import { Client, IPFS_GATEWAYS, isEtherealQueryError } from "/pkg/index.js";

const byId = (id) => document.getElementById(id);
const listeners = new Set();

/** The text for each state of a connection. The style sheet has a colour for each of these names. */
const STATES = {
  untried: "not tried yet",
  works: "works",
  key: "key not accepted",
  failing: "responds with errors",
  unreachable: "no response",
};

/** The state of the connection after an error of each kind. After any other result the state is `works`. */
const STATE_BY_KIND = {
  network: "unreachable",
  timeout: "unreachable",
  unauthenticated: "key",
  redirect_blocked: "failing",
  server: "failing",
  unexpected_status: "failing",
  decode: "failing",
};

/** Kinds of errors without a request. These errors say nothing about the connection. */
const UNSENT_KINDS = new Set(["invalid_argument", "aborted", "internal"]);

/**
 * The settings of the demo service: the service that config.json names, or else the embedded service. Undefined if
 * neither of them is available.
 */
export let demo;
/** The settings and the client of the current connection. */
export let current;

/** The URL of a path relative to the page, without a slash at its end. */
const absoluteUrl = (path = ".") => new URL(path, document.baseURI).href.replace(/\/$/, "");

export const connection = {
  get client() {
    return current?.client;
  },
  /** Whether the service is the demo service, with any key. No other service has the records of the examples. */
  get isDemo() {
    return demo !== undefined && current?.baseUrl === demo.baseUrl;
  },
  /** Whether the service runs inside this page, where no other program can reach it. */
  get isEmbedded() {
    return current?.fetch !== undefined;
  },
  /**
   * The public key of the demo service. Undefined when the connection has another key, and when the service runs inside
   * this page, where no other program can use the key.
   */
  get demoKey() {
    return current?.isBuiltIn && !current.fetch ? demo.apiKey : undefined;
  },
  /** Resolves to the public key of the sample data. */
  sampleKey: async () => (typeof demo.apiKey === "function" ? demo.apiKey() : demo.apiKey),
  get baseUrl() {
    return current?.baseUrl;
  },
  /** The service at the start of a sentence. */
  get serviceName() {
    return connection.isEmbedded
      ? "The service in this page"
      : `The service at ${connection.baseUrl}`;
  },
  /** Whether the service has simulated transfers. */
  get hasSimulatedTransfers() {
    return connection.isDemo && demo.hasSimulatedTransfers;
  },
  /** Whom visitors can ask, and how long each status usually takes, as the operator of the demo service says. */
  get serviceWords() {
    return connection.isDemo ? { support: demo.support, usualTimes: demo.usualTimes } : {};
  },
  /**
   * The gateways of the page, and then the public ones. These are other sites, so the page loads a picture from them
   * after a click.
   */
  get gateways() {
    return [...(demo?.gateways ?? [absoluteUrl()]), ...IPFS_GATEWAYS];
  },
  /**
   * Updates the state after a call of `client`: `error` is absent after a success, and `usesKey` is whether the call
   * sent the key.
   */
  report(client, error, usesKey) {
    if (client !== current?.client) return;
    const isAboutConnection =
      !error || (isEtherealQueryError(error) && !UNSENT_KINDS.has(error.kind));
    if (!isAboutConnection) return;
    const state = STATE_BY_KIND[error?.kind] ?? "works";
    if (usesKey && state === "key") current.isKeyRefused = true;
    if (usesKey && state === "works") current.isKeyRefused = false;
    // After a refused key, a successful call without the key does not change the state.
    current.state = state === "works" && current.isKeyRefused ? "key" : state;
    showConnection();
  },
  /** Number of the connection. A panel compares this number, because the result of an earlier connection is stale. */
  version: 0,
  onChange: (listener) => listeners.add(listener),
};

/**
 * Connects to a service. `fetch` is the function of the embedded service. `isBuiltIn` means that the settings are the
 * settings of the demo service, with the demo key.
 */
export function connect({ baseUrl, apiKey, isBuiltIn, fetch }) {
  const client = new Client({ baseUrl, ...(apiKey && { apiKey }), ...(fetch && { fetch }) });
  current?.client.dispose?.();
  current = { client, baseUrl, isBuiltIn, fetch, hasKey: Boolean(apiKey), state: "untried" };
  connection.version += 1;
  showConnection();
  for (const listener of listeners) listener();
}

/** Shows the connection in the header of the page. */
export function showConnection() {
  if (!current) return;
  const { host, pathname } = new URL(current.baseUrl);
  const address =
    current.isBuiltIn || current.fetch ? "Demo data" : host + pathname.replace(/\/$/, "");
  byId("service-name").textContent = address;
  const keyText = current.hasKey ? "your key" : "no key";
  byId("service-key").textContent = current.isBuiltIn ? "" : keyText;
  byId("service-state").textContent = STATES[current.state];
  byId("service").dataset.state = current.state;
}

/** Loads config.json, which a server with a service has. Resolves to undefined on a plain file server. */
async function fetchConfig() {
  try {
    const response = await fetch("config.json");
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the settings of the service that `config`, the content of config.json, names. */
function configuredSettings(config) {
  return {
    baseUrl: new URL(config.baseUrl, document.baseURI).href,
    apiKey: config.apiKey,
    gateways: (config.gateways ?? ["."]).map(absoluteUrl),
    hasSimulatedTransfers: config.hasSimulatedTransfers === true,
    support: config.support,
    usualTimes: config.usualTimes,
    isBuiltIn: true,
  };
}

/**
 * Returns the settings of the embedded service. The service starts to load at once, and the first call waits for the
 * service. Without `isExpected`, the server may not have the files of the service. The function then waits until the
 * service has loaded, and throws if the service does not load.
 */
async function embeddedSettings(isExpected) {
  const starting = import("./embedded-service.js").then(({ startService }) => startService());
  if (!isExpected) await starting;
  starting.catch(() => {}); // Each call reports the error.
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

/** Connects to the demo service. If the demo service is not available, shows "No service". */
export async function connectToDemo() {
  try {
    const config = await fetchConfig();
    demo = config?.baseUrl
      ? configuredSettings(config)
      : await embeddedSettings(config?.isEmbedded === true);
    connect(demo);
  } catch {
    demo = undefined;
    byId("service-name").textContent = "No service";
    byId("service-state").textContent = "connect";
    byId("service").dataset.state = "unreachable";
  }
}
