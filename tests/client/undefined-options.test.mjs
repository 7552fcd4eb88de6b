// An option that is `undefined` counts as absent.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Client, can, resolveUri, routeOf } from "../../pkg/dist/index.js";
import { EmbeddedService } from "../../pkg/dist/embedded.js";
import { RECORD_KINDS } from "../../seed/kinds.mjs";
import { errorOf, valueOf } from "./assertions.mjs";
import {
  API_KEY,
  BASE_URL,
  CALLS,
  ETHEREALS,
  HASH,
  PROJECT,
  TOKEN,
  TRANSFER,
  createClient,
  start,
} from "./calls.mjs";
import { onlyRequestOf, respondToCalls, spy } from "./service.mjs";

const LIMITS = ["timeoutMs", "deadlineMs", "maxRetries", "maxRetryAfterMs", "maxBodyBytes"];
const HOOKS = ["onRequest", "onResponse", "onRetry", "onDrift", "onCallStart", "onCallEnd"];
/** An object in which each of the names has the value `undefined`. */
const undefinedOf = (...names) => Object.fromEntries(names.map((name) => [name, undefined]));

test("a client ignores undefined options", async () => {
  const others = ["headers", "apiKey", "proxied", "fetch", "allowInsecure"];
  const options = undefinedOf(...LIMITS, ...HOOKS, ...others);
  const { fetch } = globalThis;
  globalThis.fetch = respondToCalls();
  try {
    const client = new Client({ ...options, baseUrl: BASE_URL });
    await valueOf(start(client, TOKEN));
    assert.equal(globalThis.fetch.calls.length, 1);
    const error = await errorOf(start(client, PROJECT));
    assert.ok(error.message.startsWith("Missing apiKey."), error.message);
  } finally {
    globalThis.fetch = fetch;
  }
});

test("an API key function that returns undefined counts as a missing key", async () => {
  const error = await errorOf(
    start(createClient(respondToCalls(), { apiKey: () => undefined }), PROJECT),
  );
  assert.ok(error.message.startsWith("Missing apiKey."), error.message);
});

const QUERIES = new Map([
  [TOKEN, { chainId: 1, standard: undefined }],
  [TRANSFER, { chain: undefined }],
  [PROJECT, {}],
  [
    ETHEREALS,
    undefinedOf("chain", "sourceChains", "sourceContracts", "statuses", "pageSize", "cursor"),
  ],
]);

for (const call of CALLS) {
  test(`${call.endpoint} ignores undefined options`, async () => {
    const fetchWithoutOptions = respondToCalls();
    const fetchWithUndefined = respondToCalls();
    await valueOf(start(createClient(fetchWithoutOptions), call));
    const options = undefinedOf(
      ...LIMITS,
      "signal",
      "headers",
      ...(call === TOKEN ? ["integers", "raw"] : []),
    );
    const value = await valueOf(
      start(createClient(fetchWithUndefined), { ...call, query: QUERIES.get(call) }, options),
    );
    assert.equal(onlyRequestOf(fetchWithUndefined).url, onlyRequestOf(fetchWithoutOptions).url);
    // With the option `raw`, the value would be an object with `text`. `Object` lets `in` accept any JSON value.
    assert.equal("text" in Object(value), false);
  });
}

test("an undefined limit of a call keeps the limit of the client", async () => {
  const fetch = spy(() => new Response("", { status: 503 }));
  // `createClient` sets the option `maxRetries` of the client to 0.
  const error = await errorOf(start(createClient(fetch), PROJECT, { maxRetries: undefined }));
  assert.equal(error.attempts.length, 1);
});

test("a watch ignores undefined options", async () => {
  const names = [
    "chain",
    "signal",
    "headers",
    "timeoutMs",
    "intervalMs",
    "maxIntervalMs",
    "notFoundGraceMs",
    "onManual",
    "state",
  ];
  const fetch = respondToCalls();
  const client = createClient(fetch);
  const transfer = await valueOf(client.waitForTransfer(HASH, undefinedOf(...names, "onProgress")));
  assert.equal(transfer.status, "done");
  const { value } = await valueOf(client.watchTransfer(HASH, undefinedOf(...names)).next());
  assert.equal(value.phase, "done");
  assert.ok(
    fetch.calls.every(([url]) => url === `${BASE_URL}bridge/transfers/transactions/${HASH}`),
  );
});

test("helpers ignore undefined options and arguments", () => {
  const uri = "ipfs://bafkrei/{id}.json";
  assert.deepEqual(
    resolveUri(uri, undefinedOf("id", "gateways", "arweaveGateways")),
    resolveUri(uri),
  );
  const transfer = { status: "wait-wh", fromChain: 1, toChain: 10, originTxnHash: "0x1" };
  assert.deepEqual(
    routeOf({ ...transfer, ...undefinedOf("route", "whTxnHash", "rbTxnHash") }),
    routeOf(transfer),
  );
  assert.equal(can({ auth: undefined }, "deliveries"), false);
});

test("the embedded service ignores undefined options and fields of records", async () => {
  // Both constructors would throw an error for an invalid option.
  new EmbeddedService(undefinedOf("dataset", "keys", "basePath"));
  new EmbeddedService({ dataset: undefinedOf(...RECORD_KINDS) });
  const key = {
    key: API_KEY,
    requestOwner: "me",
    auth: {},
    ...undefinedOf("sponsoredAccount", "balanceWei"),
  };
  const client = createClient(new EmbeddedService({ keys: [key], basePath: "/v1" }).fetch);
  const project = await valueOf(client.project());
  assert.deepEqual(["sponsoredAccount" in project, "balanceWei" in project], [false, false]);
});
