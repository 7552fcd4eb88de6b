// The iterators of lists and watches: how they end, and that they do not block timers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { EmbeddedService } from "../../pkg/dist/embedded.js";
import { Client } from "../../pkg/dist/index.js";
import { errorOf, thrownBy, until, valueOf } from "./assertions.mjs";
import { HASH, createClient } from "./calls.mjs";
import { neverRespond, onlyRequestOf, respondToCalls, respondWith } from "./service.mjs";

const END_RESULT = { done: true, value: undefined };
const ITERATORS = {
  "a list": (client) => client.ethereals()[Symbol.asyncIterator](),
  "pages of a list": (client) => client.ethereals().pages(),
  "a watch": (client) => client.watchTransfer(HASH),
};
const WAYS_TO_END = {
  "return()": (iterator) => iterator.return(),
  "throw()": (iterator) => iterator.throw("enough").catch(() => {}),
  "Symbol.asyncDispose": (iterator) => iterator[Symbol.asyncDispose](),
};
// Some hosts do not have this symbol.
if (!Symbol.asyncDispose) delete WAYS_TO_END["Symbol.asyncDispose"];

for (const [title, iterate] of Object.entries(ITERATORS)) {
  for (const [name, end] of Object.entries(WAYS_TO_END)) {
    test(`${name} of ${title} ends the request in flight, and next() resolves with done: true`, async () => {
      const fetch = neverRespond();
      const iterator = iterate(createClient(fetch));
      const pending = [iterator.next(), iterator.next()];
      await until(() => fetch.calls.length === 1);
      await valueOf(Promise.resolve(end(iterator)));
      for (const next of [...pending, iterator.next()])
        assert.deepEqual(await valueOf(next), END_RESULT);
      assert.equal(onlyRequestOf(fetch).signal.aborted, true);
    });
  }

  test(`return() of ${title} awaits its value, and throw() rejects with its error`, async () => {
    const fetch = respondToCalls();
    const client = createClient(fetch);
    assert.deepEqual(await valueOf(iterate(client).return(Promise.resolve(7))), {
      done: true,
      value: 7,
    });
    assert.equal(await errorOf(iterate(client).return(Promise.reject("late"))), "late");
    const reason = new Error("enough");
    assert.equal(await errorOf(iterate(client).throw(reason)), reason);
    assert.equal(fetch.calls.length, 0);
  });
}

test("a signal that aborts is an error, not the end", async () => {
  for (const iterate of [(list) => list.pages(), (list) => list[Symbol.asyncIterator]()]) {
    const controller = new AbortController();
    const fetch = neverRespond();
    const next = iterate(createClient(fetch).ethereals({}, { signal: controller.signal })).next();
    await until(() => fetch.calls.length === 1);
    controller.abort("enough");
    assert.equal((await errorOf(next)).cause, "enough");
  }
});

test("an iteration over pages in memory lets timers run", async () => {
  const MIN_DURATION_MS = 400;
  for (const iterate of [(list) => list, (list) => list.pages()]) {
    let ticks = 0;
    const timer = setInterval(() => ticks++, 1);
    const startedAt = performance.now();
    let pages = 0;
    // Responds at once. A page has one record, and the list ends after `MIN_DURATION_MS`.
    const fetch = async () => {
      pages++;
      const isLast = performance.now() - startedAt > MIN_DURATION_MS;
      return Response.json({
        etherealData: [{ _id: `r${pages}`, status: "active" }],
        nextCursor: isLast ? undefined : `c${pages}`,
      });
    };
    let count = 0;
    for await (const recordOrPage of iterate(createClient(fetch).ethereals())) {
      const isPage = "items" in recordOrPage;
      count += isPage ? recordOrPage.items.length : 1;
    }
    const tookMs = performance.now() - startedAt;
    clearInterval(timer);
    assert.equal(count, pages);
    // A list lets timers run every 50 ms, but only between two pages. So 150 ms contain a tick, even if a page takes
    // 100 ms.
    assert.ok(ticks >= Math.floor(tookMs / 150), `${ticks} ticks in ${tookMs} ms`);
  }
});

test("an awaited list is its first page, and the await rejects when the request fails", async () => {
  const body = '{"etherealData":[{"_id":"1","status":"active"}],"nextCursor":"c"}';
  const fetch = respondWith(200, body);
  const list = createClient(fetch).ethereals({ cursor: "b" });
  assert.equal(fetch.calls.length, 0);
  assert.deepEqual(await list, { items: [{ _id: "1", status: "active" }], nextCursor: "c" });
  assert.match(onlyRequestOf(fetch).url, /cursor=b/);
  assert.equal(
    (await errorOf(createClient(respondWith(400, "{}")).ethereals())).kind,
    "bad_request",
  );
});

test("an awaited list is a page, and `for await` over the page yields all records of the list", async () => {
  const ethereals = Array.from({ length: 7 }, (_, n) => ({ _id: `r${n}`, status: "active" }));
  const keys = [{ key: "test-key", requestOwner: "me", auth: {} }];
  const service = new EmbeddedService({ dataset: { ethereals }, keys });
  let requests = 0;
  const fetch = (url, init) => {
    requests++;
    return service.fetch(url, init);
  };
  const client = new Client({ baseUrl: "https://embedded.invalid", apiKey: "test-key", fetch });
  const page = await client.ethereals({ pageSize: 3 });
  assert.deepEqual(page, await client.ethereals({ pageSize: 3 }).page());
  assert.deepEqual(Object.keys(page), ["items", "nextCursor"]);
  requests = 0;
  // The page has the first records already, so each loop requests the other two pages.
  for (const loop of [1, 2]) {
    const ids = [];
    for await (const { _id } of page) ids.push(_id);
    assert.deepEqual([ids.join(), requests], ["r0,r1,r2,r3,r4,r5,r6", 2 * loop]);
  }
  // A page that was requested with a cursor yields the records from this cursor on.
  for await (const item of await client.ethereals({ pageSize: 2, cursor: page.nextCursor })) {
    assert.equal(item._id, "r3");
    break;
  }
});

test("page() and pages() refuse the options of a call, which they would ignore", async () => {
  const fetch = neverRespond();
  const list = createClient(fetch).ethereals();
  const signal = new AbortController().signal;
  for (const error of [
    await errorOf(list.page({ signal })),
    thrownBy(() => list.pages({ signal })),
  ]) {
    assert.equal(error.code, "invalid_argument");
    assert.equal(error.parameter, "options");
    assert.match(error.message, /pass them to ethereals\(\)/);
  }
  assert.equal(fetch.calls.length, 0);
});
