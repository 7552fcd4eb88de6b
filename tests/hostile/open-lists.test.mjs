// `open()` returns the same records as `page()`, for any text between the records.
import assert from "node:assert/strict";
import { test } from "node:test";
import { respondingWith, assertSameJson, assertDecodeError } from "./client.mjs";

const record = (id, more = "") => `{"_id":"${id}","status":"active"${more}}`;
const rows = [record(1), record(2, ',"tokenName":"} , {\\"é𝄞\\u0000}]"'), record(3, ',"deposits":[{"a":[{}]},{}]')];
const BODIES = {
  "as our service sends it": `{"etherealData":[${rows}],"nextCursor":"next"}`,
  "a bare array with white space": ` [ ${rows.join(" \r\n,\t ")} \n] `,
  "a byte order mark, another name": `\ufeff{"x":"[{","items":[${rows}]}`,
  "fields that are null": `{"data":[${record(1, ',"balance":null')},${record(2)},{"type":null,"_id":"3","status":"x"}]}`,
  "numbers for text, integers beyond 2^53":
    `[${record(1, ',"balance":12345678901234567890')}, ${record(2, ',"n":9007199254740993')}]`,
  "other spellings": `{"etherealData":[${record(1, ',"the service":"0x1"')},${record(2, ',"lastSyncDate":"2025"')}]}`,
  "one record": `[${record(1)}]`,
  none: '{"etherealData":[ ],"nextCursor":null}',
};

for (const [name, body] of Object.entries(BODIES)) {
  test(`opens a page: ${name}`, async () => {
    const { client } = respondingWith(body);
    const { items, nextCursor } = await client.ethereals().page();
    const page = await client.ethereals().open();
    assertSameJson([...page], items);
    assert.deepEqual([page.length, page.nextCursor], [items.length, nextCursor]);
    for (const index of [0, 1, -1, -items.length, items.length, -items.length - 1, 1.9, NaN, 2 ** 40]) {
      assert.deepStrictEqual(page.at(index), items.at(index), `at(${index})`);
    }
    if (items.length > 0) assert.notEqual(page.at(0), page.at(0), "at() returns a new object each time");
  });
}

test("parallel open() and page() share a request", async () => {
  const bodies = [];
  const service = respondingWith("", {
    fetch: async () => new Response(bodies[bodies.push(`[${record(bodies.length)}]`) - 1]),
  });
  const list = service.client.ethereals();
  const [built, opened, openedAgain] = await Promise.all([list.page(), list.open(), list.open()]);
  assert.equal(bodies.length, 1);
  assertSameJson([...opened], built.items);
  assertSameJson([...openedAgain], [...opened]);
});

test("rejects a page with an invalid record before it returns records", async () => {
  const { client } = respondingWith(`{"etherealData":[${rows},{"_id":"4"}]}`);
  assert.equal(
    (await assertDecodeError(client.ethereals().open(), "unexpected_shape")).pointer,
    "/etherealData/3/status",
  );
});

const RESPONSES = {
  "in one chunk": (bytes) => new Response(new ReadableStream({ start: (to) => [to.enqueue(bytes), to.close()] })),
  "in chunks": (bytes) => {
    const chunks = [bytes.subarray(0, 9), bytes.subarray(9, 10), bytes.subarray(10)];
    return new Response(
      new ReadableStream({ start: (to) => [...chunks.map((chunk) => to.enqueue(chunk)), to.close()] }),
    );
  },
  "without a stream": ({ buffer }) => ({ status: 200, headers: new Headers(), arrayBuffer: async () => buffer }),
};

for (const [name, respond] of Object.entries(RESPONSES)) {
  test(`an opened page does not change with the bytes of its body, sent ${name}`, async () => {
    const bytes = new TextEncoder().encode(`\ufeff{"etherealData":[${rows}]}`);
    const page = await respondingWith("", { fetch: async () => respond(bytes) }).client.ethereals().open();
    bytes.fill(0x20);
    assertSameJson([...page], rows.map((row) => JSON.parse(row)));
  });
}

test("opens a page of 10,000 records and returns each by its index", async () => {
  const all = Array.from({ length: 10_000 }, (_, i) => record(i, `,"tokenName":"${"x".repeat(i % 90)}"`));
  const page = await respondingWith(`[${all}]`).client.ethereals().open();
  assert.equal(page.length, all.length);
  for (let i = 0; i < all.length; i += 97) assertSameJson(page.at(i), JSON.parse(all[i]));
});
