// The interface of the embedded service: adding and replacing records, and its errors. The conformance vectors check
// its responses.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { after, afterEach, before, describe, test } from "node:test";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { EmbeddedService } from "../../pkg/dist/embedded.js";
import { Client } from "../../pkg/dist/index.js";
import { RECORD_KINDS } from "../../seed/kinds.mjs";

const hash = (digit) => `0x${digit.repeat(64)}`;
const address = `0x${"c1".repeat(20)}`;
const keys = [{ key: "k", requestOwner: "me", auth: { aa: ["read"] }, balanceWei: "15" }];
const route = (digits) => digits.map((digit) => ({ step: 1, txHash: hash(digit) }));
const transfer = (status, ...digits) => ({ _id: "a", status, route: route(digits) });
const token = (document) => ({ chainId: 1, address, id: "1", standard: "ERC721", document });

function serve(dataset, Service = EmbeddedService) {
  const service = new Service({ dataset, keys });
  const client = new Client({
    baseUrl: "https://embedded.invalid",
    apiKey: "k",
    fetch: service.fetch,
    maxRetries: 0,
  });
  /** The statuses of the transfers with these hashes, "-" for none: `statuses("12")` returns "done -". */
  const statuses = async (digits) => {
    const transfers = await Promise.all(
      [...digits].map((digit) => client.bridgeTransfer(hash(digit))),
    );
    return transfers.map((record) => record?.status ?? "-").join(" ");
  };
  return { service, client, statuses };
}

test("replaces a transfer and its hashes", async () => {
  const { service, statuses } = serve({ transfers: [transfer("wait-wh", "1", "2")] });
  assert.equal(await statuses("123"), "wait-wh wait-wh -");
  service.update({ transfers: [transfer("done", "1", "3")] });
  assert.equal(await statuses("123"), "done - done");
  // The service also accepts a JSON text, and a text with one record on each line.
  service.update({ transfers: JSON.stringify([transfer("error", "1")]) });
  assert.equal(await statuses("123"), "error - -");
  const records = [transfer("manual", "1"), { ...transfer("done", "2"), _id: "b" }];
  const lines = records.map((record) => JSON.stringify(record));
  // An empty line between two records does not matter.
  service.update({ transfers: lines.join("\n\n") + "\n" });
  assert.equal(await statuses("12"), "manual done");
});

test("adds and replaces tokens and collections; an empty dataset changes nothing", async () => {
  const { service, client } = serve({
    tokens: [token("[1]")],
    ethereals: [{ _id: "a", status: "active" }],
  });
  const readRecords = async () => [
    await client.tokenUri(address, 1, { chainId: 1 }),
    (await client.ethereals().page()).items.map(({ _id, status }) => `${_id} ${status}`),
  ];
  service.update({});
  service.update({ tokens: null, ethereals: "" });
  assert.deepEqual(await readRecords(), [[1], ["a active"]]);
  const ethereals = [
    { _id: "b", status: "active" },
    { _id: "a", status: "unfunded" },
  ];
  service.update({ tokens: [token("[2]")], ethereals });
  assert.deepEqual(await readRecords(), [[2], ["a unfunded", "b active"]]);
});

test("reads lists that begin with byte order marks, and the forms of mongoexport", async () => {
  const text = (record) => `\ufeff${JSON.stringify(record)}`;
  const exported = {
    ...transfer("done", "1"),
    _id: { $oid: "a" },
    originTimestamp: { $date: "2025-03-02T22:13:10Z" },
  };
  const ethereals = `\ufeff[${JSON.stringify({ _id: "b", status: "active", balance: { $numberDecimal: "1E+3" } })}]`;
  const { service, client } = serve({
    // Each line begins with a byte order mark.
    transfers: [exported, { ...exported, _id: "c" }].map(text).join("\n"),
    ethereals,
  });
  // The two transfers have the same hash and time, so the service returns the transfer with the larger `_id`.
  const found = await client.bridgeTransfer(hash("1"));
  assert.deepEqual([found._id, found.originTimestamp], ["c", 1740953590]);
  const response = await service.fetch("https://embedded.invalid/ethereals", {
    headers: { "x-api-key": "k" },
  });
  assert.equal((await response.json()).etherealData[0].balance, "1000");
});

test("finds a transfer by a hash that its record has without 0x", async () => {
  const { statuses } = serve({
    transfers: [{ _id: "a", status: "done", originTxnHash: hash("1").slice(2) }],
  });
  assert.equal(await statuses("1"), "done");
});

