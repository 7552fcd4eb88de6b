// Tests `ethereal-query/query` with the query client of TanStack Query and the embedded service.
import assert from "node:assert/strict";
import { test } from "node:test";
import { InfiniteQueryObserver, QueryObserver, hashKey } from "@tanstack/query-core";
import {
  bridgeTransferOptions,
  etherealsInfiniteOptions,
  projectOptions,
  tokenUriOptions,
} from "../../pkg/dist/query.js";
import { KEY, ADDRESS, HASH, ETHEREALS, setUp } from "./setup.mjs";

test("fetches the result of every call", async (t) => {
  const { client, queryClient } = setUp(t);
  const token = await queryClient.fetchQuery(tokenUriOptions(client, ADDRESS, 7n, { chainId: 1 }));
  assert.equal(token.name, "Tree #7");
  const exact = tokenUriOptions(client, ADDRESS, 7n, { chainId: 1 }, { integers: "exact" });
  assert.equal((await queryClient.fetchQuery(exact)).supply, 123456789012345678901234567890n);
  assert.equal(
    (await queryClient.fetchQuery(bridgeTransferOptions(client, HASH))).status,
    "wait-rb",
  );
  assert.equal(
    await queryClient.fetchQuery(bridgeTransferOptions(client, HASH, { chain: "sepolia" })),
    null,
  );
  assert.equal((await queryClient.fetchQuery(projectOptions(client))).requestOwner, "me");
});

test("passes all options to the call, and puts only the options that change the result into the query key", async (t) => {
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
  const list = etherealsInfiniteOptions(client, {}, {});
  const listWithOption = etherealsInfiniteOptions(client, {}, { onInvalidRecord: "skip" });
  assert.notEqual(hashKey(list.queryKey), hashKey(listWithOption.queryKey));
});

test("gives different spellings of a request the same query key", (t) => {
  const { client } = setUp(t);
  const token = (address, id, query, options) =>
    hashKey(tokenUriOptions(client, address, id, query, options).queryKey);
  const base = token(ADDRESS, "7", { chainId: 1 });
  assert.equal(
    token(ADDRESS.toUpperCase().replace("0X", "0x"), 7n, { chainId: "1", standard: 0 }),
    base,
  );
  assert.equal(token(ADDRESS, "0x7", { chainId: 1n, standard: "ERC721" }), base);
  assert.equal(token(ADDRESS, "007", { chainId: "01", standard: "0" }, null), base);
  const erc1155 = token(ADDRESS, 7, { chainId: 1, standard: "ERC1155" });
  assert.deepEqual(
    ["1", 1n].map((standard) => token(ADDRESS, 7, { chainId: 1, standard })),
    [erc1155, erc1155],
  );
  // The client rejects the arguments of the first three tokens. Every object inherits a property `constructor`.
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
  assert.equal(
    transfer(HASH.toUpperCase().replace("0X", "0x"), { chain: "mainnet" }),
    transfer(HASH),
  );
  assert.equal(transfer(HASH, null), transfer(HASH, { chain: null }));
  assert.equal(transfer(HASH, null), transfer(HASH));
  assert.notEqual(transfer(HASH, { chain: "sepolia" }), transfer(HASH));

  const list = (query) => hashKey(etherealsInfiniteOptions(client, query).queryKey);
  assert.equal(
    list({ sourceChains: "1, 10", statuses: [], cursor: null }),
    list({ sourceChains: [1, 10n] }),
  );
  assert.equal(list(undefined), list({}));
  assert.equal(list({ sourceChains: [1, "1", 10] }), list({ sourceChains: [1, 10] }));
  assert.equal(list({ chain: null, pageSize: null, sourceContracts: null, cursor: "" }), list({}));
  assert.equal(list({ pageSize: "020" }), list({ pageSize: 20n }));
  assert.notEqual(list({ sourceChains: [1] }), list({}));
  assert.notEqual(
    list({ sourceChains: [10, 1] }),
    list({ sourceChains: [1, 10] }),
    "a cursor is valid for one order of the chains",
  );
  assert.notEqual(list({ pageSize: 2 }), list({}));
});

test("writes the API key neither into a query key nor into a cached result", async (t) => {
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

test("adds no retries to the retries of the client", async (t) => {
  const fetch = () => new Response('{"message":"down"}', { status: 503 });
  const { client, queryClient, requests } = setUp(t, { fetch });
  // Without the option `retry`, an observer would retry three times.
  const observer = new QueryObserver(queryClient, projectOptions(client));
  const result = await new Promise((resolve) => {
    const unsubscribe = observer.subscribe((current) => {
      if (current.isError) resolve(current);
    });
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
  for (const query of [
    { sourceChains: [Object.create(null)] },
    { pageSize: {} },
    { statuses: [Symbol("a")] },
  ]) {
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
  assert.equal(
    (await queryClient.fetchQuery(bridgeTransferOptions(client, HASH, null))).status,
    "wait-rb",
  );
});

test("aborts the request of a cancelled query", async (t) => {
  const { client, queryClient, requests } = setUp(t, { fetch: () => new Promise(() => {}) });
  const options = bridgeTransferOptions(client, HASH);
  const fetching = queryClient.fetchQuery(options);
  while (requests.length === 0) await new Promise(setImmediate);
  await Promise.all([
    assert.rejects(fetching),
    queryClient.cancelQueries({ queryKey: options.queryKey }),
  ]);
  assert.ok(requests[0].signal.aborted);
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

  const fromSecondPage = etherealsInfiniteOptions(client, {
    pageSize: 1,
    cursor: pages[0].nextCursor,
  });
  const resumed = await queryClient.fetchInfiniteQuery(fromSecondPage);
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
