// Tests arguments that are not strings, and the names of options.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "../../pkg/dist/index.js";
import { assertRefused, errorOf, thrownBy, valueOf } from "./assertions.mjs";
import { ADDRESS, BASE_URL, HASH, PROJECT, createClient, start } from "./calls.mjs";
import { onlyRequestOf, respondToCalls, respondWith } from "./service.mjs";

/** Requests a page of ethereals with `query`. Returns the query string of the request. */
async function queryOf(query) {
  const fetch = respondToCalls();
  await valueOf(createClient(fetch).ethereals(query).page());
  return new URL(onlyRequestOf(fetch).url).search;
}

test("a value of each type is shown in the message", async () => {
  const client = createClient(respondWith(200, "{}"));
  for (const [value, shown] of [
    [true, "true"],
    [1.5, "1.5"],
    [-1, "-1"],
    [NaN, "NaN"],
    [{}, "an object"],
    [new Map(), "an object"],
    [() => {}, "a function"],
    [Symbol("canary"), "a symbol"],
    // A text with a lone surrogate is shown only if it is short: a long text could be an API key.
    ["a\ud800", '"a\\ud800"'],
    [`${"canary".repeat(3)}\ud800`, "a string with a lone surrogate"],
    [["canary", {}], "an array with an object"],
    [["canary", undefined], "an array with undefined"],
    [[["canary"]], "an array with an array"],
  ]) {
    const { message } = await errorOf(client.bridgeTransfer(value));
    assert.equal(message, `Invalid hash: ${shown}. Expected 0x followed by 64 hexadecimal digits.`);
  }
});

test("a value that is not a text is refused with the rule of its parameter", async () => {
  const client = createClient(respondWith(200, "{}"));
  for (const [call, name, rule] of [
    [() => client.bridgeTransfer({}), "hash", "0x followed by 64 hexadecimal digits"],
    [
      () => client.ethereals({ sourceChains: {} }).page(),
      "sourceChains",
      "1 to 64 visible ASCII characters without a comma",
    ],
    [
      () => client.ethereals({ cursor: {} }).page(),
      "cursor",
      "a nextCursor of the service, a string of at most 65536 bytes",
    ],
    [() => client.project({ maxRetries: {} }), "maxRetries", "an integer from 0 to 10"],
  ]) {
    const { parameter, message } = await errorOf(call());
    assert.deepEqual([parameter, message], [name, `Invalid ${name}: an object. Expected ${rule}.`]);
  }
});

test("a missing argument is refused with its rule", async () => {
  const client = createClient(respondWith(200, "{}"));
  for (const [call, name, rule] of [
    [
      () => client.tokenUri(undefined, 1, { chainId: 1 }),
      "address",
      "0x followed by 40 hexadecimal digits",
    ],
    [
      () => client.tokenUri(ADDRESS, 1),
      "chainId",
      "a chain id, an integer from 1 to 9007199254740991",
    ],
    [() => client.bridgeTransfer(), "hash", "0x followed by 64 hexadecimal digits"],
  ]) {
    assert.equal((await errorOf(call())).message, `Missing ${name}. Expected ${rule}.`);
  }
});

test("the error for options of a wrong type does not show a string, which could be an API key", async () => {
  const client = createClient(respondWith(200, "{}"));
  for (const [value, shown] of [
    ["canary", "a string"],
    [["canary"], "an array"],
    [7, "7"],
    [() => {}, "a function"],
  ]) {
    const message = `Invalid options: ${shown}. Expected an object.`;
    assert.equal(thrownBy(() => new Client(value)).message, message);
    assert.equal((await errorOf(client.project(value))).message, message);
    assert.equal(
      (await errorOf(client.tokenUri(ADDRESS, 1, value))).message,
      message.replace("options", "token"),
    );
    assert.equal(
      thrownBy(() => client.ethereals(value)).message,
      message.replace("options", "query"),
    );
  }
  for (const raw of ["true", 1, {}]) {
    const { message } = await errorOf(client.tokenUri(ADDRESS, 1, { chainId: 1 }, { raw }));
    assert.match(message, /^Invalid raw: (a string|1|an object)\. Expected true or false\.$/);
  }
});

test("the API key is a string or a function", () => {
  for (const apiKey of [7, 7n, true, {}, ["key"], new URL("https://a.example"), "a\ud800"]) {
    assertRefused(
      thrownBy(() => createClient(respondWith(200, "{}"), { apiKey })),
      "apiKey",
    );
  }
});

