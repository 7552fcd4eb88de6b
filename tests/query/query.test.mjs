// `ethereal-query/query` with the real query client of TanStack Query.
import assert from "node:assert/strict";
import { test } from "node:test";
import { InfiniteQueryObserver, QueryClient, QueryObserver, environmentManager, hashKey } from "@tanstack/query-core";
import { Client, EtherealQueryError } from "../../pkg/dist/index.js";
import { EmbeddedService } from "../../pkg/dist/embedded.js";
import {
  bridgeTransferOptions,
  etherealsInfiniteOptions,
  projectOptions,
  tokenUriOptions,
} from "../../pkg/dist/query.js";

// On a server, TanStack Query does not poll.
environmentManager.setIsServer(() => false);

const KEY = "test-key";
const ADDRESS = "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed";
const HASH = `0x${"ab".repeat(32)}`;
const TRANSFER = { _id: "t1", chainType: "mainnet", status: "wait-rb", fromChain: 1, toChain: 10, originTxnHash: HASH };
const ETHEREALS = ["a", "b", "c"].map((id) => ({ _id: id, chainType: "mainnet", status: "active", sourceChain: "1" }));
const DOCUMENT = '{"name":"Tree #7","supply":123456789012345678901234567890}';
const DATASET = {
  tokens: [{ chainId: 1, address: ADDRESS, id: "7", standard: "ERC721", uri: "ipfs://x", document: DOCUMENT }],
  transfers: [TRANSFER],
  ethereals: ETHEREALS,
};

/** A client of a service in memory; `requests` counts what the service received. */
function setUp(t, options = {}) {
  const service = new EmbeddedService({ dataset: DATASET, keys: [{ key: KEY, requestOwner: "me", auth: {} }] });
  const requests = [];
  const fetch = async (url, init) => {
    const request = new Request(url, init);
    requests.push(request);
    return (options.fetch ?? service.fetch)(request);
  };
  const client = new Client({ baseUrl: "https://service.invalid", apiKey: KEY, maxRetries: 0, fetch });
  // No timer that keeps the process alive for five minutes.
  const queryClient = new QueryClient({ defaultOptions: { queries: { gcTime: Infinity } } });
  t.after(() => queryClient.clear());
  return { client, queryClient, requests, service };
}

test("fetches the result of every call", async (t) => {
  const { client, queryClient } = setUp(t);
  const token = await queryClient.fetchQuery(tokenUriOptions(client, ADDRESS, 7n, { chainId: 1 }));
  assert.equal(token.name, "Tree #7");
  const exact = tokenUriOptions(client, ADDRESS, 7n, { chainId: 1 }, { integers: "exact" });
  assert.equal((await queryClient.fetchQuery(exact)).supply, 123456789012345678901234567890n);
  assert.equal((await queryClient.fetchQuery(bridgeTransferOptions(client, HASH))).status, "wait-rb");
  assert.equal(await queryClient.fetchQuery(bridgeTransferOptions(client, HASH, { chain: "sepolia" })), null);
  assert.equal((await queryClient.fetchQuery(projectOptions(client))).requestOwner, "me");
});

test("passes the options of a call on, and those that decide its result into the key", async (t) => {
  const { client, requests } = setUp(t);
  const options = { headers: { "x-tenant": "acme" }, maxRetries: 1 };
  for (const { queryFn, queryKey, initialPageParam: pageParam } of [
    tokenUriOptions(client, ADDRESS, 7n, { chainId: 1 }, options),
    bridgeTransferOptions(client, HASH, {}, options),
    projectOptions(client, options),
    etherealsInfiniteOptions(client, {}, options),
  ]) {
    await queryFn({ signal: new AbortController().signal, pageParam });
    assert.doesNotMatch(JSON.stringify(queryKey), /acme|maxRetries/);
  }
  assert.deepEqual(
    requests.map((request) => request.headers.get("x-tenant")),
    ["acme", "acme", "acme", "acme"],
  );
  const keys = [{}, { onInvalidRecord: "skip" }].map((options) =>
    hashKey(etherealsInfiniteOptions(client, {}, options).queryKey),
  );
  assert.notEqual(...keys);
});

