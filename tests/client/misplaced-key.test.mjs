// Tests that no error shows an API key that was passed as an argument or as an option.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "../../pkg/dist/index.js";
import { assertError, errorOf, thrownBy } from "./assertions.mjs";
import { ADDRESS, API_KEY, BASE_URL, HASH } from "./calls.mjs";
import { respondWith } from "./service.mjs";

const HEX_KEY = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
const HEADER_VALUE = "Bearer gateway/Secret+0123456789==";
const BASE_OPTIONS = { baseUrl: BASE_URL, fetch: respondWith(200, "{}") };

/** Options that give the key to the client, and options without a key. */
const KEY_OPTIONS = {
  "an apiKey": (key) => ({ apiKey: key }),
  "a function apiKey": (key) => ({ apiKey: () => key }),
  "no apiKey": () => ({}),
  "a proxy": () => ({ proxied: true }),
};

/** Calls that pass the key, or another secret, as an argument. */
const CALLS = {
  hash: (client, key) => client.bridgeTransfer(key),
  "hash with white space": (client, key) => client.bridgeTransfer(` ${key}\n`),
  address: (client, key) => client.tokenUri(key, 1, { chainId: 1 }),
  id: (client, key) => client.tokenUri(ADDRESS, key, { chainId: 1 }),
  chainId: (client, key) => client.tokenUri(ADDRESS, 1, { chainId: key }),
  standard: (client, key) => client.tokenUri(ADDRESS, 1, { chainId: 1, standard: key }),
  integers: (client, key) => client.tokenUri(ADDRESS, 1, { chainId: 1 }, { integers: key }),
  raw: (client, key) => client.tokenUri(ADDRESS, 1, { chainId: 1 }, { raw: key }),
  chain: (client, key) => client.bridgeTransfer(HASH, { chain: key }),
  query: (client, key) => client.bridgeTransfer(HASH, key),
  timeoutMs: (client, key) => client.project({ timeoutMs: key }),
  maxRetries: (client, key) => client.project({ maxRetries: [key] }),
  signal: (client, key) => client.project({ signal: key }),
  "name of an option": (client, key) => client.project({ [key]: 1 }),
  "name of a header": (client, key) => client.project({ headers: { [`${key} `]: "x" } }),
  "name of a header with an invalid value": (client, key) =>
    client.project({ headers: { [key]: "\n" } }),
  "headers as text": (client, key) => client.project({ headers: `x-gateway: ${key}` }),
  "value of a header": (client, key) => client.project({ headers: { "x-gateway": `${key}\n` } }),
  "value of a header as timeoutMs": (client, key) =>
    client.project({ headers: { "x-gateway": key }, timeoutMs: key }),
  pageSize: (client, key) => client.ethereals({ pageSize: key }).page(),
  sourceChains: (client, key) => client.ethereals({ sourceChains: [`${key},é`] }).page(),
  "a lone surrogate": (client, key) => client.ethereals({ cursor: `${key}\ud800` }).page(),
  "a symbol": (client, key) => client.bridgeTransfer(Symbol(key)),
  "a URL": (client, key) => client.project({ signal: new URL(`https://a.example/${key}`) }),
  "hash of a watch": (client, key) => client.waitForTransfer(key),
  "hash of an aborted watch": (client, key) =>
    client.waitForTransfer(key, { signal: AbortSignal.abort() }),
  "option of a watch": (client, key) => client.waitForTransfer(HASH, { intervalMs: key }),
  "state of a watch": (client, key) => client.waitForTransfer(HASH, { state: key }),
};

/** Invalid options with the key in the wrong place. `?x` is invalid, because a base URL has no query. */
const MISPLACED_OPTIONS = {
  baseUrl: (key) => ({ baseUrl: key }),
  "path of baseUrl": (key) => ({ baseUrl: `https://a.example/${key}?x` }),
  "path of a relative baseUrl": (key) => ({ baseUrl: `/${key}?x` }),
  "host of baseUrl": (key) => ({ baseUrl: `https://${key}?x` }),
  "baseUrl without TLS": (key) => ({ baseUrl: `http://a.example/${key}`, apiKey: key }),
  "key with a line break": (key) => ({ baseUrl: key, apiKey: `${key}\n` }),
  timeoutMs: (key) => ({ timeoutMs: key }),
  proxied: (key) => ({ proxied: key }),
  onRetry: (key) => ({ onRetry: key }),
  fetch: (key) => ({ fetch: key }),
  "name of an option": (key) => ({ [key]: 1 }),
  "name of a header": (key) => ({ headers: { [`${key}/`]: "x" } }),
  "value of a header": (key) => ({ headers: { authorization: key }, maxRetries: key }),
};

