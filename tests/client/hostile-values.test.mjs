// Passes values that cannot be read, such as an object with a getter that throws, to the parameters and options of the
// client, the functions and the embedded service. They must refuse such a value with an error that names the parameter.
import assert from "node:assert/strict";
import { test } from "node:test";
import { EmbeddedService } from "../../pkg/dist/embedded.js";
import {
  can,
  checksumAddress,
  Client,
  formatUnits,
  isEtherealQueryError,
  normalizeMetadata,
  parseTokenRef,
  resolveUri,
  routeOf,
} from "../../pkg/dist/index.js";
import { RECORD_KINDS } from "../../seed/kinds.mjs";
import { assertError, show } from "./assertions.mjs";
import {
  ADDRESS,
  API_KEY,
  BASE_URL,
  ETHEREALS,
  HASH,
  TOKEN,
  TRANSFER,
  createClient,
} from "./calls.mjs";
import { respondToCalls, respondWith } from "./service.mjs";

const fail = () => {
  throw new TypeError("hostile");
};
/** A proxy whose traps all throw: its handler is a proxy that returns `fail` as every trap. */
const throwingProxy = (target) => new Proxy(target, new Proxy({}, { get: () => fail }));
const revokedProxy = (target) => {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
};
const withGetter = (object, name) =>
  Object.defineProperty(object, name, { get: fail, enumerable: true });
const circularArray = () => {
  const list = [];
  list.push(list);
  return list;
};
const CONVERSIONS = { [Symbol.toPrimitive]: fail, toString: fail, valueOf: fail, toJSON: fail };

/** The hostile values. None of them is a function, so the parameters that need a function must refuse them too. */
const VALUES = {
  "a proxy that throws": throwingProxy({}),
  "an array's proxy that throws": throwingProxy([]),
  "a revoked proxy": revokedProxy({}),
  "a revoked proxy of an array": revokedProxy([]),
  "a proxy whose keys throw": new Proxy({}, { ownKeys: fail }),
  "an object with a getter that throws": withGetter({}, "status"),
  "an object whose conversions throw": { ...CONVERSIONS },
  "an object without conversions": Object.assign(Object.create(null), { a: 1 }),
  "an object whose class throws": withGetter(
    withGetter({ a: 1 }, "constructor"),
    Symbol.toStringTag,
  ),
  "an array whose conversions throw": Object.assign([true], CONVERSIONS),
  "an array with a hole": Object.assign(Array(3), { 0: 1, 2: 2 }),
  "an array of four billion holes": Array(2 ** 32 - 1),
  "an array with a getter that throws": withGetter([1, 2], 1),
  "an array whose iterator throws": Object.assign([true], { [Symbol.iterator]: fail }),
  "an array in itself": circularArray(),
  "an array of values that throw": [throwingProxy({}), Symbol("hostile"), { ...CONVERSIONS }],
  "a symbol": Symbol("hostile"),
  "a thenable that throws": withGetter({}, "then"),
  "half a URL": Object.create(URL.prototype),
  "half a signal": Object.create(AbortSignal.prototype),
  "a signal that throws": withGetter(
    { addEventListener: fail, removeEventListener: fail },
    "aborted",
  ),
};

const CALL_OPTIONS = [
  "signal",
  "headers",
  "timeoutMs",
  "deadlineMs",
  "maxRetries",
  "maxRetryAfterMs",
  "maxBodyBytes",
  "unknown",
];
const WATCH_OPTIONS = [
  "signal",
  "headers",
  "chain",
  "timeoutMs",
  "intervalMs",
  "maxIntervalMs",
  "notFoundGraceMs",
  "onManual",
  "state",
  "emitCurrent",
  "unknown",
];
const CLIENT_OPTIONS = [
  ...CALL_OPTIONS.filter((name) => name !== "signal"),
  "baseUrl",
  "apiKey",
  "proxied",
  "fetch",
  "allowInsecure",
  "onCallStart",
  "onRequest",
  "onResponse",
  "onRetry",
  "onDrift",
  "onCallEnd",
];
/** The names of all options in the query of a call, and an unknown name. */
const namesOf = ({ all }) => [...Object.keys(all.query), "unknown"];

const tokenQuery = { chainId: 1 };
const fetch = respondToCalls();
const client = createClient(fetch);
const record = { _id: "1", status: "done" };
const tokenRecord = { chainId: 1, address: ADDRESS, id: "1", standard: "ERC721", document: "{}" };
const keyRecord = { key: "test-key", requestOwner: "me", auth: {} };

/** Names of values that do not throw. A parameter with members may accept these values as objects without members. */
const EMPTY_OBJECTS = ["half a URL", "half a signal"];
const ALL_VALUES = Object.keys(VALUES);

/**
 * The parameters, and the members of parameters. `run` calls the package with a value of the parameter or member.
 * `accepted` has the names of the values that `run` may accept.
 */
