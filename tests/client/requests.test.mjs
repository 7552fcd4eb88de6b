// Tests the requests of calls, and the arguments that are refused before a request.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "../../pkg/dist/index.js";
import { createProxyHandler } from "../../pkg/dist/proxy.js";
import {
  assertAttempts,
  assertError,
  assertRefused,
  errorOf,
  thrownBy,
  toJson,
  valueOf,
} from "./assertions.mjs";
import {
  ADDRESS,
  API_KEY,
  CALLS_WITH_KEY,
  ETHEREALS,
  HASH,
  PROJECT,
  TOKEN,
  createClient,
  start,
} from "./calls.mjs";
import { onlyRequestOf, respondWith, spy } from "./service.mjs";

/**
 * Makes a call. Returns its only request, and in `headers` the pairs that the client passed to `fetch`. Asserts what
 * holds for the request of every call.
 */
async function requestFor(call, options) {
  let headers;
  let wasAborted;
  const fetch = spy((_url, init) => {
    // Read the state now: the signal may be aborted later.
    wasAborted = init.signal.aborted;
    headers = Object.entries(init.headers);
    return new Response("{}");
  });
  // Some calls reject this body.
  await start(createClient(fetch, options), call).catch(() => {});
  const request = onlyRequestOf(fetch);
  assert.equal(request.body, undefined);
  assert.equal(wasAborted, false);
  assert.equal(request.credentials, "omit");
  assert.equal(request.referrerPolicy, "no-referrer");
  return { request, headers };
}

test("the call without an API key has no header and follows redirects", async () => {
  const { request, headers } = await requestFor({
    send: (client) => client.tokenUri(ADDRESS, "0xff", { chainId: "42161", standard: "ERC1155" }),
  });
  // `b` is the chain id, and `s=1` stands for ERC1155.
  assert.equal(request.url, `https://api.example.com/v1/tokens/${ADDRESS}/255/uri?b=42161&s=1`);
  assert.deepEqual(headers, []);
  assert.equal(request.redirect, "follow");
  assert.equal(request.cache, undefined);
});

for (const [call, query, target] of [
  ...CALLS_WITH_KEY.map((call) => [call, call.query, call.target]),
  ...CALLS_WITH_KEY.map((call) => [call, call.all.query, call.all.target]),
  [ETHEREALS, { sourceChains: [], cursor: "" }, "/ethereals"],
  [
    ETHEREALS,
    { sourceChains: [1, "42161"], statuses: "active, unfunded", pageSize: 2 },
    "/ethereals?sourceChains=1,42161&statuses=active,unfunded&page_size=2",
  ],
]) {
  test(`${call.endpoint} with ${toJson(query)} sends only the API key and follows no redirect`, async () => {
    const { request, headers } = await requestFor({ ...call, query });
    assert.equal(request.url, `https://api.example.com/v1${target}`);
    assert.deepEqual(headers, [["x-api-key", API_KEY]]);
    // Not "error": most hosts do not tell a blocked redirect from a lost connection.
    assert.equal(request.redirect, "manual");
    // The HTTP cache may have a response that belongs to another API key.
    assert.equal(request.cache, "no-cache");
  });
}

test("a base URL keeps its path and loses the slashes at its end", async () => {
  for (const [baseUrl, url] of [
    ["https://api.example.com", "https://api.example.com/project"],
    ["https://api.example.com/", "https://api.example.com/project"],
    ["https://api.example.com/a/b%20c//", "https://api.example.com/a/b%20c/project"],
    ["http://127.0.0.1:8787/api", "http://127.0.0.1:8787/api/project"],
    ["http://[::1]:3000", "http://[::1]:3000/project"],
  ]) {
    assert.equal((await requestFor(PROJECT, { baseUrl })).request.url, url);
  }
});

test("a base URL is refused without http: or https:, with a user name, and with a query", () => {
  const fetch = respondWith(200, "{}");
  for (const baseUrl of [
    "",
    "v1",
    "api.example.com",
    "ftp://a.b",
    "https://user:secret@a.b",
    "https://a.b/?x=1",
  ]) {
    const error = thrownBy(() => createClient(fetch, { baseUrl }));
    assertRefused(error, "baseUrl");
    assert.equal(error.message.includes("secret"), false, error.message);
  }
  for (const baseUrl of [true, 7, undefined, null, {}, Symbol("https://a.b")]) {
    assertRefused(
      thrownBy(() => createClient(fetch, { baseUrl })),
      "baseUrl",
    );
  }
  assert.equal(fetch.calls.length, 0);
});

/** 256 is too large for a part of an IPv4 address. Only the host's URL parser checks that. */
test("a base URL that the host refuses ends the call", async () => {
  const fetch = respondWith(200, "{}");
  const error = await errorOf(
    start(createClient(fetch, { baseUrl: "https://256.256.256.256" }), PROJECT),
  );
  assertError(error, "invalid_argument");
  assertAttempts(error, []);
  assert.equal(error.url, "https://256.256.256.256/project");
  assert.equal(error.retryable, false);
  assert.equal(
    error.message,
    'Invalid baseUrl: "https://256.256.256.256/project". Expected a URL that the host accepts in a Request.',
  );
  assert.equal(error.parameter, "baseUrl");
  assert.equal(error.endpoint, PROJECT.endpoint);
  assert.equal(fetch.calls.length, 0);
});

