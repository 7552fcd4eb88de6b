// The option `apiKey`: a text or a function. No error shows the key, also not one of the constructor or of an argument
// in whose place the key is.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "../../pkg/dist/index.js";
import {
  assertAttempts,
  assertError,
  assertFields,
  assertKeys,
  errorOf,
  show,
  thrownBy,
  toJson,
  valueOf,
} from "./assertions.mjs";
import {
  API_KEY,
  CALLS_WITH_KEY,
  ETHEREALS,
  PROJECT,
  TOKEN,
  TRANSFER,
  createClient,
  start,
  ADDRESS,
  BASE_URL,
  HASH,
} from "./calls.mjs";
import { keysSentTo, respondWith, spy } from "./service.mjs";

test("the API key function is called once for each call that needs a key", async () => {
  const keys = ["key/0", "key/1"];
  const apiKey = spy(() => new Promise((resolve) => setTimeout(resolve, 5, keys.shift())));
  const fetch = respondWith(200, '{"etherealData":[]}');
  const client = createClient(fetch, { apiKey });
  for (const call of [ETHEREALS, TOKEN, PROJECT]) await valueOf(start(client, call));
  assert.deepEqual(keysSentTo(fetch), ["key/0", null, "key/1"]);
  // Without arguments.
  assert.deepEqual(apiKey.calls, [[], []]);
});

test("the API key function may return the key without a promise", async () => {
  const fetch = respondWith(200, '{"etherealData":[]}');
  await valueOf(start(createClient(fetch, { apiKey: () => "at/once+=" }), ETHEREALS));
  assert.deepEqual(keysSentTo(fetch), ["at/once+="]);
});

const fail = (reason) => {
  throw reason;
};
for (const [title, failWith] of [
  ["throws", fail],
  ["rejects", (reason) => Promise.reject(reason)],
  ["returns a thenable that throws", (reason) => ({ then: () => fail(reason) })],
]) {
  test(`an API key function that ${title} ends the call with its reason as the cause`, async () => {
    for (const reason of [new Error("no vault"), "locked", null, undefined, 42]) {
      const apiKey = spy(() => failWith(reason));
      const fetch = respondWith(200, "{}");
      const client = createClient(fetch, { apiKey });
      for (const call of CALLS_WITH_KEY) {
        const error = await errorOf(start(client, call));
        assertError(error, "invalid_argument", "api_key_unavailable");
        assertFields(error, ["parameter"]);
        assertAttempts(error, []);
        assert.equal(error.parameter, "apiKey");
        assert.equal(error.endpoint, call.endpoint);
        assert.equal(error.cause, reason, show(error.cause));
      }
      assert.deepEqual([fetch.calls.length, apiKey.calls.length], [0, CALLS_WITH_KEY.length]);
      // The call without an API key does not call the function.
      await valueOf(start(client, TOKEN));
      assert.deepEqual([fetch.calls.length, apiKey.calls.length], [1, CALLS_WITH_KEY.length]);
    }
  });
}

/** Asserts that an API key was refused, and that the error contains none of `secrets`. */
function assertKeyRefused(error, secrets) {
  assertError(error, "invalid_argument");
  assert.equal(error.parameter, "apiKey");
  const shown = toJson(error);
  for (const secret of ["canary", "71234567", ...secrets]) assert.equal(shown.includes(secret), false, shown);
  assert.ok(error.message.includes("value hidden"), error.message);
}

for (const [call, apiKey] of [
  [PROJECT, "canary one"],
  [PROJECT, "canary\r\nx-evil: 1"],
  [PROJECT, ""],
  [PROJECT, "canary-ключ"],
  [PROJECT, "canary\0"],
  [PROJECT, "k\0canary\x007123"],
  [PROJECT, `canary${"k".repeat(507)}`],
  [TRANSFER, { secret: "canary" }],
  [TRANSFER, 71234567],
  [TRANSFER, true],
  [TRANSFER, ["canary"]],
  [TRANSFER, new String("canary")],
  [TRANSFER, Symbol("canary")],
]) {
  const title = typeof apiKey === "string" ? JSON.stringify(apiKey).slice(0, 30) : String(apiKey);
  test(`the ${typeof apiKey} ${title} is refused as an API key without being shown`, async () => {
    const secrets = typeof apiKey === "string" && apiKey ? [apiKey] : [];
    const fetch = respondWith(200, "{}");
    const thrown = thrownBy(() => createClient(fetch, { apiKey }));
    assertKeys(thrown, ["code", "kind", "parameter", "retryable"]);
    assertKeyRefused(thrown, secrets);
    for (const giveKey of [() => apiKey, async () => apiKey]) {
      const error = await errorOf(start(createClient(fetch, { apiKey: giveKey }), call));
      assertFields(error, ["parameter"]);
      assertAttempts(error, []);
      assertKeyRefused(error, secrets);
    }
    assert.equal(fetch.calls.length, 0);
  });
}

