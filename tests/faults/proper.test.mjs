// Each well-formed fault is what it says.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { RIGHT, pathOf, startByPath } from "./bypath.mjs";
import { FAULTS } from "./catalogue.mjs";
import { BOMB_BYTES, retryAfter } from "./proper.mjs";
import { parts } from "./raw.mjs";

let faulty;
before(async () => (faulty = await startByPath()));
after(() => faulty?.close());
const get = (...values) => faulty.get(...values);
const raw = (...values) => faulty.raw(...values);

/** How far ahead a Retry-After with a date is; a second reading of its three forms. */
function ahead(text, form, now) {
  const readable = form === "asctime" ? `${text} GMT` : text.replace(/-(\d\d) /, "-20$1 ");
  return Date.parse(readable) - now;
}

for (const fault of FAULTS.filter((name) => name.startsWith("status:"))) {
  test(fault, async () => {
    const [, status, form] = fault.split(":");
    const now = Date.now();
    const response = await get(fault);
    assert.equal(response.status, Number(status));
    assert.deepEqual(await response.json(), { message: `Injected fault ${status}` });
    const hint = response.headers.get("retry-after");
    if (["imf", "rfc850", "asctime", "past"].includes(form)) {
      const ms = ahead(hint, form, now);
      assert.ok(form === "past" ? ms < -3_000_000 : ms > -1000 && ms < 3000, `${hint} is ${ms} ms ahead`);
    } else {
      assert.equal(hint, form ? retryAfter(form) : null);
    }
  });
}

for (const status of [301, 302, 303, 307, 308]) {
  test(`redirect:${status} leads to the same resource, here and elsewhere`, async () => {
    const { server } = faulty;
    for (const [where, origin] of [["same", server.url], ["cross", server.foreign.url]]) {
      const fault = `redirect:${status}:${where}`;
      const response = await get(fault);
      assert.equal(response.status, status);
      assert.equal(response.headers.get("location"), `${origin}/redirected${pathOf(fault)}`);
      const before = server.foreign.requests.length;
      // Node's fetch takes the key along: the other server must notice.
      const followed = await get(fault, { redirect: "follow", headers: { "x-api-key": "taken along" } });
      assert.equal(await followed.text(), RIGHT);
      const seen = server.foreign.requests.slice(before).map(({ key }) => key);
      assert.deepEqual(seen, where === "cross" ? ["taken along"] : []);
    }
  });
}

test("wrong bodies", async () => {
  const got = {};
  for (const what of ["html", "204", "empty", "array", "cut"]) {
    const response = await get(`body:${what}`);
    got[what] = [response.status, response.headers.get("content-type"), await response.text()];
  }
  const json = "application/json";
  assert.deepEqual([got[204], got.empty, got.array], [[204, json, ""], [200, json, ""], [200, json, "[1,2,3]"]]);
  assert.equal(got.html[1], "text/html");
  assert.match(got.html[2], /^<!doctype html>/);
  assert.ok(RIGHT.startsWith(got.cut[2].slice(0, 20)) && got.cut[2].length < RIGHT.length);
  assert.throws(() => JSON.parse(got.cut[2]));
  const bytes = await (await get("body:utf8")).arrayBuffer();
  assert.throws(() => new TextDecoder("utf-8", { fatal: true }).decode(bytes));
});

test("bomb is small on the wire and large inside", async () => {
  const { text } = await raw("bomb");
  assert.match(parts(text).head, /content-encoding: gzip/);
  assert.ok(text.length < 200_000, `${text.length} bytes`);
  assert.equal((await (await get("bomb")).arrayBuffer()).byteLength, BOMB_BYTES);
});

test("drip takes its time and is right; drip:endless never ends", async () => {
  const started = performance.now();
  assert.equal(await (await get("drip")).text(), RIGHT);
  assert.ok(performance.now() - started > 60);
  const short = await raw("drip:endless", { ms: 400 });
  const long = await raw("drip:endless", { ms: 1000 });
  assert.deepEqual([short.end, long.end], ["open", "open"]);
  assert.ok(long.text.length > short.text.length && parts(short.text).body.length > 0);
});
