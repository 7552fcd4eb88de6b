// `stream` yields records while their page arrives. They must equal the records of the list.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Client, stream } from "../../pkg/dist/index.js";

const encoder = new TextEncoder();
const record = (n, more = {}) =>
  ({ _id: `r${n}`, status: n % 3 ? "active" : "unfunded", tokenName: `Ünïcode 𝄞 ${n}`, balance: `${n}0`, ...more });
const records = (count, more) => Array.from({ length: count }, (_, n) => record(n, more));
const page = (rows, nextCursor = null) => JSON.stringify({ etherealData: rows, nextCursor });

/**
 * A client whose service responds with these bodies in turn: a text, or a function that sends chunks to a controller.
 */
function createClient(...bodies) {
  const requests = [];
  const fetch = async (request) => {
    const body = bodies[Math.min(requests.length, bodies.length - 1)];
    requests.push(request);
    if (typeof body !== "function") return body instanceof Response ? body : new Response(body);
    return new Response(new ReadableStream({ start: (controller) => void body(controller) }));
  };
  const client = new Client({ baseUrl: "https://api.example.com", apiKey: "k", fetch });
  return Object.assign(client, { requests });
}

/** Sends a text in chunks of `size` bytes, then calls `after`. */
const sendInChunks = (text, size, after = (controller) => controller.close()) => async (controller) => {
  const bytes = typeof text === "string" ? encoder.encode(text) : text;
  for (let at = 0; at < bytes.length; at += size) {
    controller.enqueue(bytes.slice(at, at + size));
    if (size > 16) await new Promise((resolve) => setImmediate(resolve));
  }
  after(controller);
};
const breakOff = (controller) => controller.error(new TypeError("broke off"));

async function readAll(iterable) {
  const items = [];
  for await (const item of iterable) items.push(item);
  return items;
}

/** Reads the values before an error, and the error. */
async function readUntilError(iterable) {
  const items = [];
  try {
    for await (const item of iterable) items.push(item);
  } catch (error) {
    return { items, error };
  }
  return { items };
}

test("yields a record as soon as it is complete, before the end of its page", async () => {
  let send;
  const calls = createClient((controller) => (send = (text) => controller.enqueue(encoder.encode(text))));
  const rows = records(3).map((row) => JSON.stringify(row));
  const iterator = stream(calls.ethereals());
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
    "two lists of the name": `{"etherealData":${JSON.stringify(rows.slice(0, 3))},"etherealData":${JSON.stringify(rows)}}`,
    "null and a number": page(rows.with(4, { ...record(4), balance: 7, lastSyncData: null })),
  };
  for (const [name, body] of Object.entries(bodies)) {
    const wanted = await createClient(body).ethereals().page().then(({ items }) => items);
    for (const size of [1, 3, 17, 100, 1000, 100_000]) {
      assert.deepEqual(await readAll(stream(createClient(sendInChunks(body, size)).ethereals())), wanted, `${name}, ${size}`);
    }
  }
});

test("continues with the next page, and rejects an endless list", async () => {
  const pages = [page(records(3), "a"), page([], "b"), page(records(2), null)].map((body) => sendInChunks(body, 64));
  const calls = createClient(...pages);
  assert.deepEqual(await readAll(stream(calls.ethereals({ pageSize: 3 }))), [...records(3), ...records(2)]);
  assert.deepEqual(calls.requests.map(({ url }) => new URL(url).searchParams.get("cursor")), [null, "a", "b"]);
  const { error } = await readUntilError(stream(createClient(page(records(1), "a")).ethereals()));
  assert.equal(error.kind, "pagination_stalled");
});

test("does not show a repeated cursor in the message, because it may be the key", async () => {
  const key = "a-key-that-comes-back";
  const list = () => createClient(page(records(1), key)).ethereals();
  for (const iterator of [stream(list()), list(), list().pages()]) {
    const { error } = await readUntilError(iterator);
    assert.equal(error.kind, "pagination_stalled");
    assert.ok(!`${error.message} ${error.stack}`.includes(key), error.message);
  }
});