test("a client without an API key makes only the call that needs no key", async () => {
  for (const apiKey of [undefined, null, () => undefined, async () => null]) {
    const fetch = respondWith(200, "{}");
    const client = createClient(fetch, { apiKey });
    for (const call of CALLS_WITH_KEY) {
      const error = await errorOf(start(client, call));
      assertError(error, "invalid_argument");
      assertFields(error, ["parameter"]);
      assertAttempts(error, []);
      assert.equal(error.parameter, "apiKey");
      assert.equal(error.endpoint, call.endpoint);
      assert.ok(error.message.startsWith("Missing apiKey."), error.message);
    }
    assert.equal(fetch.calls.length, 0);
    await valueOf(start(client, TOKEN));
  }
});

/** Encodings of the key in responses of services and proxies. */
const SPELLINGS = {
  "as it is": API_KEY,
  "with JSON's escapes": API_KEY.replaceAll("/", "\\/").replaceAll("+", "\\u002b"),
  "percent-encoded": encodeURIComponent(API_KEY),
  "percent-encoded in lower case": encodeURIComponent(API_KEY).replace(/%../g, (code) => code.toLowerCase()),
  "percent-encoded in mixed case": encodeURIComponent(API_KEY).replace("%2F", "%2f"),
};

for (const [title, key] of Object.entries(SPELLINGS)) {
  test(`no error and no hook shows an API key that the service repeats ${title}`, async () => {
    const events = [];
    const hook = (event) => events.push(event);
    const onCallEnd = ({ error }) => error && events.push({ ...error, message: error.message });
    const hooks = { onRequest: hook, onResponse: hook, onRetry: hook, onDrift: hook, onCallEnd };
    const shown = [];
    for (const [status, body] of [
      [401, `{"message":"${key} is unknown"}`],
      [400, `{"message":"bad","key":"${key}"}`],
      [500, `<p>${"x".repeat(230)}${key}</p>`],
      [200, `{"${key}":[${key}]}`],
      [200, `{"_id":"1","status":"${key}","requestOwner":1,"nextCursor":"${key}","etherealData":{"${key}":[]}}`],
    ]) {
      const fetch = spy(() => new Response(body, { status, statusText: "x", headers: { "x-request-id": key } }));
      const client = createClient(fetch, { maxRetries: 1, ...hooks });
      for (const call of [...CALLS_WITH_KEY, { ...ETHEREALS, query: { cursor: key } }]) {
        const { error } = await start(client, call).then(
          (value) => ({ value }),
          (error) => ({ error }),
        );
        if (error) shown.push({ ...error.toJSON(), stack: error.stack, curl: error.toCurl(), text: String(error) });
      }
    }
    assert.ok(shown.length > 10 && events.length > 30, `${shown.length} errors, ${events.length} events`);
    const text = toJson([shown, events]);
    assert.match(text, /"requestId":"\[redacted\]"/);
    for (const secret of [key, JSON.stringify(key).slice(1, -1), API_KEY]) {
      assert.equal(text.includes(secret), false, text.slice(text.indexOf(secret) - 200).slice(0, 400));
    }
  });
}

test("any visible ASCII text is an API key", async () => {
  for (const key of ["?", "k", "undefined", "late", "~"]) {
    const fetch = respondWith(200, "{}");
    for (const apiKey of [key, () => key]) await valueOf(start(createClient(fetch, { apiKey }), PROJECT));
    assert.deepEqual(keysSentTo(fetch), [key, key]);
  }
});

const HEX_KEY = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
const VALUE = "Bearer gateway/Secret+0123456789==";
const HOST = { baseUrl: BASE_URL, fetch: respondWith(200, "{}") };

/** How a client may know the key, or not. */
const KNOWN = {
  "an apiKey": (key) => ({ apiKey: key }),
  "a function apiKey": (key) => ({ apiKey: () => key }),
  "no apiKey": () => ({}),
  "a proxy": () => ({ proxied: true }),
};

