// Many calls at once: `bridgeTransfers` and `tokenUris`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertError, thrownBy } from "./assertions.mjs";
import { ADDRESS, createClient } from "./calls.mjs";
import { jsonResponse, neverRespond, requestsOf, spy } from "./service.mjs";
import { until } from "./time.mjs";

const hashOf = (digit) => `0x${digit.repeat(64)}`;
const HASHES = ["1", "2", "3", "4"].map(hashOf);

/** Responds with a transfer whose id is the end of the path, and the chain type of the query. */
function transferResponse({ url }) {
  const { pathname, searchParams } = new URL(url);
  return jsonResponse(
    200,
    JSON.stringify({ _id: pathname.at(-1), status: "done", chainType: searchParams.get("chain") ?? "mainnet" }),
  );
}

const idOf = (result) => result.value?._id ?? result.reason?.kind ?? null;

/** A `fetch` that counts how many requests are in flight at the same time. */
function countInFlight() {
  let inFlight = 0;
  const fetch = spy(async (request) => {
    inFlight += 1;
    fetch.most = Math.max(fetch.most, inFlight);
    await new Promise((resolve) => setTimeout(resolve));
    inFlight -= 1;
    return transferResponse(request);
  });
  return Object.assign(fetch, { most: 0 });
}

test("resolves to all results in the order of the hashes", async () => {
  const fetch = spy((request) => {
    if (request.url.endsWith("2")) return jsonResponse(404, "{}");
    if (request.url.endsWith("3")) return jsonResponse(500, "{}");
    return transferResponse(request);
  });
  const results = await createClient(fetch).bridgeTransfers([...HASHES, "0x12"]);
  assert.deepEqual(results.map(idOf), ["1", null, "server", "4", "invalid_argument"]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ["fulfilled", "fulfilled", "rejected", "fulfilled", "rejected"],
  );
  assertError(results[4].reason, "invalid_argument");
  assert.equal(fetch.calls.length, 4);
});

test("sends nothing before it is awaited, and the requests once however often it is awaited", async () => {
  const fetch = spy(transferResponse);
  const batch = createClient(fetch).bridgeTransfers(HASHES);
  await new Promise((resolve) => setTimeout(resolve));
  assert.equal(fetch.calls.length, 0);
  const [first, second] = await Promise.all([batch, batch]);
  assert.equal(first, second);
  assert.equal(await batch, first);
  assert.equal(fetch.calls.length, HASHES.length);
});

test("requests a hash once that is in the list twice, and gives each place its own object", async () => {
  const fetch = spy(transferResponse);
  const hash = hashOf("a");
  const results = await createClient(fetch).bridgeTransfers([hash, HASHES[0], hash, hashOf("A")]);
  assert.deepEqual(results.map(idOf), ["a", "1", "a", "a"]);
  assert.notEqual(results[0].value, results[2].value);
  assert.equal(fetch.calls.length, 2);
});

for (const [options, most] of [[{}, 6], [{ concurrency: 1 }, 1], [{ concurrency: 3 }, 3], [{ concurrency: 100 }, 12]]) {
  test(`has at most ${most} requests in flight with ${JSON.stringify(options)}`, async () => {
    const fetch = countInFlight();
    const hashes = Array.from("123456789abc", hashOf);
    const results = await createClient(fetch).bridgeTransfers(hashes, options);
    assert.equal(results.length, 12);
    assert.equal(fetch.most, most);
  });
}

test("yields each result as it comes, with its index", async () => {
  const pending = new Map();
  const fetch = spy(
    (request) => new Promise((resolve) => pending.set(request.url.at(-1), () => resolve(transferResponse(request)))),
  );
  const results = createClient(fetch).bridgeTransfers(HASHES)[Symbol.asyncIterator]();
  for (const digit of ["3", "1", "4", "2"]) {
    const next = results.next();
    await until(() => pending.has(digit));
    pending.get(digit)();
    const { value } = await next;
    assert.deepEqual([value.index, value.status, idOf(value)], [Number(digit) - 1, "fulfilled", digit]);
  }
  assert.deepEqual(await results.next(), { done: true, value: undefined });
});

test("leaving the loop aborts the calls in flight, and sends no more", async () => {
  const fetch = spy((request) => (request.url.endsWith("1") ? transferResponse(request) : new Promise(() => {})));
  for await (const { index } of createClient(fetch).bridgeTransfers(HASHES, { concurrency: 2 })) {
    assert.equal(index, 0);
    break;
  }
  await until(() => requestsOf(fetch).slice(1).every(({ signal }) => signal.aborted));
  const sent = fetch.calls.length;
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(fetch.calls.length, sent);
  assert.ok(sent < HASHES.length);
});

