// Tests responses of status 200 with valid JSON of a wrong shape, or with a wrong content type.
// tests/client/errors.test.mjs has HTML, empty bodies and wrong fields.
import { test } from "node:test";
import { CALLS as TABLE } from "../calls.mjs";
import {
  CALLS,
  LIST,
  PROJECT,
  TOKEN,
  TRANSFER,
  respondingWith,
  assertSameJson,
  assertDecodeError,
} from "./client.mjs";

const TYPES = [
  "text/html",
  "text/plain; charset=utf-16",
  "application/octet-stream",
  "image/png",
  "multipart/form-data; boundary=x",
  "application/json; charset=iso-8859-1",
  "application/xml",
  "nonsense",
  "",
];

for (const { endpoint, body } of TABLE) {
  test(`${endpoint} ignores the content type`, async () => {
    const call = CALLS[endpoint];
    const service = respondingWith(body);
    const expected = await call(service.client);
    for (const type of TYPES) {
      service.init = { headers: { "content-type": type } };
      assertSameJson(await call(service.client), expected, type);
    }
  });
}

const NULL = { value: null };
const EMPTY = { value: { items: [], nextCursor: null } };
/** The call returns the body as JSON.parse reads it. */
const ANY = Symbol("any");
/**
 * [body, results by endpoint]. `{ value }` and ANY are values. A string means that the call rejects: the string is the
 * JSON Pointer of the error. The pointer `""` refers to the whole body.
 *
 * If an object has only one array, a list call reads this array under any name: `{"auth":[]}` is an empty list. A list
 * call searches an inner object in the same way, so the error of `{"etherealData":{}}` points at this object. An object
 * without `bridgeData` is a transfer, so `{}` lacks `_id`. The result leaves out an optional field of a wrong type.
 */
const SHAPES = [
  ["[]", { [TOKEN]: ANY, [TRANSFER]: NULL, [PROJECT]: "", [LIST]: EMPTY }],
  ["[[]]", { [TOKEN]: ANY, [TRANSFER]: "/0", [PROJECT]: "", [LIST]: "/0" }],
  ["[null]", { [TOKEN]: ANY, [TRANSFER]: "/0", [PROJECT]: "", [LIST]: "/0" }],
  ["[{}]", { [TOKEN]: ANY, [TRANSFER]: "/0/_id", [PROJECT]: "", [LIST]: "/0/_id" }],
  ["{}", { [TOKEN]: ANY, [TRANSFER]: "/_id", [PROJECT]: { value: {} }, [LIST]: "" }],
  ["null", { [TOKEN]: ANY, [TRANSFER]: NULL, [PROJECT]: "", [LIST]: "" }],
  ["true", { [TOKEN]: ANY, [TRANSFER]: "", [PROJECT]: "", [LIST]: "" }],
  ["0", { [TOKEN]: ANY, [TRANSFER]: "", [PROJECT]: "", [LIST]: "" }],
  ['"text"', { [TOKEN]: ANY, [TRANSFER]: "", [PROJECT]: "", [LIST]: "" }],
  ['{"bridgeData":null}', { [TOKEN]: ANY, [TRANSFER]: NULL, [PROJECT]: ANY, [LIST]: "" }],
  ['{"bridgeData":[]}', { [TOKEN]: ANY, [TRANSFER]: NULL, [PROJECT]: ANY, [LIST]: EMPTY }],
  ['{"bridgeData":5}', { [TOKEN]: ANY, [TRANSFER]: "/bridgeData", [PROJECT]: ANY, [LIST]: "" }],
  [
    '{"etherealData":{}}',
    { [TOKEN]: ANY, [TRANSFER]: "/_id", [PROJECT]: ANY, [LIST]: "/etherealData" },
  ],
  ['{"etherealData":"[]"}', { [TOKEN]: ANY, [TRANSFER]: "/_id", [PROJECT]: ANY, [LIST]: "" }],
  ['{"auth":[]}', { [TOKEN]: ANY, [TRANSFER]: "/_id", [PROJECT]: { value: {} }, [LIST]: EMPTY }],
  ['{"auth":true}', { [TOKEN]: ANY, [TRANSFER]: "/_id", [PROJECT]: { value: {} }, [LIST]: "" }],
  [
    '{"_id":"1","status":"error","route":{}}',
    { [TRANSFER]: { value: { _id: "1", status: "error" } } },
  ],
];

for (const [body, results] of SHAPES) {
  test(`reads or rejects the body ${body}`, async () => {
    const { client } = respondingWith(body);
    for (const [endpoint, expected] of Object.entries(results)) {
      const result = CALLS[endpoint](client);
      if (typeof expected === "string") {
        const error = await assertDecodeError(result, "unexpected_shape");
        const { pointer, bodySnippet } = error;
        assertSameJson([pointer, error.endpoint, bodySnippet], [expected, endpoint, body]);
      } else {
        const value = expected === ANY ? JSON.parse(body) : expected.value;
        assertSameJson(await result, value, endpoint);
      }
    }
  });
}

test("rejects a body of white space", async () => {
  for (const body of [" ", "\r\n\t ", " ".repeat(100_000), "\ufeff"]) {
    const { client } = respondingWith(body);
    for (const call of Object.values(CALLS)) await assertDecodeError(call(client), "invalid_json");
  }
});
