// Tests the polls of a transfer with the query client of TanStack Query.
import assert from "node:assert/strict";
import { test } from "node:test";
import { QueryObserver } from "@tanstack/query-core";
import { EtherealQueryError } from "../../pkg/dist/index.js";
import { bridgeTransferOptions } from "../../pkg/dist/query.js";
import { HASH, TRANSFER, setUp } from "./setup.mjs";

test("polls on after a first fetch that failed, unless no poll can succeed", async (t) => {
  const { client } = setUp(t);
  const { refetchInterval } = bridgeTransferOptions(client, HASH);
  const after = (fields, data) =>
    refetchInterval({ state: { data, error: new EtherealQueryError(fields) } });
  const failure = { message: "", retryable: false };
  for (const kind of [
    "network",
    "timeout",
    "server",
    "rate_limited",
    "decode",
    "redirect_blocked",
  ]) {
    assert.equal(after({ ...failure, kind, code: kind }), 5_000, kind);
  }
  assert.equal(
    after({ ...failure, kind: "rate_limited", code: "rate_limited", retryAfterMs: 30_000 }),
    30_000,
  );
  for (const kind of ["invalid_argument", "unauthenticated", "bad_request"]) {
    assert.equal(after({ ...failure, kind, code: kind }), false, kind);
  }
  // The last record counts, as long as there is one.
  assert.equal(
    after({ ...failure, kind: "unauthenticated", code: "unauthenticated" }, TRANSFER),
    5_000,
  );
  assert.equal(
    after({ ...failure, kind: "network", code: "network" }, { ...TRANSFER, status: "done" }),
    false,
  );
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
