// Values that throw when they are looked at, in every parameter and option: each is refused with an error of the
// package that names the parameter.
import assert from "node:assert/strict";
import { test } from "node:test";
import { EmbeddedService } from "../../pkg/dist/embedded.js";
import {
  can, checksumAddress, Client, formatUnits, isEtherealQueryError, parseUnits, resolveUri, routeOf, sameAddress, stream,
} from "../../pkg/dist/index.js";
import { assertError, show } from "./assertions.mjs";
import { ADDRESS, API_KEY, BASE_URL, HASH, createClient } from "./calls.mjs";
import { respondWith } from "./service.mjs";

const fail = () => {
  throw new TypeError("hostile");
};
/** A proxy of which every trap throws. */
const throwing = (target) => new Proxy(target, new Proxy({}, { get: () => fail }));
const revoked = (target) => {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
};
const withGetter = (object, name) => Object.defineProperty(object, name, { get: fail, enumerable: true });
const inItself = () => {
  const list = [];
  list.push(list);
  return list;
};
const CONVERSIONS = { [Symbol.toPrimitive]: fail, toString: fail, valueOf: fail, toJSON: fail };

/** No function, so that it is refused where a function is wanted, too. */
const VALUES = {
  "a proxy that throws": throwing({}),
  "an array's proxy that throws": throwing([]),
  "a revoked proxy": revoked({}),
  "a revoked proxy of an array": revoked([]),
  "a proxy whose keys throw": new Proxy({}, { ownKeys: fail }),
  "an object with a getter that throws": withGetter({}, "status"),
  "an object whose conversions throw": { ...CONVERSIONS },
  "an object without conversions": Object.assign(Object.create(null), { a: 1 }),
  "an object whose class throws": withGetter(withGetter({ a: 1 }, "constructor"), Symbol.toStringTag),
  "an array whose conversions throw": Object.assign([true], CONVERSIONS),
  "an array with a hole": Object.assign(Array(3), { 0: 1, 2: 2 }),
  "an array of four billion holes": Array(2 ** 32 - 1),
  "an array with a getter that throws": withGetter([1, 2], 1),
  "an array whose iterator throws": Object.assign([true], { [Symbol.iterator]: fail }),
  "an array in itself": inItself(),
  "an array of values that throw": [throwing({}), Symbol("hostile"), { ...CONVERSIONS }],
  "a symbol": Symbol("hostile"),
  "a thenable that throws": withGetter({}, "then"),
  "half a URL": Object.create(URL.prototype),
  "half a signal": Object.create(AbortSignal.prototype),
  "a signal that throws": withGetter({ addEventListener: fail, removeEventListener: fail }, "aborted"),
};

const CALL_OPTIONS = ["signal", "timeoutMs", "deadlineMs", "maxRetries", "maxRetryAfterMs", "maxBodyBytes", "unknown"];
const WATCH_OPTIONS = [
  "signal", "chain", "timeoutMs", "intervalMs", "maxIntervalMs", "notFoundGraceMs", "onManual", "state", "unknown",
];
const CLIENT_OPTIONS = [
  ...CALL_OPTIONS.slice(1), "baseUrl", "apiKey", "proxied", "fetch", "allowInsecure", "onRequest",
  "onResponse", "onRetry", "onDrift",
];
const LIST_OPTIONS = ["chain", "sourceChains", "sourceContracts", "statuses", "pageSize", "cursor", "unknown"];

const ofToken = { chainId: 1 };
const fetch = respondWith(200, '{"_id":"1","status":"done","etherealData":[{"_id":"1","status":"active"}]}');
const client = createClient(fetch);
const record = { _id: "1", status: "done" };
const tokenRecord = { chainId: 1, address: ADDRESS, id: "1", standard: "ERC721", document: "{}" };
const keyRecord = { key: "test-key", requestOwner: "me", auth: {} };

/** These throw nothing, and are objects without members where one is wanted. */
const EMPTY = ["half a URL", "half a signal"];
const ALL = Object.keys(VALUES);