const PLACES = new Map();
/** Adds a parameter as a whole, and each of its members. `others` are valid values of the other members. */
function addPlace(name, run, members = [], others = {}, accepted = []) {
  const acceptedWhole = members.length > 0 ? [...EMPTY_OBJECTS, ...accepted] : accepted;
  PLACES.set(name, { run, accepted: acceptedWhole });
  for (const member of members) {
    const runWithMember = (value) => run({ ...others, [member]: value });
    // The option `headers` has members too: any names of headers.
    const acceptedMember = member === "headers" ? [...EMPTY_OBJECTS, ...accepted] : accepted;
    PLACES.set(`${name}.${member}`, { run: runWithMember, accepted: acceptedMember });
  }
}

const clientOptions = { baseUrl: BASE_URL, apiKey: API_KEY };
addPlace("new Client(options)", (options) => new Client(options), CLIENT_OPTIONS, clientOptions);
addPlace("tokenUri(address)", (address) => client.tokenUri(address, 7, tokenQuery));
addPlace("tokenUri(id)", (id) => client.tokenUri(ADDRESS, id, tokenQuery));
addPlace(
  "tokenUri(token)",
  (token) => client.tokenUri(ADDRESS, 7, token),
  namesOf(TOKEN),
  tokenQuery,
);
const TOKEN_OPTIONS = [...CALL_OPTIONS, "integers", "raw"];
addPlace(
  "tokenUri(options)",
  (options) => client.tokenUri(ADDRESS, 7, tokenQuery, options),
  TOKEN_OPTIONS,
);
addPlace("bridgeTransfer(hash)", (hash) => client.bridgeTransfer(hash));
addPlace("bridgeTransfer(query)", (query) => client.bridgeTransfer(HASH, query), namesOf(TRANSFER));
addPlace(
  "bridgeTransfer(options)",
  (options) => client.bridgeTransfer(HASH, {}, options),
  CALL_OPTIONS,
);
addPlace("project(options)", (options) => client.project(options), CALL_OPTIONS);
for (const [name, use] of Object.entries({
  page: (list) => list.page(),
  pages: (list) => list.pages().next(),
  records: (list) => list[Symbol.asyncIterator]().next(),
  toArray: (list) => list.toArray({ limit: 1 }),
})) {
  addPlace(
    `ethereals(query), ${name}`,
    (query) => use(client.ethereals(query)),
    namesOf(ETHEREALS),
  );
  addPlace(`ethereals(options), ${name}`, (options) => use(client.ethereals({}, options)), [
    ...CALL_OPTIONS,
    "onInvalidRecord",
  ]);
}
addPlace("toArray(options)", (options) => client.ethereals().toArray(options), ["limit"]);
addPlace("watchTransfer(hash)", (hash) => client.watchTransfer(hash).next());
addPlace(
  "watchTransfer(options)",
  (options) => client.watchTransfer(HASH, options).next(),
  WATCH_OPTIONS,
);
addPlace("waitForTransfer(hash)", (hash) => client.waitForTransfer(hash));
addPlace("waitForTransfer(options)", (options) => client.waitForTransfer(HASH, options), [
  ...WATCH_OPTIONS,
  "onProgress",
]);
addPlace("resolveUri(uri)", (uri) => resolveUri(uri));
const URI_OPTIONS = ["id", "gateways", "arweaveGateways", "unknown"];
addPlace("resolveUri(options)", (options) => resolveUri("ipfs://a", options), URI_OPTIONS);
addPlace("parseTokenRef(text)", (text) => parseTokenRef(text));
addPlace("normalizeMetadata(options)", (options) => normalizeMetadata({}, options), URI_OPTIONS);
addPlace("formatUnits(value)", (value) => formatUnits(value));
addPlace("formatUnits(decimals)", (decimals) => formatUnits("1", decimals));
addPlace("checksumAddress(address)", (address) => checksumAddress(address));

const DATASET_NAMES = [...RECORD_KINDS, "unknown"];
const serve = (dataset, keys) => new EmbeddedService({ dataset, keys });
addPlace("new EmbeddedService(options)", (options) => new EmbeddedService(options), [
  "keys",
  "basePath",
  "unknown",
]);
addPlace("dataset", (dataset) => serve(dataset), DATASET_NAMES);
addPlace("update(dataset)", (dataset) => new EmbeddedService().update(dataset), DATASET_NAMES);
// The service may accept every value in a record: JSON omits symbols, and a record may contain any object.
addPlace(
  "a token",
  (item) => serve({ tokens: [item] }),
  Object.keys(tokenRecord),
  tokenRecord,
  ALL_VALUES,
);
addPlace(
  "a transfer",
  (item) => serve({ transfers: [item] }),
  ["_id", "status", "route"],
  record,
  ALL_VALUES,
);
addPlace(
  "an ethereal",
  (item) => serve({ ethereals: [item] }),
  ["_id", "status", "deposits"],
  record,
  ALL_VALUES,
);
addPlace(
  "a key",
  (item) => serve({}, [item]),
  ["key", "requestOwner", "auth", "balanceWei"],
  keyRecord,
  ALL_VALUES,
);
// `fetch` may accept every value, because the host converts most objects to a URL or a header.
const INIT = ["method", "headers", "signal"];
addPlace("fetch(input)", (input) => new EmbeddedService().fetch(input), [], {}, ALL_VALUES);
addPlace(
  "fetch(init)",
  (init) => new EmbeddedService().fetch("https://a.invalid", init),
  INIT,
  {},
  ALL_VALUES,
);

