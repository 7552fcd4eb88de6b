// Tests iteration over lists with faults, and the behaviour of iterators.
import assert from "node:assert/strict";
import { test } from "node:test";
import { statusResponse, correctResponse } from "./fetch-responses.mjs";
import { Client, isEtherealQueryError } from "../../pkg/dist/index.js";
import { runPages } from "./pages.mjs";
import { CANARY, ROWS, page, row } from "./expected-responses.mjs";

test("a hundred iterations with 30 % faults return each record once, in order", async () => {
  const walks = 100;
  const { failures, ...figures } = await runPages({ walks });
  assert.deepEqual(failures, []);
  assert.equal(figures.rows, walks * ROWS);
  // The assertions above also hold without faults.
  assert.ok(figures.errors > 50 && figures.walksWithErrors > 25, JSON.stringify(figures));
});

/**
 * Creates a list. `respond(cursor, n, request)` returns a page or a Response for the n-th request, counted from 0.
 * `cursors` of the result has the cursor of each request.
 */
function listOver(respond, query = { sourceChains: [1], pageSize: 100 }) {
  const cursors = [];
  const fetch = async (url, init) => {
    const request = new Request(url, init);
    const cursor = new URL(request.url).searchParams.get("cursor");
    cursors.push(cursor);
    const result = await respond(cursor, cursors.length - 1, request);
    return result instanceof Response ? result : new Response(JSON.stringify(result));
  };
  const client = new Client({ baseUrl: "https://pages.test", apiKey: CANARY, fetch });
  return { list: client.ethereals(query), cursors };
}

test("five parallel next() request each page once, in order", async () => {
  const { list, cursors } = listOver((cursor, n, request) => correctResponse(request));
  const pages = list.pages();
  const results = await Promise.all(Array.from({ length: 5 }, () => pages.next()));
  assert.deepEqual(
    results.map(({ value }) => value.items[0]._id),
    ["1-0", "1-100", "1-200", "1-300", "1-400"],
  );
  assert.deepEqual(cursors, [null, "c100", "c200", "c300", "c400"]);
  const records = list[Symbol.asyncIterator]();
  const rows = await Promise.all(Array.from({ length: 100 }, () => records.next()));
  assert.deepEqual(
    rows.map(({ value }) => value),
    page(1, 100, null).etherealData,
  );
  // A hundred records are one page, so the second iterator made one more request.
  assert.equal(cursors.length, 6);
});

test("requests the same page again after an error", async () => {
  const { list, cursors } = listOver((cursor, n, request) =>
    n === 1 || n === 2 ? statusResponse(400) : correctResponse(request),
  );
  const pages = list.pages();
  assert.equal((await pages.next()).value.nextCursor, "c100");
  for (let i = 0; i < 2; i++)
    await assert.rejects(pages.next(), (error) => isEtherealQueryError(error, "bad_request"));
  assert.deepEqual((await pages.next()).value.items[0], row(1, 100));
  assert.deepEqual(cursors, [null, "c100", "c100", "c100"]);
});

test("when the first of three parallel next() fails, the others continue from the failed page", async () => {
  const { list, cursors } = listOver((cursor, n, request) =>
    n === 0 ? statusResponse(400) : correctResponse(request),
  );
  const pages = list.pages();
  const results = await Promise.allSettled([pages.next(), pages.next(), pages.next()]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ["rejected", "fulfilled", "fulfilled"],
  );
  assert.deepEqual(cursors, [null, null, "c100"]);
});

test("continues after empty pages with a cursor", async () => {
  const empty = (nextCursor) => ({ etherealData: [], nextCursor });
  const pages = [
    empty("a"),
    empty("b"),
    { etherealData: [row(1, 0)], nextCursor: "c" },
    empty("d"),
    empty(null),
  ];
  const { list, cursors } = listOver((cursor, n) => pages[n]);
  const results = [];
  for await (const item of list) results.push(item._id);
  assert.deepEqual(results, ["1-0"]);
  assert.deepEqual(cursors, [null, "a", "b", "c", "d"]);
});

const NEXT_IN_CYCLE = { a: "b", b: "c", c: "a" };
/** [name, function that returns the next cursor, expected requests]. The client requests no cursor twice. */
const CYCLES = [
  // Requests with the cursors null and "a". The pages of both return "a".
  ["itself", (cursor) => cursor ?? "a", 2],
  // Requests with the cursors null, "a", "b" and "c". The pages of null and "c" return "a".
  ["a cycle of three", (cursor) => NEXT_IN_CYCLE[cursor] ?? "a", 4],
];
for (const [name, nextCursorAfter, expectedCount] of CYCLES) {
  test(`rejects a cursor that leads to ${name} with pagination_stalled`, async () => {
    const { list, cursors } = listOver((cursor) => ({
      etherealData: [row(1, 0)],
      nextCursor: nextCursorAfter(cursor),
    }));
    const results = [];
    const iterate = async () => {
      for await (const item of list) {
        results.push(item);
        // Without this limit, a client that follows the cycle would never end.
        if (results.length > 20) return;
      }
    };
    const isStalled = (error) =>
      isEtherealQueryError(error, "pagination_stalled") && error.retryable === false;
    await assert.rejects(iterate, isStalled);
    assert.equal(cursors.length, expectedCount);
    assert.equal(results.length, expectedCount);
  });
}

test("follows a thousand different cursors", async () => {
  const cursorCount = 1000;
  const { list } = listOver((cursor, n) => ({
    etherealData: [row(1, n)],
    nextCursor: n < cursorCount ? `${n}` : null,
  }));
  let count = 0;
  for await (const item of list) {
    assert.equal(item._id, `1-${count}`);
    count++;
  }
  // The last page has no cursor.
  assert.equal(count, cursorCount + 1);
});

test("sends no request after a loop breaks and after return()", async () => {
  const { list, cursors } = listOver((cursor, n, request) => correctResponse(request));
  // The record is on the second page.
  for await (const item of list) {
    if (item._id === "1-150") break;
  }
  assert.equal(cursors.length, 2);
  const pages = list.pages();
  await pages.next();
  await pages.return();
  assert.deepEqual(await pages.next(), { done: true, value: undefined });
  assert.equal(cursors.length, 3);
});