/** Asserts that no text of the error of an argument shows the secret or a half of the secret. */
function assertHidden(error, secret, place) {
  assertError(error, place === "hash of an aborted watch" ? "aborted" : "invalid_argument");
  const texts = [
    error.message,
    error.stack,
    String(error),
    JSON.stringify(error),
    error.toCurl() ?? "",
  ].join("\n");
  const half = Math.floor(secret.length / 2);
  for (const part of [secret, secret.slice(0, half), secret.slice(half)]) {
    assert.ok(!texts.toLowerCase().includes(part.toLowerCase()), `${place}: ${error.message}`);
  }
}

for (const [title, optionsWith] of Object.entries(KEY_OPTIONS)) {
  test(`an error of an argument does not show the key, with ${title}`, async () => {
    for (const [place, call] of Object.entries(CALLS)) {
      for (const secret of [API_KEY, HEX_KEY, HEADER_VALUE]) {
        const endEvents = [];
        const onCallEnd = (event) => endEvents.push(event);
        // An API key has no space.
        const keyWithoutSpace = secret.replace(" ", "");
        const client = new Client({ ...BASE_OPTIONS, ...optionsWith(keyWithoutSpace), onCallEnd });
        assertHidden(await errorOf(call(client, secret)), secret, place);
        for (const { error } of endEvents) assertHidden(error, secret, place);
      }
    }
  });

  test(`an error of the constructor does not show the key, with ${title}`, () => {
    for (const [place, misplace] of Object.entries(MISPLACED_OPTIONS)) {
      for (const secret of [API_KEY, HEX_KEY]) {
        const create = () =>
          new Client({ ...BASE_OPTIONS, ...optionsWith(secret), ...misplace(secret) });
        assertHidden(thrownBy(create), secret, place);
      }
    }
  });
}

test("a short key that the client knows is redacted", async () => {
  const key = "k3y/+";
  const keyInJson = "k3y\\/+";
  const client = new Client({ ...BASE_OPTIONS, apiKey: key });
  for (const text of [key, encodeURIComponent(key), keyInJson]) {
    const error = await errorOf(client.bridgeTransfer(text));
    assert.ok(error.message.startsWith('Invalid hash: "[redacted]". '), error.message);
  }
  const error = thrownBy(() => new Client({ ...BASE_OPTIONS, baseUrl: key, apiKey: key }));
  assert.ok(error.message.startsWith('Invalid baseUrl: "[redacted]". '), error.message);
});

test("a message shows a value that cannot be a key, and only the length of a value that could be one", async () => {
  const client = new Client({ ...BASE_OPTIONS, apiKey: API_KEY });
  for (const [call, beginning] of [
    [
      () => client.ethereals({ pageSize: -1 }).page(),
      "Invalid pageSize: -1. Expected an integer from 1",
    ],
    // 2^53 is too large for a chain id.
    [
      () => client.tokenUri(ADDRESS, 1, { chainId: "9007199254740992" }),
      'Invalid chainId: "9007199254740992". ',
    ],
    [() => client.tokenUri(ADDRESS, 1, { chainId: 0 }), "Invalid chainId: 0. "],
    [() => client.tokenUri(ADDRESS, 1.5, { chainId: 1 }), "Invalid id: 1.5. "],
    [() => client.bridgeTransfer(HASH, { chain: "goerli" }), 'Invalid chain: "goerli". '],
    [() => client.bridgeTransfer(ADDRESS), `Invalid hash: "${ADDRESS}". `],
    [() => client.bridgeTransfer(API_KEY), `Invalid hash: ${API_KEY.length} characters (hidden: `],
    [
      () => client.project({ timeoutms: 1 }),
      'Unknown option "timeoutms". Did you mean "timeoutMs"?',
    ],
  ]) {
    const error = await errorOf(call());
    assert.ok(error.message.startsWith(beginning), error.message);
  }
  const error = thrownBy(
    () =>
      new Client({ ...BASE_OPTIONS, baseUrl: "http://api.example.com/v1/query", apiKey: API_KEY }),
  );
  assert.ok(
    error.message.startsWith('Invalid baseUrl: "http://api.example.com/…". '),
    error.message,
  );
});
