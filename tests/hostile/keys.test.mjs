// Keys that mean something to JavaScript are data: own properties at every depth, and no prototype ever changes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { can } from "../../pkg/dist/index.js";
import { CALLS, LIST, PROJECT, TOKEN, TRANSFER, answering, same } from "./client.mjs";
import { PLACES } from "./records.mjs";

const KEYS = [
  "__proto__", "constructor", "prototype", "toString", "valueOf", "hasOwnProperty", "__defineGetter__", "then",
  "toJSON", "length", "", "0", "10", "9", "-1", "01", "1.5", "4294967294", "4294967295", "9007199254740993", "NaN",
  "\u0000", "\ud800",
];
const VALUES = ['{"polluted":true,"__proto__":{"polluted":true}}', '["polluted"]', '"polluted"', "true", "null", "5"];

const names = () => Object.getOwnPropertyNames(Object.prototype).sort().join();
const before = names();

/** The key around the value, as deep as asked, with neighbours before and after. */
function nested(key, value, depth) {
  const inner = depth > 1 ? nested(key, value, depth - 1) : value;
  return `{"b":1,${JSON.stringify(key)}:${inner},"a":2}`;
}

function unpolluted() {
  assert.equal(names(), before);
  for (const one of [{}, [], "", 0, () => 0]) assert.equal(one.polluted, undefined);
}

for (const { call, place, around, pick } of PLACES) {
  test(`${call}, ${place}: ${KEYS.length} keys, three deep`, async () => {
    const service = answering();
    for (const key of KEYS) {
      for (const depth of [1, 2, 3]) {
        for (const value of VALUES) {
          const text = nested(key, value, depth);
          service.body = around(text);
          const result = pick(await CALLS[call](service.client));
          same(result, JSON.parse(text), text);
          assert.ok(Object.hasOwn(result, key), text);
        }
      }
    }
    unpolluted();
  });
}

test("keys of records themselves", async () => {
  const members = KEYS.map((key) => `${JSON.stringify(key)}:{"polluted":true}`).join();
  const record = `{${members},"_id":"1","status":"done","__proto__":{"_id":"2","status":"no"}}`;
  for (const [call, body, expected] of [
    [PROJECT, record, JSON.parse(record)],
    [TRANSFER, `{"bridgeData":{"bridgeData":${record}}}`, JSON.parse(record)],
    [LIST, `[${record}]`, { items: [JSON.parse(record)], nextCursor: null }],
    [PROJECT, `{"auth":{${members}}}`, JSON.parse(`{"auth":{${members}}}`)],
  ]) {
    same(await CALLS[call](answering(body).client), expected, call);
  }
  unpolluted();
});

test("an envelope may have such a name", async () => {
  const record = '{"_id":"1","status":"active"}';
  const page = { items: [JSON.parse(record)], nextCursor: null };
  same(await CALLS[LIST](answering(`{"__proto__":[${record}]}`).client), page);
  same(await CALLS[LIST](answering(`{"constructor":{"toString":[${record}]}}`).client), page);
});

test("spelled with escapes they are the same keys", async () => {
  const text = String.raw`{"\u005f_proto__":{"polluted":true},"\u005F\u005fproto\u005f_":[1],"\u0063onstructor":0}`;
  same(await CALLS[TOKEN](answering(text).client), JSON.parse(text));
  const record = String.raw`{"_id":"1","status":"done","\u005f_proto__":{"polluted":true}}`;
  same(await CALLS[TRANSFER](answering(record).client), JSON.parse(record));
  unpolluted();
});

test("exact integers leave them as they are", async () => {
  const members = KEYS.map((key) => `${JSON.stringify(key)}:[1,9007199254740993]`).join();
  const text = `{${members},"__proto__":9007199254740993}`;
  const exact = await CALLS[TOKEN](answering(text).client, { integers: "exact" });
  const shown = JSON.stringify(exact, (_, value) => (typeof value === "bigint" ? Number(value) : value));
  same(JSON.parse(shown), JSON.parse(text));
  assert.equal(exact.constructor[1], 9007199254740993n);
  assert.equal(Object.getOwnPropertyDescriptor(exact, "__proto__").value, 9007199254740993n);
  assert.equal(Object.getPrototypeOf(exact), Object.prototype);
});

test("no permission comes from a prototype", async () => {
  const empty = await CALLS[PROJECT](answering('{"auth":{}}').client);
  for (const area of KEYS) assert.equal(can(empty, area), false, area);
  const given = await CALLS[PROJECT](answering('{"auth":{"__proto__":true,"constructor":["name"]}}').client);
  assert.ok(can(given, "__proto__") && can(given, "constructor", "name"));
  assert.ok(!can(given, "constructor", "length") && !can(given, "toString"));
});
