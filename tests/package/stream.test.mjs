// `stream` yields records while their page arrives. They must equal the records of the list.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Client, stream } from "../../pkg/dist/index.js";
import {
  createClient,
  encoder,
  page,
  readAll,
  readUntilError,
  record,
  records,
  sendInChunks,
} from "./stream-service.mjs";

test("yields a record as soon as it is complete, before the end of its page", async () => {
  let send;
  const client = createClient((controller) => (send = (text) => controller.enqueue(encoder.encode(text))));
  const rows = records(3).map((row) => JSON.stringify(row));
  const iterator = stream(client.ethereals());
  const first = iterator.next();
  while (!send) await new Promise((resolve) => setImmediate(resolve));
  send(`{"etherealData":[${rows[0]}`);
  assert.deepEqual(await first, { done: false, value: record(0) });
  const second = iterator.next();
  // Split near its end, so that the last chunk is small.
  send(`,${rows[1].slice(0, -5)}`);
  assert.equal(await Promise.race([second, new Promise((resolve) => setTimeout(resolve, 30, "waits"))]), "waits");
  send(rows[1].slice(-5));
  assert.deepEqual((await second).value, record(1));
  await iterator.return();
});

test("yields the records of the list for any size of chunks", async () => {
  const rows = records(40);
  const bodies = {
    usual: page(rows),
    bare: JSON.stringify(rows),
    empty: page([]),
    "another name": JSON.stringify({ nextCursor: null, items: rows }),
    "white space": JSON.stringify({ etherealData: rows }, null, 1),
    "one that has to change": page(rows.with(20, { ...record(20), balance: 5 })),
    "another spelling": page(rows.with(3, { ...record(3), lastSyncDate: "2025-01-01" })),
    escapes: page(rows.with(9, record(9, { tokenName: 'a"\\\n\u0001' }))),
    "large integers": page(rows).replace('"balance":"200"', `"balance":"200","supply":${2n ** 256n - 1n}`),
    large: page([record(0, { deposits: Array.from({ length: 500 }, () => ({ amount: "1" })) }), ...rows]),
    "byte order mark": `\ufeff${page(rows)}`,
    "two lists of a name": `{"etherealData":${JSON.stringify(rows.slice(0, 3))},"etherealData":${JSON.stringify(rows)}}`,
    "null and a number": page(rows.with(4, { ...record(4), balance: 7, lastSyncData: null })),
  };
  for (const [name, body] of Object.entries(bodies)) {
    const expected = await createClient(body).ethereals().page().then(({ items }) => items);
    for (const size of [1, 3, 17, 100, 1000, 100_000]) {
      assert.deepEqual(
        await readAll(stream(createClient(sendInChunks(body, size)).ethereals())),
        expected,
        `${name}, ${size}`,
      );
    }
  }
});

test("continues with the next page, and rejects an endless list", async () => {
  const pages = [page(records(3), "a"), page([], "b"), page(records(2), null)].map((body) => sendInChunks(body, 64));
  const client = createClient(...pages);
  assert.deepEqual(await readAll(stream(client.ethereals({ pageSize: 3 }))), [...records(3), ...records(2)]);
  assert.deepEqual(client.requests.map(({ url }) => new URL(url).searchParams.get("cursor")), [null, "a", "b"]);
  const { error } = await readUntilError(stream(createClient(page(records(1), "a")).ethereals()));
  assert.equal(error.kind, "pagination_stalled");
});

test("yields records early that need a change or are indented", async () => {
  const unusual = [{ tokenName: 'a "b"\n' }, { balance: null, lastSyncDate: "x" }, { status: "new" }];
  const rows = records(20).map((row, n) => ({ ...row, ...unusual[n - 3] }));
  for (const text of [page(rows), JSON.stringify({ etherealData: rows, nextCursor: null }, null, 2)]) {
    let early = 0;
    let done = false;
    const body = sendInChunks(text, 64, (controller) => setTimeout(() => {
      done = true;
      controller.close();
    }, 50));
    const items = [];
    for await (const item of stream(createClient(body).ethereals())) {
      items.push(item);
      if (!done) early++;
    }
    assert.deepEqual(items, await createClient(text).ethereals().page().then(({ items }) => items));
    assert.equal(early, 20);
  }
});

test("return() ends a waiting stream at once", async () => {
  let canceled;
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode("[")),
    cancel: () => (canceled = true),
  });
  const iterator = stream(createClient(new Response(body)).ethereals());
  const next = iterator.next();
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepEqual(await iterator.return(), { done: true, value: undefined });
  assert.deepEqual(await next, { done: true, value: undefined });
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.ok(canceled);
});

test("return() ends a stream before its request", async () => {
  let requests = 0;
  let key;
  const slow = new Client({
    baseUrl: "https://api.example.com",
    apiKey: () => new Promise((resolve) => (key = resolve)),
    fetch: async () => (requests++, new Response(page(records(1)))),
  });
  const iterator = stream(slow.ethereals());
  const next = iterator.next();
  await new Promise((resolve) => setTimeout(resolve, 5));
  await iterator.return();
  assert.equal((await next).done, true);
  key("k");
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(requests, 0);
});

test("break aborts the request, and a signal ends the stream", async () => {
  for (const leave of ["break", "abort"]) {
    const canceled = Promise.withResolvers?.() ?? {};
    canceled.promise ??= new Promise((resolve) => (canceled.resolve = resolve));
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(encoder.encode(page(records(9)).slice(0, -40))),
      cancel: () => canceled.resolve(),
    });
    const controller = new AbortController();
    const client = createClient(new Response(body));
    let error;
    try {
      for await (const item of stream(client.ethereals({}, { signal: controller.signal }))) {
        if (leave === "break") break;
        if (item._id === "r5") controller.abort();
      }
    } catch (thrown) {
      error = thrown;
    }
    await canceled.promise;
    assert.equal(error?.kind, leave === "abort" ? "aborted" : undefined);
    assert.equal(client.requests.length, 1);
  }
});

test("does not read a large record again for each small chunk", async () => {
  const rows = [record(0, { deposits: Array.from({ length: 4000 }, (_, n) => ({ amount: `${n}` })) }), record(1)];
  const items = await readAll(stream(createClient(sendInChunks(page(rows), 1)).ethereals()));
  assert.deepEqual(items, rows);
});

test("two streams each send their own request", async () => {
  const client = createClient(sendInChunks(page(records(12)), 64));
  const list = client.ethereals();
  assert.deepEqual(await Promise.all([readAll(stream(list)), readAll(stream(list))]), [records(12), records(12)]);
  assert.equal(client.requests.length, 2);
});

test("accepts a list of another copy of the package, and rejects other values", async () => {
  const { Client: Other } = await import("../../pkg/dist/index.js?other");
  const other = new Other({
    baseUrl: "https://api.example.com",
    apiKey: "k",
    fetch: async () => new Response(page(records(3))),
  });
  assert.deepEqual(await readAll(stream(other.ethereals())), records(3));
  for (const value of [[], undefined, null, {}, "list"])
    assert.throws(() => stream(value), { kind: "invalid_argument", parameter: "list" });
});
