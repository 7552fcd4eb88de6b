// Each socket fault does what its name says, byte by byte.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { BYTES, startFaultByPath } from "./fault-by-path.mjs";
import { until } from "./sleep.mjs";
import { splitResponse } from "./raw-request.mjs";

let faulty;
before(async () => (faulty = await startFaultByPath()));
after(() => faulty?.close());
const get = (...values) => faulty.get(...values);
const raw = (...values) => faulty.raw(...values);
const HALF = BYTES >> 1;

test("reset:before resets before the first byte", async () => {
  const { text, error } = await raw("reset:before");
  assert.deepEqual([text, error], ["", "ECONNRESET"]);
});

test("reset:after resets after the headers and half of the body", async () => {
  const { text, error } = await raw("reset:after");
  assert.match(text, /^HTTP\/1\.1 200 OK\r\n/);
  assert.deepEqual([splitResponse(text).body.length, error], [HALF, "ECONNRESET"]);
});

test("refused closes the port and opens it again", async () => {
  assert.equal((await raw("refused")).error, "ECONNRESET");
  assert.equal((await raw("none")).error, "ECONNREFUSED");
  const [closure] = faulty.server.closures;
  assert.ok(await until(() => closure.to < Infinity, 2000));
  assert.ok(closure.to - closure.from >= 55, `${closure.to - closure.from} ms`);
  assert.equal((await get("none")).status, 200);
});

test("truncated:length ends before the promised length", async () => {
  const { text, end } = await raw("truncated:length");
  const { head, body } = splitResponse(text);
  assert.match(head, new RegExp(`content-length: ${BYTES}(\r|$)`));
  assert.deepEqual([body.length, end], [HALF, "closed"]);
  await assert.rejects(get("truncated:length").then((response) => response.text()), TypeError);
});

for (const [how, connection] of [["chunked", "keep-alive"], ["closing", "close"]]) {
  test(`truncated:${how} ends without a last chunk`, async () => {
    const { text, end } = await raw(`truncated:${how}`);
    const { head, body } = splitResponse(text);
    assert.match(head, new RegExp(`connection: ${connection}(\r|$)`));
    assert.match(head, /transfer-encoding: chunked/);
    assert.ok(body.length > HALF && !body.endsWith("0\r\n\r\n"));
    assert.equal(end, "closed");
  });
}

test("truncated:chunked makes fetch fail", async () => {
  await assert.rejects(get("truncated:chunked").then((response) => response.text()), TypeError);
});

test("length:short promises half, length:huge a terabyte", async () => {
  const short = splitResponse((await raw("length:short")).text);
  assert.match(short.head, new RegExp(`content-length: ${HALF}(\r|$)`));
  assert.equal(short.body.length, BYTES);
  const huge = await raw("length:huge");
  assert.match(splitResponse(huge.text).head, /content-length: 1000000000000/);
  assert.deepEqual([splitResponse(huge.text).body.length, huge.end], [BYTES, "closed"]);
});

for (const [where, hasHead, bytes] of [["headers", false, 0], ["start", true, 0], ["middle", true, HALF]]) {
  test(`stall:${where} stays open and sends nothing more`, async () => {
    const { text, end } = await raw(`stall:${where}`, { ms: 400 });
    assert.equal(end, "open");
    assert.equal(text.startsWith("HTTP/1.1 200"), hasHead);
    assert.equal(splitResponse(text).body.length, bytes);
  });
}