/** By the name of a place, a function that puts a value there, and which values may be accepted. */
const PLACES = new Map();
/** A parameter as a whole, and each of its members beside those in `others`. */
function place(name, run, members = [], others = {}, accepted = []) {
  PLACES.set(name, { run, accepted: members.length > 0 ? [...EMPTY, ...accepted] : accepted });
  const runWith = (member) => (value) => run({ ...others, [member]: value });
  for (const member of members) PLACES.set(`${name}.${member}`, { run: runWith(member), accepted });
}

const ofClient = { baseUrl: BASE_URL, apiKey: API_KEY };
place("new Client(options)", (options) => new Client(options), CLIENT_OPTIONS, ofClient);
place("cache", (cache) => new Client({ baseUrl: BASE_URL, cache }), ["ttlMs", "maxEntries", "unknown"]);
place("tokenUri(address)", (address) => client.tokenUri(address, 7, ofToken));
place("tokenUri(id)", (id) => client.tokenUri(ADDRESS, id, ofToken));
place("tokenUri(token)", (token) => client.tokenUri(ADDRESS, 7, token), ["chainId", "standard", "unknown"], ofToken);
const TOKEN_OPTIONS = [...CALL_OPTIONS, "integers", "raw"];
place("tokenUri(options)", (options) => client.tokenUri(ADDRESS, 7, ofToken, options), TOKEN_OPTIONS);
place("bridgeTransfer(hash)", (hash) => client.bridgeTransfer(hash));
place("bridgeTransfer(query)", (query) => client.bridgeTransfer(HASH, query), ["chain", "unknown"]);
place("bridgeTransfer(options)", (options) => client.bridgeTransfer(HASH, {}, options), CALL_OPTIONS);
place("project(options)", (options) => client.project(options), CALL_OPTIONS);
for (const [name, use] of Object.entries({
  page: (list) => list.page(),
  open: (list) => list.open(),
  pages: (list) => list.pages().next(),
  records: (list) => list[Symbol.asyncIterator]().next(),
  stream: (list) => stream(list).next(),
  toArray: (list) => list.toArray({ limit: 1 }),
})) {
  place(`ethereals(query), ${name}`, (query) => use(client.ethereals(query)), LIST_OPTIONS);
  place(`ethereals(options), ${name}`, (options) => use(client.ethereals({}, options)), CALL_OPTIONS);
}
place("toArray(options)", (options) => client.ethereals().toArray(options), ["limit"]);
place("at(index)", async (index) => (await client.ethereals().open()).at(index));
place("stream(list)", (list) => stream(list));
place("watchTransfer(hash)", (hash) => client.watchTransfer(hash).next());
place("watchTransfer(options)", (options) => client.watchTransfer(HASH, options).next(), WATCH_OPTIONS);
place("waitForTransfer(hash)", (hash) => client.waitForTransfer(hash));
place("waitForTransfer(options)", (options) => client.waitForTransfer(HASH, options), [...WATCH_OPTIONS, "onProgress"]);
place("resolveUri(uri)", (uri) => resolveUri(uri));
const URI_OPTIONS = ["id", "gateways", "arweaveGateways", "unknown"];
place("resolveUri(options)", (options) => resolveUri("ipfs://a", options), URI_OPTIONS);
place("formatUnits(value)", (value) => formatUnits(value));
place("formatUnits(decimals)", (decimals) => formatUnits("1", decimals));
place("parseUnits(text)", (text) => parseUnits(text));
place("parseUnits(decimals)", (decimals) => parseUnits("1", decimals));
place("checksumAddress(address)", (address) => checksumAddress(address));

const LISTS = ["tokens", "transfers", "ethereals", "unknown"];
const serve = (dataset, keys) => new EmbeddedService({ dataset, keys });
place("new EmbeddedService(options)", (options) => new EmbeddedService(options), ["keys", "basePath", "unknown"]);
place("dataset", (dataset) => serve(dataset), LISTS);
place("update(dataset)", (dataset) => new EmbeddedService().update(dataset), LISTS);
// JSON leaves out symbols, and any object may be a part of a record.
place("a token", (item) => serve({ tokens: [item] }), Object.keys(tokenRecord), tokenRecord, ALL);
place("a transfer", (item) => serve({ transfers: [item] }), ["_id", "status", "route"], record, ALL);
place("an ethereal", (item) => serve({ ethereals: [item] }), ["_id", "status", "deposits"], record, ALL);
place("a key", (item) => serve({}, [item]), ["key", "requestOwner", "auth", "balanceWei"], keyRecord, ALL);
// The host makes a URL or a header of most objects.
const INIT = ["method", "headers", "signal"];
place("fetch(input)", (input) => new EmbeddedService().fetch(input), [], {}, ALL);
place("fetch(init)", (init) => new EmbeddedService().fetch("https://a.invalid", init), INIT, {}, ALL);

