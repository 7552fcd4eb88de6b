// Like JSON.parse, the client takes the last value of a repeated key, at the position of the first.
import { test } from "node:test";
import { CALLS, LIST, PROJECT, TOKEN, TRANSFER, respondingWith, assertSameJson } from "./client.mjs";

const BIG = "9007199254740993";
const END = '{"items":[],"nextCursor":null}';
/** [name, call, body, expected result] */
const REPEATED = [
  ["metadata", TOKEN, '{"a":1,"b":2,"a":3}', '{"a":3,"b":2}'],
  ["metadata, another kind each time", TOKEN, '{"a":[1],"a":{"b":2},"a":null}', '{"a":null}'],
  ["metadata, spelled twice", TOKEN, String.raw`{"a":1,"\u0061":2}`, '{"a":2}'],
  ["metadata, __proto__", TOKEN, '{"__proto__":{"a":1},"__proto__":{"b":2}}', '{"__proto__":{"b":2}}'],
  ["an unknown field", PROJECT, '{"later":{"a":1,"a":2},"x":0,"later":{"b":3,"b":4}}', '{"later":{"b":4},"x":0}'],
  ["auth", PROJECT, '{"auth":{"aa":true,"aa":["read"]},"auth":{"aa":["write"],"aa":[]}}', '{"auth":{"aa":[]}}'],
  ["a field", PROJECT, '{"balance":"1","balance":"2"}', '{"balance":"2"}'],
  ["a field, a large integer first", PROJECT, `{"balance":${BIG},"balance":2}`, '{"balance":"2"}'],
  ["a field, a large integer last", PROJECT, `{"balance":2,"balance":${BIG}}`, `{"balance":"${BIG}"}`],
  ["a field, null last", PROJECT, '{"balance":"1","x":0,"balance":null}', '{"x":0}'],
  ["a field, null first", PROJECT, '{"balance":null,"x":0,"balance":"1"}', '{"x":0,"balance":"1"}'],
  ["a required field", TRANSFER, '{"_id":"1","status":"a","_id":"2","status":"b"}', '{"_id":"2","status":"b"}'],
  ["the records", LIST, '{"etherealData":[{"_id":"1","status":"a"}],"etherealData":[]}', END],
  ["the records, unnamed", LIST, '{"mine":[{"_id":"1","status":"a"}],"mine":[]}', END],
  ["the cursor", LIST, '{"nextCursor":"a","etherealData":[],"nextCursor":"b"}', '{"items":[],"nextCursor":"b"}'],
  ["the cursor, null last", LIST, '{"nextCursor":"a","etherealData":[],"nextCursor":null}', END],
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