test("responds 304 to a client that has the ETag", async () => {
  const { service } = serve({ ethereals: [{ _id: "a", status: "active" }] });
  const get = (path, headers) =>
    service.fetch(`https://embedded.invalid${path}`, { headers: { "x-api-key": "k", ...headers } });
  const first = await get("/ethereals");
  const etag = first.headers.get("etag");
  assert.match(etag, /^W\/"[0-9a-f]{16}"$/);
  // `If-None-Match` ignores the prefix `W/` of a weak ETag.
  const withoutPrefix = etag.slice("W/".length);
  for (const known of [etag, `"x", ${withoutPrefix}`, "*"]) {
    const { status, headers, body } = await get("/ethereals", { "if-none-match": known });
    assert.deepEqual([status, headers.get("etag"), body], [304, etag, null]);
    assert.equal(headers.get("cache-control"), first.headers.get("cache-control"));
  }
  assert.equal((await get("/ethereals", { "if-none-match": '"x"' })).status, 200);
  service.update({ ethereals: [{ _id: "a", status: "unfunded" }] });
  assert.equal((await get("/ethereals", { "if-none-match": etag })).status, 200);
  assert.equal((await get("/nothing")).headers.get("etag"), null);
});

test("writes a bigint in a record as its digits", async () => {
  const deposits = [{ amount: 2n ** 70n }];
  const { client } = serve({
    tokens: [{ ...token("[1]"), id: 2n ** 200n, chainId: 1n }],
    transfers: [{ ...transfer("done", "1"), tokenIds: [7n, "8"], toChain: 42161n }],
    ethereals: [{ _id: "a", status: "active", deposits }],
  });
  assert.deepEqual(await client.tokenUri(address, 2n ** 200n, { chainId: 1 }), [1]);
  const { tokenIds, toChain } = await client.bridgeTransfer(hash("1"));
  assert.deepEqual([tokenIds, toChain], [["7", "8"], "42161"]);
  assert.deepEqual((await client.ethereals().page()).items[0].deposits, [
    { amount: String(2n ** 70n) },
  ]);
});

test("the error for an invalid record names the place of the record", () => {
  const circular = transfer("done", "1");
  circular.route = [circular];
  const listWithHole = [transfer("done", "1"), , transfer("done", "2")];
  const recordWithHole = { ...transfer("done", "1"), tokenIds: [1, , 2] };
  for (const [transfers, message] of [
    [listWithHole, /transfers\[1\]/],
    [
      [{ ...transfer("done", "1"), originTimestamp: 5n }],
      /transfers\[0\]: Invalid \/originTimestamp\./,
    ],
    [[recordWithHole], /transfers\[0\]: Invalid \/tokenIds\/1\./],
    [[circular], /Cannot serialise dataset\.\w+ as JSON \(.*circular.*\)\. See cause\.$/],
  ]) {
    const refusal = {
      name: "EtherealQueryError",
      kind: "invalid_argument",
      parameter: "dataset",
      message,
    };
    assert.throws(() => serve({ transfers }), refusal);
  }
});

test("responds to a request with the records before a later update", async () => {
  const { service, statuses } = serve({ transfers: [transfer("wait-rb", "1")] });
  const url = `https://x.invalid/bridge/transfers/transactions/${hash("1")}`;
  const before = service.fetch(url, { headers: { "x-api-key": "k" } });
  service.update({ transfers: [transfer("done", "1")] });
  assert.match(await (await before).text(), /wait-rb/);
  assert.equal(await statuses("1"), "done");
});

/** [name, dataset, message of the error] */
const INVALID_DATASETS = [
  [
    "an unknown list",
    { coins: [] },
    new RegExp(`Unknown list "coins"\\. Known lists: ${RECORD_KINDS.join(", ")}\\.`),
  ],
  [
    "a list in the singular",
    { transfer: [] },
    /Unknown list "transfer"\. Did you mean "transfers"\?$/,
  ],
  ["no object", "x", /Invalid dataset: a string\. Expected an object\.$/],
  [
    "no list",
    { transfers: {} },
    /Invalid dataset\.transfers: an object\. Expected an array of records/,
  ],
  [
    "no JSON",
    { transfers: "[{]" },
    /Invalid dataset: transfers: Invalid JSON at byte 2\. Expected a string\.$/,
  ],
  [
    "a line that is not an object",
    { tokens: "7" },
    /tokens\[0\]: Invalid JSON at byte 0\. Expected an object\.$/,
  ],
  [
    "a transfer without a status",
    { transfers: [transfer("done", "2"), { _id: "c" }] },
    /transfers\[1\]: Invalid \/status\. Expected a value\.$/,
  ],
  [
    "a transfer with an unknown chain type",
    { transfers: [{ ...transfer("done"), chainType: "x" }] },
    /transfers\[0\]: .*chainType.* "x".*mainnet/,
  ],
  [
    "a collection with a wrong field",
    { ethereals: [{ _id: "c", status: ["x"] }] },
    /ethereals\[0\]: Invalid \/status\. Expected a string\.$/,
  ],
  [
    "a token without a document",
    { tokens: [{ ...token(), document: undefined }] },
    /tokens\[0\]: Missing document\. Expected a string\.$/,
  ],
  [
    "a document that is not JSON",
    { tokens: [token("{")] },
    /tokens\[0\]: Invalid document at byte 1/,
  ],
  [
    "half a surrogate pair",
    { tokens: [token('["\ud800"]')] },
    /tokens\[0\]: Invalid document: .* Expected a string without lone surrogates\.$/,
  ],
  [
    "an invalid address",
    { tokens: [{ ...token("1"), address: "0x" }] },
    /tokens\[0\]: .*address.*40 hexadecimal digits/,
  ],
];

