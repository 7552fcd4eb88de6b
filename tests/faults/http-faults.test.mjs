// Each HTTP fault does what its name says.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { EXPECTED_BODY, pathOf, startFaultByPath } from "./fault-by-path.mjs";
import { FAULTS } from "./fault-list.mjs";
import { BOMB_BYTES, retryAfter } from "./http-faults.mjs";
import { splitResponse } from "./raw-request.mjs";

let faulty;
before(async () => (faulty = await startFaultByPath()));
after(() => faulty?.close());
const get = (...values) => faulty.get(...values);
const raw = (...values) => faulty.raw(...values);

/** The milliseconds until the date of a Retry-After, parsed independently of the client. */
function msUntil(text, form, now) {
  const readable = form === "asctime" ? `${text} GMT` : text.replace(/-(\d\d) /, "-20$1 ");
  return Date.parse(readable) - now;
}

for (const fault of FAULTS.filter((name) => name.startsWith("status:"))) {
  test(`${fault} responds as its name says`, async () => {
    const [, status, form] = fault.split(":");
    const now = Date.now();
    const response = await get(fault);
    assert.equal(response.status, Number(status));
    assert.deepEqual(await response.json(), { message: `Injected fault ${status}` });
    const hint = response.headers.get("retry-after");
    if (["imf", "rfc850", "asctime", "past"].includes(form)) {
      const ms = msUntil(hint, form, now);
      assert.ok(form === "past" ? ms < -3_000_000 : ms > -1000 && ms < 3000, `${hint} is ${ms} ms ahead`);
    } else {
      assert.equal(hint, form ? retryAfter(form) : null);
    }
  });
}

for (const status of [301, 302, 303, 307, 308]) {
  test(`redirect:${status} redirects to the same resource, on the same and on another origin`, async () => {
    const { server } = faulty;
    for (const [where, origin] of [["same", server.url], ["cross", server.otherOrigin.url]]) {
      const fault = `redirect:${status}:${where}`;
      const response = await get(fault);
      assert.equal(response.status, status);
      assert.equal(response.headers.get("location"), `${origin}/redirected${pathOf(fault)}`);
      const before = server.otherOrigin.requests.length;
      // Node's fetch sends the key to the other origin, which must record it.
      const followed = await get(fault, { redirect: "follow", headers: { "x-api-key": "a key" } });
      assert.equal(await followed.text(), EXPECTED_BODY);
      const keys = server.otherOrigin.requests.slice(before).map(({ key }) => key);
      assert.deepEqual(keys, where === "cross" ? ["a key"] : []);
    }
  });
}

test("sends each wrong body", async () => {
  const got = {};
  for (const kind of ["html", "204", "empty", "array", "cut"]) {
    const response = await get(`body:${kind}`);
    got[kind] = [response.status, response.headers.get("content-type"), await response.text()];
  }
  const json = "application/json";
  assert.deepEqual([got[204], got.empty, got.array], [[204, json, ""], [200, json, ""], [200, json, "[1,2,3]"]]);
  assert.equal(got.html[1], "text/html");
  assert.match(got.html[2], /^<!doctype html>/);
  assert.ok(EXPECTED_BODY.startsWith(got.cut[2].slice(0, 20)) && got.cut[2].length < EXPECTED_BODY.length);
  assert.throws(() => JSON.parse(got.cut[2]));
  const bytes = await (await get("body:utf8")).arrayBuffer();
  assert.throws(() => new TextDecoder("utf-8", { fatal: true }).decode(bytes));
});

test("bomb is small when compressed and large when decompressed", async () => {
  const { text } = await raw("bomb");
  assert.match(splitResponse(text).head, /content-encoding: gzip/);
  assert.ok(text.length < 200_000, `${text.length} bytes`);
  assert.equal((await (await get("bomb")).arrayBuffer()).byteLength, BOMB_BYTES);
});

test("drip sends the body slowly; drip:endless never ends", async () => {
  const started = performance.now();
  assert.equal(await (await get("drip")).text(), EXPECTED_BODY);
  assert.ok(performance.now() - started > 60);
  const short = await raw("drip:endless", { ms: 400 });
  const long = await raw("drip:endless", { ms: 1000 });
  assert.deepEqual([short.end, long.end], ["open", "open"]);
  assert.ok(long.text.length > short.text.length && splitResponse(short.text).body.length > 0);
});