test("an abort rejects all that is left, keeps what is there, and sends no more", async () => {
  const controller = new AbortController();
  const fetch = spy((request) => (request.url.endsWith("1") ? transferResponse(request) : new Promise(() => {})));
  const options = { concurrency: 2, signal: controller.signal };
  const results = createClient(fetch).bridgeTransfers(HASHES, options).then((results) => results);
  await until(() => fetch.calls.length === 3);
  controller.abort(new Error("navigated away"));
  assert.deepEqual((await results).map(idOf), ["1", "aborted", "aborted", "aborted"]);
  assert.equal((await results)[3].reason.cause, controller.signal.reason);
  assert.equal(fetch.calls.length, 3);
});

test("chain auto looks on mainnet, then on sepolia, and says where the transfer is", async () => {
  const fetch = spy((request) => {
    const chain = new URL(request.url).searchParams.get("chain");
    const chains = { 1: ["mainnet", "sepolia"], 2: ["sepolia"], 3: [] }[request.url.match(/(\d)\?/)[1]];
    return chains?.includes(chain) ? transferResponse(request) : jsonResponse(404, "{}");
  });
  const results = await createClient(fetch).bridgeTransfers(HASHES.slice(0, 3), { chain: "auto" });
  assert.deepEqual(results.map(({ chain }) => chain), ["mainnet", "sepolia", undefined]);
  assert.deepEqual(results.map(idOf), ["1", "2", null]);
  assert.equal(fetch.calls.length, 1 + 2 + 2);
});

test("chain auto reports a failure, and does not look further", async () => {
  const fetch = spy(() => jsonResponse(401, "{}"));
  const [result] = await createClient(fetch).bridgeTransfers(HASHES.slice(0, 1), { chain: "auto" });
  assert.equal(result.reason.kind, "unauthenticated");
  assert.equal(fetch.calls.length, 1);
});

test("loads tokens, and requests different spellings of a token once", async () => {
  const fetch = spy(({ url }) =>
    jsonResponse(200, `{"name":"${url.match(/(\d+)\/uri/)[1]}","supply":12345678901234567890}`),
  );
  const tokens = [7, 7n, "0x7", 8].map((id) => ({ address: ADDRESS, id, chainId: 1 }));
  const results = await createClient(fetch).tokenUris(tokens, { integers: "exact" });
  assert.deepEqual(results.map(({ value }) => value.name), ["7", "7", "7", "8"]);
  assert.equal(results[0].value.supply, 12345678901234567890n);
  assert.equal(fetch.calls.length, 2);
});

test("an invalid token is a rejected result, and an unknown option rejects every result", async () => {
  const fetch = neverRespond();
  const client = createClient(fetch);
  const tokens = [
    { address: ADDRESS, id: "seven", chainId: 1 },
    { address: ADDRESS, id: 7 },
    { address: {}, id: 7, chainId: 1 },
    null,
  ];
  const results = await client.tokenUris(tokens);
  assert.deepEqual(results.map(({ reason }) => reason.parameter), ["id", "chainId", "address", "address"]);
  const [result] = await client.bridgeTransfers(HASHES.slice(0, 1), { timeoutMS: 5 });
  assert.match(result.reason.message, /Did you mean "timeoutMs"/);
  assert.equal(fetch.calls.length, 0);
});

test("rejects an argument that is no list, and an invalid concurrency", () => {
  const client = createClient(neverRespond());
  for (const list of [undefined, null, HASHES[0], 7, {}, new Set(HASHES)]) {
    assertError(thrownBy(() => client.bridgeTransfers(list)), "invalid_argument");
    assertError(thrownBy(() => client.tokenUris(list)), "invalid_argument");
  }
  for (const concurrency of [0, -1, 1.5, NaN, Infinity, "2", null]) {
    const error = thrownBy(() => client.bridgeTransfers(HASHES, { concurrency }));
    assertError(error, "invalid_argument");
    assert.equal(error.parameter, "concurrency");
  }
  assert.equal(thrownBy(() => client.tokenUris([7])).parameter, "tokens[0]");
});

test("an empty list resolves to no results", async () => {
  const client = createClient(neverRespond());
  assert.deepEqual(await client.bridgeTransfers([]), []);
  for await (const result of client.tokenUris([])) assert.fail(String(result));
});