const MAX_CURSOR_BYTES = 65_536;
/** The largest value of the option `maxRetries`. */
const MAX_RETRIES = 10;

/** The options that the error of an unknown option lists. */
const knownOptions = ({ message }) => /Known options: (.*)\./.exec(message)[1].split(", ");

/** Asserts that each of `names` has a case. A case begins with the name of its parameter. */
function assertHasCases(names, cases) {
  const lacking = names.filter((name) => !cases.some(([parameter]) => parameter === name));
  assert.deepEqual(lacking, [], "options without an invalid value in this test");
}

test("a call refuses an invalid value of each option and sends nothing", async () => {
  const fetch = respondWith(200, "{}");
  const client = createClient(fetch);
  const query = { chainId: 1 };
  const cases = [
    ["chainId", () => client.tokenUri(ADDRESS, "7", {})],
    ["address", () => client.tokenUri("0x12", "7", query)],
    ["id", () => client.tokenUri(ADDRESS, "-1", query)],
    ["standard", () => client.tokenUri(ADDRESS, "7", { chainId: 1, standard: "ERC20" })],
    ["integers", () => client.tokenUri(ADDRESS, "7", query, { integers: "big" })],
    ["raw", () => client.tokenUri(ADDRESS, "7", query, { raw: "yes" })],
    ["hash", () => client.bridgeTransfer("0x11")],
    ["chain", () => client.bridgeTransfer(HASH, { chain: "goerli" })],
    ["options", () => client.ethereals({ page: 1 }).page()],
    ["pageSize", () => client.ethereals({ pageSize: 0 }).page()],
    ["sourceChains", () => client.ethereals({ sourceChains: [-1] }).page()],
    ["sourceContracts", () => client.ethereals({ sourceContracts: ["0x1"] }).page()],
    ["statuses", () => client.ethereals({ statuses: [{}] }).page()],
    ["cursor", () => client.ethereals({ cursor: "c".repeat(MAX_CURSOR_BYTES + 1) }).page()],
    ["onInvalidRecord", () => client.ethereals({}, { onInvalidRecord: "drop" }).page()],
    ["signal", () => client.project({ signal: {} })],
    ["headers", () => client.project({ headers: "x-a: 1" })],
    ["timeoutMs", () => client.project({ timeoutMs: 0 })],
    ["deadlineMs", () => client.project({ deadlineMs: 1.5 })],
    ["maxBodyBytes", () => client.project({ maxBodyBytes: "many" })],
    ["maxRetries", () => client.project({ maxRetries: MAX_RETRIES + 1 })],
    ["maxRetryAfterMs", () => client.bridgeTransfer(HASH, {}, { maxRetryAfterMs: -1 })],
  ];
  for (const [parameter, call] of cases) assertRefused(await errorOf(call()), parameter);
  const unknown = { unknown: 1 };
  for (const call of [
    client.project(unknown),
    client.tokenUri(ADDRESS, "7", query, unknown),
    client.bridgeTransfer(HASH, {}, unknown),
    client.ethereals({}, unknown).page(),
  ]) {
    assertHasCases(knownOptions(await errorOf(call)), cases);
  }
  assert.equal(fetch.calls.length, 0);
});

test("a client refuses an invalid value of each option", () => {
  const errorWith = (options) => thrownBy(() => createClient(respondWith(200, "{}"), options));
  const cases = [
    ["options", { timeout: 1 }],
    ["options", { cache: true }],
    ["options", { signal: new AbortController().signal }],
    ["baseUrl", { baseUrl: 7 }],
    ["apiKey", { apiKey: "two words" }],
    ["headers", { headers: "x-a: 1" }],
    ["proxied", { proxied: "yes" }],
    ["timeoutMs", { timeoutMs: -1 }],
    ["deadlineMs", { deadlineMs: 0 }],
    ["maxBodyBytes", { maxBodyBytes: 0 }],
    ["maxRetries", { maxRetries: MAX_RETRIES + 1 }],
    ["maxRetries", { maxRetries: 1.5 }],
    ["maxRetryAfterMs", { maxRetryAfterMs: "long" }],
    ["allowInsecure", { allowInsecure: "yes" }],
    ["fetch", { fetch: "fetch" }],
    ["onRequest", { onRequest: {} }],
    ["onResponse", { onResponse: 7 }],
    ["onRetry", { onRetry: [] }],
    ["onDrift", { onDrift: "log" }],
    ["onCallStart", { onCallStart: true }],
    ["onCallEnd", { onCallEnd: 1 }],
  ];
  for (const [parameter, options] of cases) assertRefused(errorWith(options), parameter);
  assertHasCases(knownOptions(errorWith({ unknown: 1 })), cases);
});