test("requests an interrupted page again and yields no record twice", async () => {
  const body = page(records(30));
  const half = body.slice(0, body.length / 2);
  const calls = createClient(sendInChunks(half, 64, breakOff), sendInChunks(half.slice(0, 400), 64, breakOff), sendInChunks(body, 64));
  assert.deepEqual(await readAll(stream(calls.ethereals())), records(30));
  assert.equal(calls.requests.length, 3);
});

test("rejects a page that has changed after a failure", async () => {
  const body = page(records(30));
  const calls = createClient(sendInChunks(body.slice(0, body.length / 2), 64, breakOff), sendInChunks(page(records(30).slice(1)), 64));
  const { items, error } = await readUntilError(stream(calls.ethereals()));
  assert.deepEqual(items, records(30).slice(0, items.length));
  assert.ok(items.length > 5 && items.length < 20);
  assert.deepEqual([error.kind, error.code, error.retryable], ["decode", "page_changed", true]);
  assert.match(error.message, new RegExp(`^Record ${items.length} of the page is another one`));
});

test("rejects a page with a second list after a record of the first list was streamed", async () => {
  const [old, other] = [record(1), record(1, { tokenName: "new" })].map((row) => JSON.stringify(row));
  for (const second of [`[${other}]`, "[]"]) {
    const body = `{"etherealData":[${old}],"etherealData":${second}}`;
    const { items, error } = await readUntilError(stream(createClient(sendInChunks(body, 20)).ethereals()));
    assert.deepEqual([items, error.code], [[record(1)], "page_changed"]);
  }
});

test("the error of a later page names the start of that page, and no key", async () => {
  const key = "SECRETKEY123";
  const cut = page([record(2, { _id: key }), record(3)]).slice(0, -90);
  const bodies = [page(records(2), "at-two"), sendInChunks(cut, 64, breakOff), page(records(9))];
  const calls = createClient(...bodies);
  const keyed = new Client({ baseUrl: "https://api.example.com", apiKey: key, fetch: async () => {
    const body = bodies[Math.min(calls.requests.push(0) - 1, 2)];
    return new Response(typeof body === "string" ? body : new ReadableStream({ start: (controller) => void body(controller) }));
  } });
  const { items, error } = await readUntilError(stream(keyed.ethereals()));
  assert.equal(items.length, 3);
  assert.deepEqual([error.code, error.cursor], ["page_changed", "at-two"]);
  assert.ok(!`${error.message}${error.stack}${JSON.stringify(error)}`.includes(key));
});

const readSlowly = async (iterable, ms) => {
  const items = [];
  try {
    for await (const item of iterable) {
      items.push([item._id, performance.now()]);
      await new Promise((resolve) => setTimeout(resolve, ms));
    }
  } catch (error) {
    return { items, error };
  }
  return { items };
};

test("yields records that arrive while the caller is busy, also before an error", async () => {
  const rows = records(4).map((row) => JSON.stringify(row));
  const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const send = (...pieces) => async (controller) => {
    for (const piece of pieces) typeof piece === "number" ? await sleep(piece) : controller.enqueue(encoder.encode(piece));
    controller.close();
  };
  const started = performance.now();
  const { items } = await readSlowly(stream(createClient(send(`[${rows[0]}`, 30, `,${rows[1]}`, 1500, `,${rows[2]}]`)).ethereals()), 80);
  assert.deepEqual(items.map(([id]) => id), ["r0", "r1", "r2"]);
  assert.ok(items[1][1] - started < 1000, "the second waited for the third");
  const broken = await readSlowly(stream(createClient(send(`[${rows[0]}`, 20, `,${rows[1]},${rows[2]}`, 20, `,{"_id":1}]`)).ethereals()), 80);
  assert.deepEqual(broken.items.map(([id]) => id), ["r0", "r1", "r2"]);
  assert.equal(broken.error.pointer, "/3/status");
});

