// Lists under faults, and what a list must do that no walk without faults would show.
import assert from "node:assert/strict";
import { test } from "node:test";
import { failing, right } from "./answers.mjs";
import { Client, isEtherealQueryError } from "./package.mjs";
import { soakPages } from "./pages.mjs";
import { CANARY, page, row } from "./truth.mjs";

test("a hundred walks at 30 % faults: no row lost, none twice, order kept", async () => {
  const { complaints, ...figures } = await soakPages({ walks: 100 });
  assert.deepEqual(complaints, []);
  assert.equal(figures.rows, 100_000);
  assert.ok(figures.errors > 50 && figures.walksWithErrors > 25, JSON.stringify(figures));
});

/** A list over answers given by the test: `answer(cursor, n)` is a page, or a Response. */
function listOver(answer, query = { sourceChains: [1], pageSize: 100 }) {
  const cursors = [];
  const fetch = async (request) => {
    const cursor = new URL(request.url).searchParams.get("cursor");
    cursors.push(cursor);
    const given = await answer(cursor, cursors.length - 1, request);
    return given instanceof Response ? given : new Response(JSON.stringify(given));
  };
  const client = new Client({ baseUrl: "https://pages.test", apiKey: CANARY, fetch });
  return { list: client.ethereals(query), cursors };
}

test("next() called five times at once asks once for each page, and keeps the order", async () => {
  const { list, cursors } = listOver((cursor, n, request) => right(request));
  const pages = list.pages();
  const got = await Promise.all(Array.from({ length: 5 }, () => pages.next()));
  assert.deepEqual(got.map(({ value }) => value.items[0]._id), ["1-0", "1-100", "1-200", "1-300", "1-400"]);
  assert.deepEqual(cursors, [null, "c100", "c200", "c300", "c400"]);
  const records = list[Symbol.asyncIterator]();
  const rows = await Promise.all(Array.from({ length: 100 }, () => records.next()));
  assert.deepEqual(rows.map(({ value }) => value), page(1, 100, null).etherealData);
  assert.equal(cursors.length, 6);
});

test("an error in the middle leaves the place: the same page comes next, and nothing before it again", async () => {
  const { list, cursors } = listOver((cursor, n, request) => (n === 1 || n === 2 ? failing(400) : right(request)));
  const pages = list.pages();
  assert.equal((await pages.next()).value.nextCursor, "c100");
  for (let i = 0; i < 2; i++) await assert.rejects(pages.next(), (error) => isEtherealQueryError(error, "bad_request"));
  assert.deepEqual((await pages.next()).value.items[0], row(1, 100));
  assert.deepEqual(cursors, [null, "c100", "c100", "c100"]);
});

test("parallel next() after an error: one rejects, the others go on from the same page", async () => {
  const { list, cursors } = listOver((cursor, n, request) => (n === 0 ? failing(400) : right(request)));
  const pages = list.pages();
  const got = await Promise.allSettled([pages.next(), pages.next(), pages.next()]);
  assert.deepEqual(got.map(({ status }) => status), ["rejected", "fulfilled", "fulfilled"]);
  assert.deepEqual(cursors, [null, null, "c100"]);
});

test("empty pages with a cursor go on", async () => {
  const empty = (nextCursor) => ({ etherealData: [], nextCursor });
  const pages = [empty("a"), empty("b"), { etherealData: [row(1, 0)], nextCursor: "c" }, empty("d"), empty(null)];
  const { list, cursors } = listOver((cursor, n) => pages[n]);
  const got = [];
  for await (const item of list) got.push(item._id);
  assert.deepEqual(got, ["1-0"]);
  assert.deepEqual(cursors, [null, "a", "b", "c", "d"]);
});

const CYCLES = [
  ["itself", (cursor) => cursor ?? "a", 2],
  ["a cycle of three", (cursor) => ({ a: "b", b: "c", c: "a" })[cursor] ?? "a", 4],
];
for (const [name, after, most] of CYCLES) {
  test(`a cursor that leads to ${name} is pagination_stalled, not an endless list nor a short one`, async () => {
    const { list, cursors } = listOver((cursor) => ({ etherealData: [row(1, 0)], nextCursor: after(cursor) }));
    const got = [];
    const walk = async () => {
      for await (const item of list) if (got.push(item) > 20) return;
    };
    const isStalled = (error) => isEtherealQueryError(error, "pagination_stalled") && error.retryable === false;
    await assert.rejects(walk, isStalled);
    assert.equal(cursors.length, most);
    assert.equal(got.length, most);
  });
}

test("a thousand cursors that are all new are no cycle", async () => {
  const { list } = listOver((cursor, n) => ({ etherealData: [row(1, n)], nextCursor: n < 1000 ? `${n}` : null }));
  let count = 0;
  for await (const item of list) count += item._id === `1-${count}` ? 1 : NaN;
  assert.equal(count, 1001);
});

test("a list ends for good: after return() and after the last page nothing is asked", async () => {
  const { list, cursors } = listOver((cursor, n, request) => right(request));
  for await (const item of list) if (item._id === "1-150") break;
  assert.equal(cursors.length, 2);
  const pages = list.pages();
  await pages.next();
  await pages.return();
  assert.deepEqual(await pages.next(), { done: true, value: undefined });
  assert.equal(cursors.length, 3);
});
