// Answers of status 200 that are JSON but not what was asked for, or come under another name. Pages of HTML, empty
// bodies and wrong fields are in tests/client/errors.test.mjs.
import { test } from "node:test";
import { CALLS, LIST, PROJECT, TOKEN, TRANSFER, answering, same, undecoded } from "./client.mjs";

const GOOD = {
  [TOKEN]: "[1]",
  [TRANSFER]: '{"_id":"1","status":"done"}',
  [PROJECT]: '{"balance":"1"}',
  [LIST]: "[]",
};

const TYPES = [
  "text/html", "text/plain; charset=utf-16", "application/octet-stream", "image/png", "multipart/form-data; boundary=x",
  "application/json; charset=iso-8859-1", "application/xml", "nonsense", "",
];

for (const [call, body] of Object.entries(GOOD)) {
  test(`${call}: the content type does not count`, async () => {
    const service = answering(body);
    const expected = await CALLS[call](service.client);
    for (const type of TYPES) {
      service.init = { headers: { "content-type": type } };
      same(await CALLS[call](service.client), expected, type);
    }
  });
}

const NULL = { value: null };
const EMPTY = { value: { items: [], nextCursor: null } };
const ANY = "any";
/** What each body is to the calls: a value, or the place where its shape is wrong; "any": as JSON.parse gives it. */
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
  ['{"etherealData":{}}', { [TOKEN]: ANY, [TRANSFER]: "/_id", [PROJECT]: ANY, [LIST]: "/etherealData" }],
  ['{"etherealData":"[]"}', { [TOKEN]: ANY, [TRANSFER]: "/_id", [PROJECT]: ANY, [LIST]: "" }],
  ['{"auth":[]}', { [TOKEN]: ANY, [TRANSFER]: "/_id", [PROJECT]: "/auth", [LIST]: EMPTY }],
  ['{"auth":true}', { [TOKEN]: ANY, [TRANSFER]: "/_id", [PROJECT]: "/auth", [LIST]: "" }],
];

for (const [body, meanings] of SHAPES) {
  test(`a body that is ${body}`, async () => {
    const { client } = answering(body);
    for (const [call, meaning] of Object.entries(meanings)) {
      if (typeof meaning === "string" && meaning !== ANY) {
        const error = await undecoded(CALLS[call](client), "unexpected_shape");
        same([error.pointer, error.endpoint, error.bodySnippet], [meaning, call, body]);
      } else {
        same(await CALLS[call](client), meaning === ANY ? JSON.parse(body) : meaning.value, call);
      }
    }
  });
}

test("white space alone and status 200 are no answer", async () => {
  for (const body of [" ", "\r\n\t ", " ".repeat(100_000), "\ufeff"]) {
    const { client } = answering(body);
    for (const call of Object.values(CALLS)) await undecoded(call(client), "invalid_json");
  }
});
