// The client under test, and its calls with valid arguments.
import { Client } from "../../pkg/dist/index.js";
import { callOf } from "../calls.mjs";

export { CALLS, CALLS_WITH_KEY } from "../calls.mjs";

export const BASE_URL = "https://api.example.com/v1/";
/** Contains every class of characters that an API key may have. */
export const API_KEY = "q9/Tn+abcdEFGHijklMNOPqrstUVWXyz0123456789+=";
export const ADDRESS = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
export const HASH = `0x${"1".repeat(64)}`;

/** Creates a client. It makes one attempt per call unless `options.maxRetries` says otherwise. */
export function createClient(fetch, options) {
  return new Client({ baseUrl: BASE_URL, apiKey: API_KEY, fetch, maxRetries: 0, ...options });
}

// A test that needs another query passes `{ ...TOKEN, query: … }` to `start`.
export const TOKEN = callOf("tokenUri");
export const TRANSFER = callOf("bridgeTransfer");
export const PROJECT = callOf("project");
export const ETHEREALS = callOf("ethereals");

/** Starts a call. The empty handler prevents an unhandled rejection until the test awaits the promise. */
export function start(client, { send, query }, options) {
  const promise = send(client, query, options);
  promise.catch(() => {});
  return promise;
}
