// `stream` when a page breaks off, changes or is invalid: which records it yields, and with which error it ends.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Client, stream } from "../../pkg/dist/index.js";
import {
  breakOff,
  createClient,
  encoder,
  page,
  readAll,
  readUntilError,
  record,
  records,
  sendInChunks,
} from "./stream-service.mjs";

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
  const client = createClient(
    sendInChunks(half, 64, breakOff),
    sendInChunks(half.slice(0, 400), 64, breakOff),
    sendInChunks(body, 64),
  );
  assert.deepEqual(await readAll(stream(client.ethereals())), records(30));
  assert.equal(client.requests.length, 3);
});

test("rejects a page that has changed after a failure", async () => {
  const body = page(records(30));
  const client = createClient(
    sendInChunks(body.slice(0, body.length / 2), 64, breakOff),
    sendInChunks(page(records(30).slice(1)), 64),
  );
  const { items, error } = await readUntilError(stream(client.ethereals()));
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
  const client = createClient(...bodies);
  const clientWithKey = new Client({ baseUrl: "https://api.example.com", apiKey: key, fetch: async () => {
    const body = bodies[Math.min(client.requests.push(0) - 1, 2)];
    return new Response(
      typeof body === "string" ? body : new ReadableStream({ start: (controller) => void body(controller) }),
    );
  } });
  const { items, error } = await readUntilError(stream(clientWithKey.ethereals()));
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
  const send = (...chunks) => async (controller) => {
    for (const chunk of chunks)
      typeof chunk === "number" ? await sleep(chunk) : controller.enqueue(encoder.encode(chunk));
    controller.close();
  };
  const started = performance.now();
  const { items } = await readSlowly(
    stream(createClient(send(`[${rows[0]}`, 30, `,${rows[1]}`, 1500, `,${rows[2]}]`)).ethereals()),
    80,
  );
  assert.deepEqual(items.map(([id]) => id), ["r0", "r1", "r2"]);
  assert.ok(items[1][1] - started < 1000, "the second waited for the third");
  const broken = await readSlowly(
    stream(createClient(send(`[${rows[0]}`, 20, `,${rows[1]},${rows[2]}`, 20, `,{"_id":1}]`)).ethereals()),
    80,
  );
  assert.deepEqual(broken.items.map(([id]) => id), ["r0", "r1", "r2"]);
  assert.equal(broken.error.pointer, "/3/status");
});

test("the same iterator continues after an error", async () => {
  const body = page(records(10));
  const bodies = [sendInChunks(body.slice(0, body.length / 2), 64, breakOff), sendInChunks(body, 64)];
  const client = createClient(...bodies);
  const iterator = stream(client.ethereals({ maxRetries: 0 }));
  const first = await readUntilError(iterator);
  assert.equal(first.error.kind, "network");
  const rest = await readAll({ [Symbol.asyncIterator]: () => iterator });
  assert.deepEqual([...first.items, ...rest], records(10));
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

test("rejects with the error of the status, even when the body is a page", async () => {
  const { items, error } = await readUntilError(
    stream(createClient(new Response(page(records(3)), { status: 400 })).ethereals()),
  );
  assert.deepEqual([items, error.kind, error.status], [[], "bad_request", 400]);
});