for (const [name, dataset, message] of INVALID_DATASETS) {
  test(`rejects a dataset and keeps its records: ${name}`, async () => {
    const { service, statuses } = serve({ transfers: [transfer("wait-wh", "1")] });
    const expected = {
      name: "EtherealQueryError",
      kind: "invalid_argument",
      parameter: "dataset",
      message,
    };
    assert.throws(() => service.update(dataset), expected);
    assert.throws(() => new EmbeddedService({ dataset }), expected);
    assert.equal(await statuses("12"), "wait-wh -");
  });
}

test("names invalid keys in its error", () => {
  const createWith = (change) => () => new EmbeddedService({ keys: [{ ...keys[0], ...change }] });
  for (const [change, message] of [
    [{ key: "a b" }, /keys\[0\]: Invalid key \(value hidden\)\./],
    [{ auth: 5 }, /keys\[0\]: Invalid auth: 5\. Expected an object\./],
    [
      { balanceWei: "one" },
      /keys\[0\]: Invalid balanceWei: "one"\. Expected an integer in decimal digits\./,
    ],
    [{ requestOwner: undefined }, /Missing requestOwner\. Expected a string\./],
  ])
    assert.throws(createWith(change), { kind: "invalid_argument", parameter: "keys", message });
});

test("require loads the embedded service", async () => {
  const required = createRequire(import.meta.url)("../../pkg/dist/embedded.cjs");
  const { service, statuses } = serve({}, required.EmbeddedService);
  service.update({ transfers: [transfer("done", "1")] });
  assert.equal(await statuses("1"), "done");
});

test("ten thousand updates of a record do not grow the memory", async () => {
  const { service, statuses } = serve({});
  const padding = "x".repeat(20_000);
  const update = (i) =>
    service.update({ transfers: [{ ...transfer(`s${i}`, "1", (i % 8).toString()), padding }] });
  const warmUp = 500;
  const end = warmUp + 10_000;
  for (let i = 0; i < warmUp; i++) update(i);
  const before = process.memoryUsage().external;
  for (let i = warmUp; i < end; i++) update(i);
  assert.equal(await statuses("1"), `s${end - 1}`);
  // If the service kept the old records, they would need 200 MB.
  assert.ok(process.memoryUsage().external - before < 20_000_000);
});

describe("behind Mock Service Worker, as docs/embedded-service.md shows", () => {
  const service = new EmbeddedService({ keys: [{ key: "k", requestOwner: "me", auth: {} }] });
  const server = setupServer(
    http.all("https://api.example.com/*", ({ request }) =>
      service.fetch(request).catch(() => HttpResponse.error()),
    ),
  );
  const client = new Client({
    baseUrl: "https://api.example.com",
    apiKey: "k",
    maxRetries: 0,
    timeoutMs: 500,
  });

  before(() => server.listen({ onUnhandledRequest: "error" }));
  afterEach(() => service.clearFailures());
  after(() => server.close());

  test("responds to a client that uses the global fetch", async () => {
    assert.equal((await client.project()).requestOwner, "me");
    assert.deepEqual((await client.ethereals().page()).items, []);
  });

  for (const [status, kind] of [
    [503, "server"],
    ["network", "network"],
    ["timeout", "timeout"],
  ]) {
    test(`passes a simulated failure on: ${status}`, async () => {
      service.failNext({ status });
      const error = await client.project().catch((thrown) => thrown);
      assert.deepEqual(
        [error.kind, error.status],
        [kind, typeof status === "number" ? status : undefined],
      );
      assert.equal((await client.project()).requestOwner, "me");
    });
  }
});