// The embedded service converts records to JSON, and its `fetch` converts values to text. For an array of four billion
// holes, Firefox and WebKit take many seconds to find that the text is too long. So only `dataset.tokens` gets this
// array. The option `headers` does not get the array either: the client would copy all of its items before the check.
/** How the names of all places of the embedded service begin. */
const EMBEDDED_SERVICE_PLACES = [
  "new EmbeddedService",
  "dataset",
  "update",
  "fetch",
  "a token",
  "a transfer",
  "an ethereal",
  "a key",
];
const makesText = (name) => EMBEDDED_SERVICE_PLACES.some((start) => name.startsWith(start));
const isSlow = (name, title) =>
  title === "an array of four billion holes" &&
  ((makesText(name) && name !== "dataset.tokens") || name.endsWith(".headers"));

for (const [name, { run, accepted }] of PLACES) {
  test(`${name} refuses values that cannot be read`, async () => {
    const problems = [];
    for (const [title, value] of Object.entries(VALUES)) {
      if (isSlow(name, title)) continue;
      const { result, error } = await outcomeOf(() => run(value));
      if (error && !isRefusal(error.thrown)) problems.push(`${title}: ${show(error.thrown)}`);
      if (!error && !accepted.includes(title))
        problems.push(`${title} is accepted: ${show(result)}`);
    }
    assert.deepEqual(problems, []);
  });
}

/** Whether an error says which parameter was refused. */
function isRefusal(error) {
  return (
    isEtherealQueryError(error, "invalid_argument") &&
    error.parameter.length > 0 &&
    error.message.endsWith(".")
  );
}

/** Returns `{ result }`, or `{ error: { thrown } }` if the function throws or rejects. */
async function outcomeOf(run) {
  try {
    return { result: await run() };
  } catch (thrown) {
    return { error: { thrown } };
  }
}

test("predicates are false for values that cannot be read", () => {
  for (const [title, value] of Object.entries(VALUES)) {
    assert.equal(isEtherealQueryError(value), false, title);
    assert.equal(isEtherealQueryError(value, "aborted"), false, title);
    for (const project of [value, { auth: value }, { auth: { area: value } }]) {
      assert.equal(can(project, "area", "read"), false, title);
    }
    assert.equal(can({ auth: { area: true } }, value), false, title);
  }
  assert.equal(can({ auth: { area: true } }, ["area"]), false, "an area that is not a text");
});

test("routeOf returns an array or refuses the transfer", () => {
  for (const [title, value] of Object.entries(VALUES)) {
    for (const transfer of [
      value,
      { status: value },
      { route: value },
      { route: [value] },
      { fromChain: value },
    ]) {
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

test("a fetch or API key function that cannot be called fails the call, and such a hook does not", async () => {
  for (const [title, callback] of [
    ["throws", throwingProxy(() => {})],
    ["is revoked", revokedProxy(() => {})],
  ]) {
    const respondDone = respondWith(200, '{"_id":"1","status":"done"}');
    const call = async (options) => createClient(respondDone, options).bridgeTransfer(HASH);
    const { error: fetchError } = await outcomeOf(() => call({ fetch: callback }));
    assertError(fetchError.thrown, "network");
    const { error: keyError } = await outcomeOf(() => call({ apiKey: callback }));
    assertError(keyError.thrown, "invalid_argument", "api_key_unavailable");
    // The client reports an error of a hook to the console.
    const { error: consoleError } = console;
    console.error = () => {};
    try {
      for (const hook of [
        "onCallStart",
        "onRequest",
        "onResponse",
        "onRetry",
        "onDrift",
        "onCallEnd",
      ]) {
        assert.equal((await call({ [hook]: callback })).status, "done", `${hook} ${title}`);
      }
    } finally {
      console.error = consoleError;
    }
    assert.equal(
      (await client.waitForTransfer(HASH, { onProgress: callback })).status,
      "done",
      title,
    );
  }
});

test("any result of fetch and of the API key function is handled", async () => {
  for (const [title, value] of Object.entries(VALUES)) {
    const { error: fetchError } = await outcomeOf(() => createClient(async () => value).project());
    assertError(fetchError.thrown, "network");
    const { error: keyError } = await outcomeOf(() =>
      createClient(fetch, { apiKey: () => value }).project(),
    );
    assert.ok(isEtherealQueryError(keyError.thrown, "invalid_argument"), title);
    for (const part of [
      "headers",
      "body",
      "arrayBuffer",
      "status",
      "redirected",
      "type",
      "bodyUsed",
    ]) {
      const arrayBuffer = async () => new ArrayBuffer(0);
      const response = { status: 200, headers: new Headers(), arrayBuffer, [part]: value };
      const { error } = await outcomeOf(() => createClient(async () => response).project());
      assert.ok(!error || isEtherealQueryError(error.thrown), `${part}: ${title}`);
      assert.notEqual(error?.thrown.kind, "internal", `${part}: ${title}: ${show(error?.thrown)}`);
    }
  }
});
