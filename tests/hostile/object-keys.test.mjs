// Keys with a meaning in JavaScript become own properties at every depth, and never change a prototype. A repeated key
// has its last value, at the position of its first occurrence, like with JSON.parse.
import assert from "node:assert/strict";
import { test } from "node:test";
import { can } from "../../pkg/dist/index.js";
import {
  CALLS,
  FIELDS,
  LIST,
  PROJECT,
  TOKEN,
  TRANSFER,
  respondingWith,
  assertSameJson,
  PLACES,
} from "./client.mjs";

const KEYS = [
  // Names of inherited properties, and names that JavaScript reads from objects.
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "valueOf",
  "hasOwnProperty",
  "__defineGetter__",
  "then",
  "toJSON",
  "length",
  "",
  // Array indices come first in the order of keys. The largest index is 4294967294. The other texts look like indices.
  "0",
  "10",
  "9",
  "-1",
  "01",
  "1.5",
  "4294967294",
  "4294967295",
  "9007199254740993",
  "NaN",
  // A control character and a lone surrogate.
  "\u0000",
  "\ud800",
];
const VALUES = [
  '{"polluted":true,"__proto__":{"polluted":true}}',
  '["polluted"]',
  '"polluted"',
  "true",
  "null",
  "5",
];

const prototypeNames = () => Object.getOwnPropertyNames(Object.prototype).sort().join();
const namesBefore = prototypeNames();

/** An object with the key around the value, nested `depth` times, between other members. */
function nested(key, value, depth) {
  const inner = depth > 1 ? nested(key, value, depth - 1) : value;
  return `{"b":1,${JSON.stringify(key)}:${inner},"a":2}`;
}

function assertUnpolluted() {
  assert.equal(prototypeNames(), namesBefore);
  for (const value of [{}, [], "", 0, () => 0]) assert.equal(value.polluted, undefined);
}

for (const { call, place, around, pick } of PLACES) {
  test(`${KEYS.length} keys on three levels become own properties: ${call}, ${place}`, async () => {
    const service = respondingWith();
    for (const key of KEYS) {
      for (const depth of [1, 2, 3]) {
        for (const value of VALUES) {
          const text = nested(key, value, depth);
          service.body = around(text);
          const result = pick(await CALLS[call](service.client));
          assertSameJson(result, JSON.parse(text), text);
          assert.ok(Object.hasOwn(result, key), text);
        }
      }
    }
    assertUnpolluted();
  });
}

test("keys in records become own properties", async () => {
  const members = KEYS.map((key) => `${JSON.stringify(key)}:{"polluted":true}`).join();
  const record = `{${members},"_id":"1","status":"done","__proto__":{"_id":"2","status":"no"}}`;
  for (const [call, body, expected] of [
    [PROJECT, record, JSON.parse(record)],
    [TRANSFER, `{"bridgeData":{"bridgeData":${record}}}`, JSON.parse(record)],
    [LIST, `[${record}]`, { items: [JSON.parse(record)], nextCursor: null }],
    [PROJECT, `{"auth":{${members}}}`, JSON.parse(`{"auth":{${members}}}`)],
  ]) {
    assertSameJson(await CALLS[call](respondingWith(body).client), expected, call);
  }
  assertUnpolluted();
});

test("finds records under keys with a meaning in JavaScript", async () => {
  const record = '{"_id":"1","status":"active"}';
  const page = { items: [JSON.parse(record)], nextCursor: null };
  assertSameJson(await CALLS[LIST](respondingWith(`{"__proto__":[${record}]}`).client), page);
  assertSameJson(
    await CALLS[LIST](respondingWith(`{"constructor":{"toString":[${record}]}}`).client),
    page,
  );
});

test("keys with escape sequences become own properties", async () => {
  const text = String.raw`{"\u005f_proto__":{"polluted":true},"\u005F\u005fproto\u005f_":[1],"\u0063onstructor":0}`;
  assertSameJson(await CALLS[TOKEN](respondingWith(text).client), JSON.parse(text));
  const record = String.raw`{"_id":"1","status":"done","\u005f_proto__":{"polluted":true}}`;
  assertSameJson(await CALLS[TRANSFER](respondingWith(record).client), JSON.parse(record));
  assertUnpolluted();
});

test("keys of objects with exact integers become own properties", async () => {
  const members = KEYS.map((key) => `${JSON.stringify(key)}:[1,9007199254740993]`).join();
  const text = `{${members},"__proto__":9007199254740993}`;
  const exact = await CALLS[TOKEN](respondingWith(text).client, { integers: "exact" });
  const shown = JSON.stringify(exact, (_, value) =>
    typeof value === "bigint" ? Number(value) : value,
  );
  assertSameJson(JSON.parse(shown), JSON.parse(text));
  assert.equal(exact.constructor[1], 9007199254740993n);
  assert.equal(Object.getOwnPropertyDescriptor(exact, "__proto__").value, 9007199254740993n);
  assert.equal(Object.getPrototypeOf(exact), Object.prototype);
});