for (const [name, { run, accepted }] of PLACES) {
  test(`${name} refuses what cannot be read`, async () => {
    const complaints = [];
    for (const [title, value] of Object.entries(VALUES)) {
      const { result, error } = await settled(async () => ({ result: await run(value) }));
      if (error && !isRefusal(error.thrown)) complaints.push(`${title}: ${show(error.thrown)}`);
      if (!error && !accepted.includes(title)) complaints.push(`${title} is accepted: ${show(result)}`);
    }
    assert.deepEqual(complaints, []);
  });
}

/** Whether an error says which parameter was refused. */
function isRefusal(error) {
  return isEtherealQueryError(error, "invalid_argument") && error.parameter.length > 0 && error.message.endsWith(".");
}

/** What a function comes to. */
async function settled(run) {
  try {
    return await run();
  } catch (thrown) {
    return { error: { thrown } };
  }
}

test("functions that answer yes or no say no", () => {
  for (const [title, value] of Object.entries(VALUES)) {
    assert.equal(isEtherealQueryError(value), false, title);
    assert.equal(isEtherealQueryError(value, "aborted"), false, title);
    assert.equal(sameAddress(value, value), false, title);
    for (const project of [value, { auth: value }, { auth: { area: value } }]) {
      assert.equal(can(project, "area", "read"), false, title);
    }
    assert.equal(can({ auth: { area: true } }, value), false, title);
  }
});

test("routeOf reads what it can", () => {
  for (const [title, value] of Object.entries(VALUES)) {
    for (const transfer of [value, { status: value }, { route: value }, { route: [value] }, { fromChain: value }]) {
      let steps;
      try {
        steps = routeOf(transfer);
      } catch (error) {
        assertError(error, "invalid_argument");
        continue;
      }
      assert.ok(Array.isArray(steps), title);
    }
  }
});

test("functions that throw when they are looked at end their call, or nothing", async () => {
  for (const [title, callback] of [["throws", throwing(() => {})], ["is revoked", revoked(() => {})]]) {
    const done = respondWith(200, '{"_id":"1","status":"done"}');
    const call = async (options) => createClient(done, options).bridgeTransfer(HASH);
    const { error: fetchError } = await settled(() => call({ fetch: callback }));
    assertError(fetchError.thrown, "network");
    const { error: keyError } = await settled(() => call({ apiKey: callback }));
    assertError(keyError.thrown, "invalid_argument", "api_key_unavailable");
    const { error } = console;
    console.error = () => {};
    try {
      for (const hook of ["onRequest", "onResponse", "onRetry", "onDrift"]) {
        assert.equal((await call({ [hook]: callback })).status, "done", `${hook} ${title}`);
      }
    } finally {
      console.error = error;
    }
    assert.equal((await client.waitForTransfer(HASH, { onProgress: callback })).status, "done", title);
  }
});

test("what fetch and the key function give may be anything", async () => {
  for (const [title, value] of Object.entries(VALUES)) {
    const { error: fetchError } = await settled(() => createClient(async () => value).project());
    assertError(fetchError.thrown, "network");
    const { error: keyError } = await settled(() => createClient(fetch, { apiKey: () => value }).project());
    assert.ok(isEtherealQueryError(keyError.thrown, "invalid_argument"), title);
    for (const part of ["headers", "body", "arrayBuffer", "status", "redirected", "type", "bodyUsed"]) {
      const arrayBuffer = async () => new ArrayBuffer(0);
      const answer = { status: 200, headers: new Headers(), arrayBuffer, [part]: value };
      const { error } = await settled(() => createClient(async () => answer).project());
      assert.ok(!error || isEtherealQueryError(error.thrown), `${part}: ${title}`);
      assert.notEqual(error?.thrown.kind, "internal", `${part}: ${title}: ${show(error?.thrown)}`);
    }
  }
});