test("yields records early that need a change or are indented", async () => {
  const odd = [{ tokenName: 'a "b"\n' }, { balance: null, lastSyncDate: "x" }, { status: "new" }];
  const rows = records(20).map((row, n) => ({ ...row, ...odd[n - 3] }));
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
    assert.deepEqual(items, await createClient(text).ethereals().page().then((it) => it.items));
    assert.equal(early, 20);
  }
});

test("the same iterator continues after an error", async () => {
  const body = page(records(10));
  const bodies = [sendInChunks(body.slice(0, body.length / 2), 64, breakOff), sendInChunks(body, 64)];
  const calls = createClient(...bodies);
  const iterator = stream(calls.ethereals({ maxRetries: 0 }));
  const first = await readUntilError(iterator);
  assert.equal(first.error.kind, "network");
  const rest = await readAll({ [Symbol.asyncIterator]: () => iterator });
  assert.deepEqual([...first.items, ...rest], records(10));
});

test("return() ends a waiting stream at once", async () => {
  let canceled;
  const body = new ReadableStream({ start: (controller) => controller.enqueue(encoder.encode("[")), cancel: () => (canceled = true) });
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

test("rejects at an invalid record with the error of the page", async () => {
  const body = page(records(20).with(12, { ...record(12), status: 7 }));
  const { items, error } = await readUntilError(stream(createClient(sendInChunks(body, 64)).ethereals()));
  assert.deepEqual(items, records(12));
  assert.deepEqual([error.kind, error.pointer], ["decode", "/etherealData/12/status"]);
});

test("rejects invalid UTF-8, NUL and trailing bytes after correct records only", async () => {
  const good = encoder.encode(page(records(4)));
  const bad = good.slice();
  bad[good.lastIndexOf(0xc3) + 1] = 0xff;
  const nul = encoder.encode(page(records(4)).replace("r2", "r\0"));
  for (const [bytes, maxCount] of [[bad, 3], [nul, 2], [encoder.encode(`${page(records(4))}]`), 4]]) {
    const { items, error } = await readUntilError(stream(createClient(sendInChunks(bytes, 20)).ethereals()));
    assert.equal(error.kind, "decode");
    assert.deepEqual(items, records(4).slice(0, items.length));
    assert.ok(items.length <= maxCount);
  }
});

test("rejects with the error of the service for any body", async () => {
  const { items, error } = await readUntilError(stream(createClient(new Response(page(records(3)), { status: 400 })).ethereals()));
  assert.deepEqual([items, error.kind, error.status], [[], "bad_request", 400]);
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
    const calls = createClient(new Response(body));
    let error;
    try {
      for await (const item of stream(calls.ethereals({}, { signal: controller.signal }))) {
        if (leave === "break") break;
        if (item._id === "r5") controller.abort();
      }
    } catch (thrown) {
      error = thrown;
    }
    await canceled.promise;
    assert.equal(error?.kind, leave === "abort" ? "aborted" : undefined);
    assert.equal(calls.requests.length, 1);
  }
});

test("does not read a large record again for each small chunk", async () => {
  const rows = [record(0, { deposits: Array.from({ length: 4000 }, (_, n) => ({ amount: `${n}` })) }), record(1)];
  const items = await readAll(stream(createClient(sendInChunks(page(rows), 1)).ethereals()));
  assert.deepEqual(items, rows);
});

test("two streams each send their own request", async () => {
  const calls = createClient(sendInChunks(page(records(12)), 64));
  const list = calls.ethereals();
  assert.deepEqual(await Promise.all([readAll(stream(list)), readAll(stream(list))]), [records(12), records(12)]);
  assert.equal(calls.requests.length, 2);
});

test("accepts a list of another copy of the package, and rejects other values", async () => {
  const { Client: Other } = await import("../../pkg/dist/index.js?other");
  const other = new Other({ baseUrl: "https://api.example.com", apiKey: "k", fetch: async () => new Response(page(records(3))) });
  assert.deepEqual(await readAll(stream(other.ethereals())), records(3));
  for (const it of [[], undefined, null, {}, "list"]) assert.throws(() => stream(it), { kind: "invalid_argument", parameter: "list" });
});