test("gives different spellings of a request the same key", (t) => {
  const { client } = setUp(t);
  const token = (address, id, query, options) => hashKey(tokenUriOptions(client, address, id, query, options).queryKey);
  const base = token(ADDRESS, "7", { chainId: 1 });
  assert.equal(token(ADDRESS.toUpperCase().replace("0X", "0x"), 7n, { chainId: "1", standard: 0 }), base);
  assert.equal(token(ADDRESS, "0x7", { chainId: 1n, standard: "ERC721" }), base);
  assert.equal(token(ADDRESS, "007", { chainId: "01", standard: "0" }, null), base);
  const erc1155 = token(ADDRESS, 7, { chainId: 1, standard: "ERC1155" });
  assert.deepEqual(
    ["1", 1n].map((standard) => token(ADDRESS, 7, { chainId: 1, standard })),
    [erc1155, erc1155],
  );
  for (const other of [
    token(ADDRESS, [7], { chainId: 1 }),
    token(ADDRESS, 7, { chainId: "0x1" }),
    token(ADDRESS, 7, { chainId: 1, standard: "constructor" }),
    token(ADDRESS, 8, { chainId: 1 }),
    token(ADDRESS, 7, { chainId: 10 }),
    token(ADDRESS, 7, { chainId: 1, standard: "ERC1155" }),
    token(ADDRESS, 7, { chainId: 1 }, { integers: "exact" }),
  ])
    assert.notEqual(other, base);

  const transfer = (...args) => hashKey(bridgeTransferOptions(client, ...args).queryKey);
  assert.equal(transfer(HASH.toUpperCase().replace("0X", "0x"), { chain: "mainnet" }), transfer(HASH));
  assert.equal(transfer(HASH, null), transfer(HASH, { chain: null }));
  assert.equal(transfer(HASH, null), transfer(HASH));
  assert.notEqual(transfer(HASH, { chain: "sepolia" }), transfer(HASH));

  const list = (query) => hashKey(etherealsInfiniteOptions(client, query).queryKey);
  assert.equal(list({ sourceChains: "1, 10", statuses: [], cursor: null }), list({ sourceChains: [1, 10n] }));
  assert.equal(list(undefined), list({}));
  assert.equal(list({ sourceChains: [1, "1", 10] }), list({ sourceChains: [1, 10] }));
  assert.equal(list({ chain: null, pageSize: null, sourceContracts: null, cursor: "" }), list({}));
  assert.equal(list({ pageSize: "020" }), list({ pageSize: 20n }));
  assert.notEqual(list({ sourceChains: [1] }), list({}));
  assert.notEqual(list({ sourceChains: [10, 1] }), list({ sourceChains: [1, 10] }), "a cursor holds for one order");
  assert.notEqual(list({ pageSize: 2 }), list({}));
});

test("writes no API key into a key or a result", async (t) => {
  const { client, queryClient } = setUp(t);
  await queryClient.fetchQuery(projectOptions(client));
  await queryClient.fetchInfiniteQuery(etherealsInfiniteOptions(client));
  const cached = queryClient
    .getQueryCache()
    .getAll()
    .map(({ queryKey, state }) => ({ queryKey, state }));
  assert.equal(cached.length, 2);
  assert.ok(!JSON.stringify(cached).includes(KEY));
});

test("makes no retries beyond those of the client", async (t) => {
  const fetch = () => new Response('{"message":"down"}', { status: 503 });
  const { client, queryClient, requests } = setUp(t, { fetch });
  // Without `retry`, an observer would try three times more.
  const observer = new QueryObserver(queryClient, projectOptions(client));
  const result = await new Promise((resolve) => {
    const unsubscribe = observer.subscribe((result) => result.isError && resolve(result));
    t.after(unsubscribe);
  });
  assert.equal(result.error.kind, "server");
  assert.equal(requests.length, 1);
});

