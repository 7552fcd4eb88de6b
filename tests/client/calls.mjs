// The client under test, and its calls with valid arguments.
import { Client } from "../../pkg/dist/index.js";

export const BASE_URL = "https://api.example.com/v1/";
/** Contains every class of characters that an API key may have. */
export const API_KEY = "q9/Tn+abcdEFGHijklMNOPqrstUVWXyz0123456789+=";
export const ADDRESS = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
export const HASH = `0x${"1".repeat(64)}`;

/** Creates a client. It makes one attempt per call unless `options.maxRetries` says otherwise. */
export function createClient(fetch, options) {
  return new Client({ baseUrl: BASE_URL, apiKey: API_KEY, fetch, maxRetries: 0, ...options });
}

/** The call without an API key. A test that needs another query starts `{ ...TOKEN, query: … }`. */
export const TOKEN = {
  endpoint: "GET /tokens/:address/:id/uri",
  query: { chainId: 1 },
  send: (client, query, options) => client.tokenUri(ADDRESS, "7", query, options),
};

export const TRANSFER = {
  endpoint: "GET /bridge/transfers/transactions/:hash",
  query: {},
  send: (client, query, options) => client.bridgeTransfer(HASH, query, options),
};

export const PROJECT = {
  endpoint: "GET /project",
  query: {},
  send: (client, _query, options) => client.project(options),
};

/** Asks for one page. */
export const ETHEREALS = {
  endpoint: "GET /ethereals",
  query: {},
  send: (client, query, options) => client.ethereals(query, options).page(),
};

export const CALLS_WITH_KEY = [TRANSFER, PROJECT, ETHEREALS];
export const CALLS = [TOKEN, ...CALLS_WITH_KEY];

/** Starts a call. Marks its rejection as handled, because the test reads it later. */
export function start(client, { send, query }, options) {
  const promise = send(client, query, options);
  promise.catch(() => {});
  return promise;
}