/** Calls with the key, or another secret, in place of an argument. */
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
  "name of a header with an invalid value": (client, key) => client.project({ headers: { [key]: "\n" } }),
  "headers as text": (client, key) => client.project({ headers: `x-gateway: ${key}` }),
  "value of a header": (client, key) => client.project({ headers: { "x-gateway": `${key}\n` } }),
  "value of a header elsewhere": (client, key) => client.project({ headers: { "x-gateway": key }, timeoutMs: key }),
  pageSize: (client, key) => client.ethereals({ pageSize: key }).page(),
  sourceChains: (client, key) => client.ethereals({ sourceChains: [`${key},é`] }).page(),
  "a lone surrogate": (client, key) => client.ethereals({ cursor: `${key}\ud800` }).page(),
  "a symbol": (client, key) => client.bridgeTransfer(Symbol(key)),
  "a URL": (client, key) => client.project({ signal: new URL(`https://a.example/${key}`) }),
  "hash of a watch": (client, key) => client.waitForTransfer(key),
  "hash of an aborted watch": (client, key) => client.waitForTransfer(key, { signal: AbortSignal.abort() }),
  "option of a watch": (client, key) => client.waitForTransfer(HASH, { intervalMs: key }),
  "state of a watch": (client, key) => client.waitForTransfer(HASH, { state: key }),
};

/** Options of a constructor with the key in the wrong place. */
const OPTIONS = {
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

/** Asserts that no text of an error of an argument has the secret, or a half of it. */
function assertHidden(error, secret, place) {
  assertError(error, place === "hash of an aborted watch" ? "aborted" : "invalid_argument");
  const texts = [error.message, error.stack, String(error), JSON.stringify(error), error.toCurl() ?? ""].join("\n");
  const half = Math.floor(secret.length / 2);
  for (const part of [secret, secret.slice(0, half), secret.slice(half)]) {
    assert.ok(!texts.toLowerCase().includes(part.toLowerCase()), `${place}: ${error.message}`);
  }
}

for (const [known, options] of Object.entries(KNOWN)) {
  test(`an error of an argument does not show the key, with ${known}`, async () => {
    for (const [place, call] of Object.entries(CALLS)) {
      for (const secret of [API_KEY, HEX_KEY, VALUE]) {
        const ended = [];
        const onCallEnd = (event) => ended.push(event);
        const client = new Client({ ...HOST, ...options(secret.replace(" ", "")), onCallEnd });
        assertHidden(await errorOf(call(client, secret)), secret, place);
        for (const { error } of ended) assertHidden(error, secret, place);
      }
    }
  });

  test(`an error of the constructor does not show the key, with ${known}`, () => {
    for (const [place, wrong] of Object.entries(OPTIONS)) {
      for (const secret of [API_KEY, HEX_KEY]) {
        const create = () => new Client({ ...HOST, ...options(secret), ...wrong(secret) });
        assertHidden(thrownBy(create), secret, place);
      }
    }
  });
}

test("a short key that the client knows is redacted", async () => {
  const client = new Client({ ...HOST, apiKey: "k3y/+" });
  for (const text of ["k3y/+", "k3y%2F%2B", "k3y\\/+"]) {
    const error = await errorOf(client.bridgeTransfer(text));
    assert.ok(error.message.startsWith('Invalid hash: "[redacted]". '), error.message);
  }
  const error = thrownBy(() => new Client({ ...HOST, baseUrl: "k3y/+", apiKey: "k3y/+" }));
  assert.ok(error.message.startsWith('Invalid baseUrl: "[redacted]". '), error.message);
});

test("a message shows a value that is no key, and the length of one that could be", async () => {
  const client = new Client({ ...HOST, apiKey: API_KEY });
  for (const [call, start] of [
    [() => client.ethereals({ pageSize: -1 }).page(), "Invalid pageSize: -1. Expected an integer from 1"],
    [() => client.tokenUri(ADDRESS, 1, { chainId: "9007199254740992" }), "Invalid chainId: 9007199254740992. "],
    [() => client.tokenUri(ADDRESS, 1.5, { chainId: 1 }), "Invalid id: 1.5. "],
    [() => client.bridgeTransfer(HASH, { chain: "goerli" }), 'Invalid chain: "goerli". '],
    [() => client.bridgeTransfer(ADDRESS), `Invalid hash: "${ADDRESS}". `],
    [() => client.bridgeTransfer(API_KEY), `Invalid hash: ${API_KEY.length} characters (hidden: `],
    [() => client.project({ timeoutms: 1 }), 'Unknown option "timeoutms". Did you mean "timeoutMs"?'],
  ]) {
    const error = await errorOf(call());
    assert.ok(error.message.startsWith(start), error.message);
  }
  const error = thrownBy(() => new Client({ ...HOST, baseUrl: "http://api.example.com/v1/query", apiKey: API_KEY }));
  assert.ok(error.message.startsWith('Invalid baseUrl: "http://api.example.com/…". '), error.message);
});