test("a signal that is not an AbortSignal is refused", async () => {
  const fetch = respondWith(200, "{}");
  for (const signal of [{}, 7, "stop", new AbortController()]) {
    assertRefused(await errorOf(start(createClient(fetch), PROJECT, { signal })), "signal");
  }
  assert.equal(fetch.calls.length, 0);
});

test("null and undefined are accepted as no signal", async () => {
  const fetch = respondWith(200, "{}");
  for (const signal of [null, undefined])
    await valueOf(start(createClient(fetch), PROJECT, { signal }));
  assert.equal(fetch.calls.length, 2);
});

/** Over plain HTTP, any machine between the client and the service could read the API key. */
for (const baseUrl of [
  "http://api.example.com",
  "http://10.0.0.1:8787",
  "http://localhost.example.com",
]) {
  test(`an API key goes to ${baseUrl} only with allowInsecure`, async () => {
    const fetch = respondWith(200, "{}");
    for (const apiKey of [API_KEY, () => "key"]) {
      const error = thrownBy(() => createClient(fetch, { baseUrl, apiKey }));
      assertRefused(error, "baseUrl");
      assert.ok(error.message.includes("allowInsecure"), error.message);
      assert.equal(toJson(error).includes(API_KEY), false);
      await valueOf(start(createClient(fetch, { baseUrl, apiKey, allowInsecure: true }), PROJECT));
    }
    await valueOf(start(createClient(fetch, { baseUrl, apiKey: undefined }), TOKEN));
    assert.equal(fetch.calls.length, 3);
  });
}

test("an API key goes to this machine and over HTTPS without allowInsecure", async () => {
  const fetch = respondWith(200, "{}");
  for (const baseUrl of [
    "http://localhost:8787",
    "http://127.0.0.1",
    "http://[::1]:3000",
    "https://api.example.com",
  ]) {
    const client = createClient(fetch, { baseUrl, apiKey: () => "key", allowInsecure: false });
    await valueOf(start(client, PROJECT));
  }
  assert.equal(fetch.calls.length, 4);
});

test("options that cannot be read are refused by name, and nothing is sent", async () => {
  const fetch = respondWith(200, "{}");
  const client = createClient(fetch);
  // The client reads every property of the options, known or not.
  const hostile = {
    get chain() {
      throw new TypeError("hostile");
    },
  };
  const { proxy: revoked, revoke } = Proxy.revocable({}, {});
  revoke();
  for (const options of [hostile, revoked]) {
    const errors = {
      token: await errorOf(client.tokenUri(ADDRESS, 1, options)),
      query: await errorOf(client.bridgeTransfer(HASH, options)),
      options: await errorOf(client.project(options)),
    };
    for (const [parameter, error] of Object.entries(errors)) {
      assertRefused(error, parameter);
      assert.ok(error.cause instanceof TypeError);
    }
    assertRefused(
      thrownBy(() => client.ethereals(options)),
      "query",
    );
    assertRefused(await errorOf(client.watchTransfer(HASH, options).next()), "options");
    assertRefused(await errorOf(client.waitForTransfer(HASH, options)), "options");
  }
  assert.equal(fetch.calls.length, 0);
});

test("a misspelt name of a required option is refused as unknown, not as a missing option", async () => {
  const suggestion = (name, meant) => `Unknown option "${name}". Did you mean "${meant}"?`;
  for (const name of ["baseURL", "base_url", "BaseUrl"]) {
    const options = { [name]: "https://api.example.com" };
    assert.equal(thrownBy(() => new Client(options)).message, suggestion(name, "baseUrl"));
    assert.equal(thrownBy(() => createProxyHandler(options)).message, suggestion(name, "baseUrl"));
  }
  // An option that is undefined counts as absent, even with a misspelt name.
  assert.match(thrownBy(() => new Client({ baseURL: undefined })).message, /^Missing baseUrl\./);
  const call = createClient(respondWith(200, "{}")).tokenUri(ADDRESS, 7, { chainID: 1 });
  assert.equal((await errorOf(call)).message, suggestion("chainID", "chainId"));
  const list = createClient(respondWith(200, "{}")).ethereals({
    status: ["active"],
    sourceChain: 1,
  });
  assert.equal(
    (await errorOf(list.page())).message,
    suggestion("status", "statuses"),
    "a suggestion for the singular of a plural",
  );
});

test("the error of a number that JavaScript has rounded names the types that keep all digits", async () => {
  // JavaScript shows 2^60, which ends with the digits 6976, as 1152921504606847000.
  const call = createClient(respondWith(200, "{}")).tokenUri(ADDRESS, 2 ** 60, { chainId: 1 });
  assert.match(
    (await errorOf(call)).message,
    /^Invalid id: 1152921504606847000, a number beyond 2\^53-1 \(pass a bigint or text\)\. Expected an integer/,
  );
});
