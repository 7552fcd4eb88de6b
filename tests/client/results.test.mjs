// The results of the calls.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertKeys, assertSameJson, toJson, valueOf } from "./assertions.mjs";
import { ETHEREALS, PROJECT, TOKEN, TRANSFER, createClient, start } from "./calls.mjs";
import { readFixture, respondWith, spy } from "./service.mjs";

const resultOf = (call, body, status = 200) =>
  valueOf(start(createClient(respondWith(status, body)), call));

test("token metadata is the result of JSON.parse", async () => {
  const body = await readFixture("token.json");
  const token = await resultOf(TOKEN, body);
  assertSameJson(token, JSON.parse(body));
  assert.equal(Object.getPrototypeOf(token), Object.prototype);
  assert.ok(Array.isArray(token.attributes));
});

test("token metadata may be any JSON value and begin with a byte order mark", async () => {
  for (const [body, expected] of [
    ["[]", []],
    ['"text"', "text"],
    [" null\n", null],
    ['\ufeff{"z":1,"a":2}', { z: 1, a: 2 }],
  ]) {
    assertSameJson(await resultOf(TOKEN, body), expected);
  }
});

test("a transfer has no envelope", async () => {
  for (const name of ["transfer_native.json", "transfer_token.json"]) {
    const body = await readFixture(name);
    const transfer = await resultOf(TRANSFER, body);
    assertSameJson(transfer, JSON.parse(body).bridgeData.bridgeData[0]);
    assert.equal(transfer.route[0].txHash, transfer.originTxnHash);
    assert.equal(typeof transfer.route[0].step, "number");
  }
});

test("the transfer of an unknown hash is null", async () => {
  for (const [status, body] of [
    [200, '{"bridgeData":{"bridgeData":[],"nextCursor":null}}'],
    [404, '{"message":"No transfer has this hash."}'],
    [404, ""],
  ]) {
    assert.equal(await resultOf(TRANSFER, body, status), null, `${status} ${body}`);
  }
});

test("a project keeps every field in its order", async () => {
  const body = await readFixture("project.json");
  assert.equal(toJson(await resultOf(PROJECT, body)), body);
});

test("a page has items and nextCursor", async () => {
  const body = await readFixture("ethereals.json");
  const page = await resultOf(ETHEREALS, body);
  assertKeys(page, ["items", "nextCursor"]);
  assert.equal(page.nextCursor, "eyJ2IjoxfQ==");
  // The client renames the field `the service`, whose name is a mistake of the service.
  const renamed = JSON.parse(body.replaceAll('"the service"', '"ethereal"'));
  assertSameJson(page.items, renamed.etherealData);
  assert.equal(page.items[0].ethereal, "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed");
});

test("the nextCursor of the last page is null", async () => {
  for (const body of [
    '{"etherealData":[],"nextCursor":null}',
    '{"etherealData":[],"nextCursor":""}',
    '{"etherealData":[]}',
    "[]",
  ]) {
    assertSameJson(await resultOf(ETHEREALS, body), { items: [], nextCursor: null });
  }
});

test("an empty page may have a next page", async () => {
  assertSameJson(await resultOf(ETHEREALS, '{"etherealData":[],"nextCursor":"x"}'), {
    items: [],
    nextCursor: "x",
  });
});

test("a record keeps unknown fields and values, but no known fields that are null", async () => {
  const body =
    '[{"z":null,"_id":"1","tokenName":null,"status":"sleeping","new":{"b":[1,null],"a":"\\u00e9"}}]';
  const { items } = await resultOf(ETHEREALS, body);
  assertSameJson(items[0], {
    z: null,
    _id: "1",
    status: "sleeping",
    new: { b: [1, null], a: "é" },
  });
});

test("the option raw returns text, data, status and headers", async () => {
  // `data` has 2^53+1, the integer in the list, as the nearest number of JavaScript, 2^53.
  const text = ' {"b" : 1.50,\n"a":[9007199254740993]} ';
  const headers = { "X-Trace": "t/1", "Content-Type": "application/json" };
  const client = createClient(spy(() => new Response(text, { status: 203, headers })));
  const document = await valueOf(start(client, TOKEN, { raw: true }));
  assertKeys(document, ["data", "headers", "status", "text"]);
  assert.equal(document.status, 203);
  assert.equal(document.text, text);
  assertSameJson(document.data, { b: 1.5, a: [9007199254740992] });
  assert.equal(document.headers["x-trace"], "t/1");
  assert.equal(document.headers["content-type"], "application/json");
  assert.equal(Object.keys(document.headers).length, 2);
  assertSameJson(await valueOf(start(client, TOKEN, { raw: false })), {
    b: 1.5,
    a: [9007199254740992],
  });
});