test("rejects an argument that breaks its rule, and sends nothing", async (t) => {
  const { client, queryClient, requests } = setUp(t);
  for (const options of [
    tokenUriOptions(client, ADDRESS, "seven", { chainId: 1 }),
    tokenUriOptions(client, ADDRESS, 1),
    tokenUriOptions(client, {}, Symbol("id"), { chainId: [], standard: {} }),
    bridgeTransferOptions(client, HASH, { chain: Object.create(null) }),
    bridgeTransferOptions(client, "0x12"),
  ])
    await assert.rejects(queryClient.fetchQuery(options), { kind: "invalid_argument" });
  for (const query of [{ sourceChains: [Object.create(null)] }, { pageSize: {} }, { statuses: [Symbol("a")] }]) {
    const infinite = etherealsInfiniteOptions(client, query);
    await assert.rejects(queryClient.fetchInfiniteQuery(infinite), { kind: "invalid_argument" });
  }
  assert.equal(requests.length, 0);
});

test("refuses an argument of the wrong type", (t) => {
  const { client, requests } = setUp(t);
  for (const [run, parameter] of [
    [() => tokenUriOptions(client, ADDRESS, 7, 1), "token"],
    [() => tokenUriOptions(client, ADDRESS, 7, { chainId: 1 }, "exact"), "options"],
    [() => tokenUriOptions(undefined, ADDRESS, 7, { chainId: 1 }), "client"],
    [() => bridgeTransferOptions(client, HASH, "sepolia"), "query"],
    [() => bridgeTransferOptions({}, HASH), "client"],
    [() => projectOptions(null), "client"],
    [() => etherealsInfiniteOptions(client, 5), "query"],
    [() => etherealsInfiniteOptions(client, []), "query"],
    [
      () =>
        etherealsInfiniteOptions(client, {
          get pageSize() {
            throw new Error("hostile");
          },
        }),
      "query",
    ],
  ])
    assert.throws(run, { name: "EtherealQueryError", kind: "invalid_argument", parameter });
  assert.equal(requests.length, 0);
});

test("reads null as no query, as the client does", async (t) => {
  const { client, queryClient } = setUp(t);
  const { pages } = await queryClient.fetchInfiniteQuery(etherealsInfiniteOptions(client, null));
  assert.equal(pages[0].items.length, ETHEREALS.length);
  assert.equal((await queryClient.fetchQuery(bridgeTransferOptions(client, HASH, null))).status, "wait-rb");
});

test("aborts the request of a cancelled query", async (t) => {
  const { client, queryClient, requests } = setUp(t, { fetch: () => new Promise(() => {}) });
  const options = bridgeTransferOptions(client, HASH);
  const fetching = queryClient.fetchQuery(options);
  while (requests.length === 0) await new Promise(setImmediate);
  await Promise.all([assert.rejects(fetching), queryClient.cancelQueries({ queryKey: options.queryKey })]);
  assert.ok(requests[0].signal.aborted);
});

test("polls on after a first fetch that failed, unless no poll can succeed", async (t) => {
  const { client } = setUp(t);
  const { refetchInterval } = bridgeTransferOptions(client, HASH);
  const after = (fields, data) => refetchInterval({ state: { data, error: new EtherealQueryError(fields) } });
  const failure = { message: "", retryable: false };
  for (const kind of ["network", "timeout", "server", "rate_limited", "decode", "redirect_blocked"]) {
    assert.equal(after({ ...failure, kind, code: kind }), 5_000, kind);
  }
  assert.equal(after({ ...failure, kind: "rate_limited", code: "rate_limited", retryAfterMs: 30_000 }), 30_000);
  for (const kind of ["invalid_argument", "unauthenticated", "bad_request"]) {
    assert.equal(after({ ...failure, kind, code: kind }), false, kind);
  }
  // The last record counts, as long as there is one.
  assert.equal(after({ ...failure, kind: "unauthenticated", code: "unauthenticated" }, TRANSFER), 5_000);
  assert.equal(after({ ...failure, kind: "network", code: "network" }, { ...TRANSFER, status: "done" }), false);
  assert.equal(after({ ...failure, kind: "network", code: "network" }, null), false);
  assert.equal(refetchInterval({ state: { data: undefined, error: new Error("another") } }), false);
});

