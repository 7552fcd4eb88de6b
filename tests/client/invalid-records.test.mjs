// The option `onInvalidRecord` of a list, and the events of onDrift about skipped records.
import assert from "node:assert/strict";
import { test } from "node:test";
import { errorOf, valueOf } from "./assertions.mjs";
import { API_KEY, createClient } from "./calls.mjs";
import { respondInTurn, respondWith, spy } from "./service.mjs";

/** The most events about skipped records of one page. */
const MAX_SKIP_EVENTS = 50;

/** A valid record. */
const record = (_id, fields) => ({ _id, status: "active", ...fields });
const page = (etherealData, nextCursor = null) => JSON.stringify({ etherealData, nextCursor });
const SKIP = { onInvalidRecord: "skip" };
/** A record without a status. No event may show its `_id`, which is the API key. */
const INVALID = { _id: API_KEY, balance: 5 };

async function idsOf(items) {
  const ids = [];
  for await (const { _id } of items) ids.push(_id);
  return ids;
}

test("an invalid record is an error of its page by default", async () => {
  for (const options of [
    undefined,
    {},
    { onInvalidRecord: "error" },
    { onInvalidRecord: undefined },
  ]) {
    const onDrift = spy();
    const client = createClient(respondWith(200, page([record("a"), INVALID])), { onDrift });
    const error = await errorOf(client.ethereals({}, options).page());
    assert.deepEqual([error.code, error.pointer], ["unexpected_shape", "/etherealData/1/status"]);
    assert.equal(onDrift.calls.length, 0);
  }
});

test("every form of a list leaves out invalid records with onInvalidRecord: skip", async () => {
  // The record "b" is valid: its `balance` becomes a text, and its field `deposits`, which is null, is left out.
  const pages = [
    page([INVALID, record("a"), 7, record("b", { balance: 5, deposits: null })], "next"),
    page([null, []], "empty"),
    page([record("c"), "x"]),
  ].map((body) => () => new Response(body));
  const list = () => createClient(respondInTurn(...pages)).ethereals({}, SKIP);
  const expected = [record("a"), record("b", { balance: "5" }), record("c")];
  assert.deepEqual(await valueOf(list().page()), {
    items: expected.slice(0, 2),
    nextCursor: "next",
  });
  assert.deepEqual(await valueOf(list().toArray({ limit: 9 })), expected);
  const sizes = [];
  for await (const { items } of list().pages()) sizes.push(items.length);
  assert.deepEqual(sizes, [2, 0, 1]);
  assert.deepEqual(await valueOf(idsOf(list())), ["a", "b", "c"]);
});

test("onDrift receives the place of each skipped record, and nothing of its content", async () => {
  const events = [];
  const onDrift = (event) => void events.push(event);
  const body = page([INVALID, record("a"), { ...record("b"), _id: [API_KEY] }]);
  const firstRecordOffset = body.indexOf("{", 1);
  const invalidIdOffset = body.lastIndexOf("[");
  await valueOf(createClient(respondWith(200, body), { onDrift }).ethereals({}, SKIP).page());
  const call = {
    callId: 1,
    endpoint: "GET /ethereals",
    url: "https://api.example.com/v1/ethereals",
    attempt: 1,
    skipped: true,
  };
  assert.deepEqual(events, [
    {
      ...call,
      index: 0,
      pointer: "/etherealData/0/status",
      offset: firstRecordOffset,
      expected: "a value",
    },
    {
      ...call,
      index: 2,
      pointer: "/etherealData/2/_id",
      offset: invalidIdOffset,
      expected: "a string",
    },
  ]);
});

test("onDrift receives the drift of the records that are not skipped", async () => {
  const events = [];
  const onDrift = ({ skipped, pointer, found, index }) =>
    void events.push([skipped, pointer, found, index]);
  const body = page([record("a", { balance: 5 }), INVALID, record("b", { status: "new" })]);
  await valueOf(createClient(respondWith(200, body), { onDrift }).ethereals({}, SKIP).page());
  assert.deepEqual(events, [
    [false, "/etherealData/0/balance", "5", undefined],
    [false, "/etherealData/2/status", '"new"', undefined],
    [true, "/etherealData/1/status", undefined, 1],
  ]);
});

test("an optional field of another type is left out of its record, with a drift event", async () => {
  const events = [];
  const onDrift = ({ skipped, pointer, expected, found }) =>
    void events.push([skipped, pointer, expected, found]);
  const body = page([
    record("a", { balance: { wei: 5 }, tokenName: "A" }),
    record("b", { deposits: API_KEY }),
  ]);
  for (const options of [{}, SKIP]) {
    events.length = 0;
    const { items } = await valueOf(
      createClient(respondWith(200, body), { onDrift }).ethereals({}, options).page(),
    );
    assert.deepEqual(items, [record("a", { tokenName: "A" }), record("b")]);
    assert.deepEqual(events, [
      [false, "/etherealData/0/balance", "a string", '{"wei":5}'],
      [false, "/etherealData/1/deposits", "an array", '"[redacted]"'],
    ]);
  }
});

test(`onDrift is called at most ${MAX_SKIP_EVENTS} times for the skipped records of a page`, async () => {
  const onDrift = spy();
  const records = [...Array(MAX_SKIP_EVENTS + 10).fill(0), record("a")];
  const client = createClient(respondWith(200, page(records)), { onDrift });
  const { items } = await valueOf(client.ethereals({}, SKIP).page());
  assert.deepEqual([items.length, onDrift.calls.length], [1, MAX_SKIP_EVENTS]);
});

test("a body that is not JSON is an error of its page, even if the invalid part is in a skipped record", async () => {
  const broken = page([record("a"), { x: "y" }]).replace('"y"', "y");
  for (const read of [(list) => list.page(), idsOf]) {
    const error = await errorOf(read(createClient(respondWith(200, broken)).ethereals({}, SKIP)));
    assert.equal(error.code, "invalid_json");
  }
});

test("calls with different options do not share a request", async () => {
  const fetch = respondWith(200, page([record("a"), INVALID]));
  const client = createClient(fetch);
  const skipping = client.ethereals({}, SKIP).page();
  assert.equal((await errorOf(client.ethereals().page())).kind, "decode");
  assert.equal((await valueOf(skipping)).items.length, 1);
  assert.equal(fetch.calls.length, 2);
});

test("onInvalidRecord has two values, and only lists have this option", async () => {
  const client = createClient(spy());
  for (const value of ["ignore", true, 0, ""]) {
    const { message, parameter } = await errorOf(
      client.ethereals({}, { onInvalidRecord: value }).page(),
    );
    assert.equal(parameter, "onInvalidRecord");
    assert.ok(message.endsWith('. Expected "error" or "skip".'), message);
  }
  assert.match(
    (await errorOf(client.project(SKIP))).message,
    /^Unknown option "onInvalidRecord"\./,
  );
});
