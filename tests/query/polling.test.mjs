// Tests the polls of a transfer with the query client of TanStack Query.
import assert from "node:assert/strict";
import { test } from "node:test";
import { QueryObserver } from "@tanstack/query-core";
import { EtherealQueryError } from "../../pkg/dist/index.js";
import { bridgeTransferOptions } from "../../pkg/dist/query.js";
import { HASH, TRANSFER, setUp } from "./setup.mjs";

/** The interval of the polls without a `Retry-After` of the service. */
const INTERVAL_MS = 5_000;
/** A shorter interval for the tests that wait for polls. */
const TEST_INTERVAL_MS = 10;

test("polls again after a first fetch that failed, unless no poll can succeed", async (t) => {
  const { client } = setUp(t);
  const { refetchInterval } = bridgeTransferOptions(client, HASH);
  /** The interval after a fetch that failed with this kind, while the cache has `data`. */
  const intervalAfter = (kind, { data, ...fields } = {}) => {
    const failure = { message: "", retryable: false, kind, code: kind, ...fields };
    return refetchInterval({ state: { data, error: new EtherealQueryError(failure) } });
  };
  for (const kind of [
    "network",
    "timeout",
    "server",
    "rate_limited",
    "decode",
    "redirect_blocked",
  ]) {
    assert.equal(intervalAfter(kind), INTERVAL_MS, kind);
  }
  assert.equal(intervalAfter("rate_limited", { retryAfterMs: 30_000 }), 30_000);
  for (const kind of ["invalid_argument", "unauthenticated", "bad_request"]) {
    assert.equal(intervalAfter(kind), false, kind);
  }
  // If the cache has a result, the result decides, and not the error.
  assert.equal(intervalAfter("unauthenticated", { data: TRANSFER }), INTERVAL_MS);
  assert.equal(intervalAfter("network", { data: { ...TRANSFER, status: "done" } }), false);
  assert.equal(intervalAfter("network", { data: null }), false);
  assert.equal(refetchInterval({ state: { data: undefined, error: new Error("another") } }), false);
});

test("an observer gets the record after a first fetch that failed", async (t) => {
  let isDown = true;
  const fetch = (request) => (isDown ? new Response("", { status: 503 }) : service.fetch(request));
  const { client, queryClient, service } = setUp(t, { fetch });
  const options = bridgeTransferOptions(client, HASH);
  // Polls whenever the package polls, but after a shorter time.
  const refetchInterval = (query) => options.refetchInterval(query) && TEST_INTERVAL_MS;
  const observer = new QueryObserver(queryClient, { ...options, refetchInterval });
  const status = await new Promise((resolve) => {
    const unsubscribe = observer.subscribe(({ data, isError }) => {
      if (isError) isDown = false;
      if (data) resolve(data.status);
    });
    t.after(unsubscribe);
  });
  assert.equal(status, "wait-rb");
});

test("polls a transfer while it is under way, and not once it is done", async (t) => {
  const { client, queryClient, requests, service } = setUp(t);
  const options = bridgeTransferOptions(client, HASH);
  const intervals = new Set();
  // Polls whenever the package polls, but after a shorter time. Records the interval that the package returns.
  const refetchInterval = (query) => {
    const interval = options.refetchInterval(query);
    if (interval) intervals.add(interval);
    return interval && TEST_INTERVAL_MS;
  };
  const observer = new QueryObserver(queryClient, { ...options, refetchInterval });
  const statuses = [];
  const nextStatus = { "wait-rb": "manual", manual: "done", done: "done" };
  await new Promise((resolve) => {
    const unsubscribe = observer.subscribe(({ data }) => {
      if (!data || statuses.at(-1) === data.status) return;
      statuses.push(data.status);
      service.update({ transfers: [{ ...TRANSFER, status: nextStatus[data.status] }] });
      if (data.status === "done") resolve();
    });
    t.after(unsubscribe);
  });
  assert.deepEqual(statuses, ["wait-rb", "manual", "done"]);
  assert.deepEqual([...intervals], [INTERVAL_MS]);

  const sent = requests.length;
  // Long enough for ten more polls.
  await new Promise((resolve) => setTimeout(resolve, 10 * TEST_INTERVAL_MS));
  assert.equal((await queryClient.fetchQuery(options)).status, "done");
  assert.equal(requests.length, sent);
});

test("does not poll for an unknown hash or a failed transfer", (t) => {
  const { client } = setUp(t);
  const { refetchInterval, staleTime } = bridgeTransferOptions(client, HASH);
  for (const data of [null, undefined]) {
    assert.equal(refetchInterval({ state: { data } }), false);
    assert.equal(staleTime({ state: { data } }), 0);
  }
  assert.equal(refetchInterval({ state: { data: { _id: "t1", status: "error" } } }), false);
});