test("an observer gets the record after a first fetch that failed", async (t) => {
  let isDown = true;
  let service;
  const fetch = (request) => (isDown ? new Response("", { status: 503 }) : service.fetch(request));
  const { client, queryClient, ...others } = setUp(t, { fetch });
  service = others.service;
  const options = bridgeTransferOptions(client, HASH);
  const refetchInterval = (query) => options.refetchInterval(query) && 10;
  const observer = new QueryObserver(queryClient, { ...options, refetchInterval });
  const status = await new Promise((resolve) => {
    t.after(
      observer.subscribe(({ data, isError }) => {
        if (isError) isDown = false;
        if (data) resolve(data.status);
      }),
    );
  });
  assert.equal(status, "wait-rb");
});

test("polls a transfer while it is under way, and not once it is done", async (t) => {
  const { client, queryClient, requests, service } = setUp(t);
  const options = bridgeTransferOptions(client, HASH);
  const intervals = new Set();
  const refetchInterval = (query) => {
    const interval = options.refetchInterval(query);
    if (interval) intervals.add(interval);
    // The same decision, in less time.
    return interval && 10;
  };
  const observer = new QueryObserver(queryClient, { ...options, refetchInterval });
  const statuses = [];
  const next = { "wait-rb": "manual", manual: "done" };
  await new Promise((resolve) => {
    t.after(
      observer.subscribe(({ data }) => {
        if (!data || statuses.at(-1) === data.status) return;
        statuses.push(data.status);
        service.update({ transfers: [{ ...TRANSFER, status: next[data.status] ?? "done" }] });
        if (data.status === "done") resolve();
      }),
    );
  });
  assert.deepEqual(statuses, ["wait-rb", "manual", "done"]);
  assert.deepEqual([...intervals], [5_000]);

  const sent = requests.length;
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.equal((await queryClient.fetchQuery(options)).status, "done");
  assert.equal(requests.length, sent);
});

test("does not poll for a hash that no transfer has", (t) => {
  const { client } = setUp(t);
  const { refetchInterval, staleTime } = bridgeTransferOptions(client, HASH);
  for (const data of [null, undefined]) {
    assert.equal(refetchInterval({ state: { data } }), false);
    assert.equal(staleTime({ state: { data } }), 0);
  }
  assert.equal(refetchInterval({ state: { data: { _id: "t1", status: "error" } } }), false);
});

test("loads the pages of a list until the last one", async (t) => {
  const { client, queryClient } = setUp(t);
  const options = etherealsInfiniteOptions(client, { pageSize: 1 });
  const { pages } = await queryClient.fetchInfiniteQuery({ ...options, pages: 10 });
  assert.deepEqual(
    pages.map(({ items }) => items.map(({ _id }) => _id)),
    [["a"], ["b"], ["c"]],
  );

  const observer = new InfiniteQueryObserver(queryClient, options);
  assert.equal(observer.getCurrentResult().hasNextPage, false);

  const rest = etherealsInfiniteOptions(client, { pageSize: 1, cursor: pages[0].nextCursor });
  const resumed = await queryClient.fetchInfiniteQuery(rest);
  assert.deepEqual(
    resumed.pages[0].items.map(({ _id }) => _id),
    ["b"],
  );
});

test("rejects a list whose cursors repeat", async (t) => {
  const next = { "": "A", A: "B", B: "A" };
  const fetch = (request) => {
    const cursor = new URL(request.url).searchParams.get("cursor") ?? "";
    return Response.json({ etherealData: [], nextCursor: next[cursor] });
  };
  const { client, queryClient, requests } = setUp(t, { fetch });
  const options = { ...etherealsInfiniteOptions(client), pages: 10 };
  await assert.rejects(queryClient.fetchInfiniteQuery(options), { kind: "pagination_stalled" });
  assert.equal(requests.length, 3);
});