test("reads no permission from a prototype", async () => {
  const empty = await CALLS[PROJECT](respondingWith('{"auth":{}}').client);
  for (const area of KEYS) assert.equal(can(empty, area), false, area);
  const project = await CALLS[PROJECT](
    respondingWith('{"auth":{"__proto__":true,"constructor":["name"]}}').client,
  );
  assert.equal(can(project, "__proto__"), true);
  assert.equal(can(project, "constructor", "name"), true);
  assert.equal(can(project, "constructor", "length"), false);
  assert.equal(can(project, "toString"), false);
});

const BIG = "9007199254740993";
const EMPTY_PAGE = '{"items":[],"nextCursor":null}';
/** [name, call, body, expected result] */
const REPEATED = [
  ["metadata", TOKEN, '{"a":1,"b":2,"a":3}', '{"a":3,"b":2}'],
  [
    "metadata, each time a value of another type",
    TOKEN,
    '{"a":[1],"a":{"b":2},"a":null}',
    '{"a":null}',
  ],
  [
    "metadata, a key that is once written with an escape sequence",
    TOKEN,
    String.raw`{"a":1,"\u0061":2}`,
    '{"a":2}',
  ],
  [
    "metadata, __proto__",
    TOKEN,
    '{"__proto__":{"a":1},"__proto__":{"b":2}}',
    '{"__proto__":{"b":2}}',
  ],
  [
    "an unknown field",
    PROJECT,
    '{"later":{"a":1,"a":2},"x":0,"later":{"b":3,"b":4}}',
    '{"later":{"b":4},"x":0}',
  ],
  [
    "auth",
    PROJECT,
    '{"auth":{"aa":true,"aa":["read"]},"auth":{"aa":["write"],"aa":[]}}',
    '{"auth":{"aa":[]}}',
  ],
  ["a field, a large integer first", PROJECT, `{"balance":${BIG},"balance":2}`, '{"balance":"2"}'],
  [
    "a field, a large integer last",
    PROJECT,
    `{"balance":2,"balance":${BIG}}`,
    `{"balance":"${BIG}"}`,
  ],
  // A null in a field of a model means that the field is absent, so the position of the null does not count.
  ["a field, null last", PROJECT, '{"balance":"1","x":0,"balance":null}', '{"x":0}'],
  ["a field, null first", PROJECT, '{"balance":null,"x":0,"balance":"1"}', '{"x":0,"balance":"1"}'],
  [
    "a required field",
    TRANSFER,
    '{"_id":"1","status":"a","_id":"2","status":"b"}',
    '{"_id":"2","status":"b"}',
  ],
  [
    "the records",
    LIST,
    '{"etherealData":[{"_id":"1","status":"a"}],"etherealData":[]}',
    EMPTY_PAGE,
  ],
  [
    "the records, under an unknown name",
    LIST,
    '{"mine":[{"_id":"1","status":"a"}],"mine":[]}',
    EMPTY_PAGE,
  ],
  [
    "the cursor",
    LIST,
    '{"nextCursor":"a","etherealData":[],"nextCursor":"b"}',
    '{"items":[],"nextCursor":"b"}',
  ],
  [
    "the cursor, null last",
    LIST,
    '{"nextCursor":"a","etherealData":[],"nextCursor":null}',
    EMPTY_PAGE,
  ],
  [
    "the envelope",
    TRANSFER,
    '{"bridgeData":{"bridgeData":[{"_id":"1","status":"a"}]},"bridgeData":{"bridgeData":[{"_id":"2","status":"b"}]}}',
    '{"_id":"2","status":"b"}',
  ],
];

for (const [what, call, body, expected] of REPEATED) {
  test(`takes the last value: ${what}`, async () => {
    assertSameJson(await CALLS[call](respondingWith(body).client), JSON.parse(expected));
  });
}

/** Two values of each kind in models.json, as JSON. */
const VALUES_OF_KIND = {
  any: ['{"a":1}', '{"b":2}'],
  text: ['"a"', '"b"'],
  address: ['"0xa"', '"0xb"'],
  hash: ['"0xa"', '"0xb"'],
  open: ['"a"', '"b"'],
  number: ["1", "2"],
  scalar: ["1", "2"],
  permissions: ['{"aa":true}', '{"bb":["read"]}'],
  record: ['{"step":1,"txHash":"0x1"}', '{"step":2,"txHash":"0x2"}'],
};

/** Two values of a kind, such as `list text` or `open TransferType`. */
function valuesOf(kind) {
  const list = "list ";
  if (kind.startsWith(list)) {
    const items = valuesOf(kind.slice(list.length));
    return items.map((item) => `[${item}]`);
  }
  // The second word of a kind such as `open TransferType` does not change the JSON of the value.
  const [jsonKind] = kind.split(" ");
  const values = VALUES_OF_KIND[jsonKind];
  if (!values) throw new Error(`VALUES_OF_KIND of this test lacks the kind ${jsonKind}.`);
  return values;
}

test("takes the last value of every field of a model", async () => {
  for (const { name, field, kind, call, around, pick } of FIELDS) {
    const [first, last] = valuesOf(kind);
    const readField = async (...values) => {
      const members = values.map((value) => `"${field}":${value}`).join();
      return pick(await CALLS[call](respondingWith(around(members)).client));
    };
    assertSameJson(await readField(first, last), JSON.parse(last), name);
    assertSameJson(await readField("null", first, last), JSON.parse(last), name);
  }
});