test("a base URL may be a URL object", async () => {
  const fetch = respondWith(200, "{}");
  await valueOf(start(createClient(fetch, { baseUrl: new URL(BASE_URL) }), PROJECT));
  assert.equal(onlyRequestOf(fetch).url, `${BASE_URL}project`);
});

test("integers are numbers, bigints or their digits, and a cursor may be a number", async () => {
  for (const pageSize of [20, 20n, "20", "020"])
    assert.equal(await queryOf({ pageSize }), "?page_size=20");
  for (const cursor of [5, "5"]) assert.equal(await queryOf({ cursor }), "?cursor=5");
});

test("lists are arrays, or texts with commas", async () => {
  for (const [sourceChains, query] of [
    [["1", "10"], "?sourceChains=1,10"],
    [[1, 10n], "?sourceChains=1,10"],
    [" 1 ,\t10\n", "?sourceChains=1,10"],
    [["10", "1", "10", " 1"], "?sourceChains=10,1"],
    ["solana", "?sourceChains=solana"],
    [1, "?sourceChains=1"],
    [[], ""],
    ["", ""],
    [null, ""],
  ]) {
    assert.equal(await queryOf({ sourceChains }), query);
  }
});

test("the error for a list shows only the item that breaks the rule", async () => {
  const client = createClient(respondToCalls());
  for (const [name, list, shown, rule] of [
    ["sourceChains", "1,,10", '""', "1 to 64 visible ASCII characters without a comma"],
    ["sourceChains", "1,", '""', "1 to 64 visible ASCII characters without a comma"],
    ["statuses", "a b", '"a b"', "1 to 64 visible ASCII characters without a comma"],
    ["sourceContracts", "0x1", '"0x1"', "0x followed by 40 hexadecimal digits"],
  ]) {
    const { message } = await errorOf(client.ethereals({ [name]: list }).page());
    assert.equal(message, `Invalid ${name}: ${shown}. Expected ${rule}.`);
  }
});

test("the error of an unknown option suggests the option that was meant, or lists the known options", async () => {
  const client = createClient(respondToCalls());
  for (const [name, expected] of [
    [
      "chainId",
      /^Unknown option "chainId"\. Known options: signal, (\w+, )*timeoutMs, (\w+, )*chain\.$/,
    ],
    ["Chain", /^Unknown option "Chain"\. Did you mean "chain"\?$/],
    ["timeout_ms", /^Unknown option "timeout_ms"\. Did you mean "timeoutMs"\?$/],
  ]) {
    const unknown = { [name]: 1 };
    for (const queryAndOptions of [[unknown], [{}, unknown]]) {
      const { parameter, message } = await errorOf(client.bridgeTransfer(HASH, ...queryAndOptions));
      assert.equal(parameter, "options");
      assert.match(message, expected);
    }
  }
  assert.equal((await client.bridgeTransfer(HASH, { chainId: undefined })).status, "done");
});

test("the error for an unknown option does not show a name that contains the API key", async () => {
  const client = createClient(respondWith(200, "{}"), { apiKey: "k3y" });
  assert.match(
    (await errorOf(client.project({ k3y: 1 }))).message,
    /^Unknown option of 3 characters\. /,
  );
  const messageOf = (apiKey) =>
    thrownBy(() => new Client({ baseUrl: BASE_URL, apiKey, "x-k3y": 1 })).message;
  assert.match(messageOf("k3y"), /^Unknown option of 5 characters\. /);
  assert.match(messageOf(""), /^Unknown option "x-k3y"\. /);
});

test("each property of arguments and options is read once", async () => {
  const reads = [];
  const counted = (name, values) =>
    new Proxy(values, {
      get: (target, key) => {
        if (key in target) reads.push(`${name}.${String(key)}`);
        return target[key];
      },
    });
  const fetch = respondToCalls();
  const client = new Client(
    counted("client", { baseUrl: BASE_URL, apiKey: "key", fetch, timeoutMs: 5, onRetry() {} }),
  );
  await valueOf(
    client.bridgeTransfer(
      HASH,
      counted("query", { chain: "mainnet" }),
      counted("call", { maxRetries: 0 }),
    ),
  );
  assert.deepEqual(reads.sort(), [
    "call.maxRetries",
    "client.apiKey",
    "client.baseUrl",
    "client.fetch",
    "client.onRetry",
    "client.timeoutMs",
    "query.chain",
  ]);
});
