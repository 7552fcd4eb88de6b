// What the service does about hosts and endpoints that are slow, busy, broken or too large, and how often it asks them.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { json, later, silence, status } from "./gateway.mjs";
import { base64, document, path, world } from "./world.mjs";

describe("upstream", { timeout: 120_000 }, () => {
  let all, erc721, host, get, token, fails, discreet;
  before(async () => ({ erc721, host, get, token, fails, discreet } = all = await world()));
  after(() => all?.close());

  test("504: a host, and an RPC endpoint, that never answers", async () => {
    host.on("/silence", silence);
    host.on("/drip", (request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write(" "), 300);
      response.on("close", () => clearInterval(timer));
    });
    const targets = [await token(`${host.url}/silence`), await token(`${host.url}/drip`)];
    await Promise.all([...targets, path(erc721.address, "1", "b=6")].map((target) => fails(target, 504)));
  });

  test("RPC endpoints are tried in order; when none answers: 502", async () => {
    const good = (await token(document)).replace("b=31337", "b=8");
    assert.equal((await get(good)).text, document);
    for (const query of ["b=7", "b=9"]) await fails(path(erc721.address, "1", query), 502);
    // What a chain says finally is not asked again elsewhere.
    await fails(path(erc721.address, "505505", "b=8"), 404);
  });

  test("ETag, 304 and Cache-Control", async () => {
    const target = await token(`data:application/json;base64,${base64}`);
    const first = await get(target);
    const etag = first.headers.get("etag");
    assert.match(etag, /^W\/"[^"]+"$/);
    assert.equal(first.headers.get("cache-control"), "public, max-age=300, stale-while-revalidate=86400");
    for (const sent of [etag, etag.slice(2), `"x", ${etag}`, "*"]) {
      const again = await get(target, { headers: { "if-none-match": sent } });
      assert.deepEqual([again.status, again.text, again.headers.get("etag")], [304, "", etag], sent);
      assert.equal(again.headers.get("access-control-allow-origin"), "*");
    }
    assert.equal((await get(target, { headers: { "if-none-match": 'W/"other"' } })).status, 200);
  });

  test("50 requests at once are one request to the host, and the next ones none", async () => {
    host.on("/once", later(300, json(document)));
    const target = await token(`${host.url}/once`);
    const answers = await Promise.all(Array.from({ length: 50 }, () => get(target)));
    assert.deepEqual(new Set(answers.map(({ status: code, text }) => `${code} ${text}`)), new Set([`200 ${document}`]));
    await get(target);
    assert.equal(host.count("/once"), 1);
  });

  test("50 failing requests at once are few requests too", async () => {
    host.on("/never", later(300, status(503)));
    const target = await token(`${host.url}/never`);
    const answers = await Promise.all(Array.from({ length: 50 }, () => get(target)));
    assert.ok(answers.every(({ status: code }) => code === 502 || code === 503), answers.map(({ status: code }) => code).join());
    assert.ok(host.count("/never") <= 3, `${host.count("/never")} times`);
  });

  test("more requests at once than may go out: each is answered, or told to come again", async (t) => {
    const targets = await Promise.all(Array.from({ length: 100 }, async (_, i) => {
      host.on(`/many/${i}`, later(400, json(`${i}`)));
      return token(`${host.url}/many/${i}`);
    }));
    const answers = await Promise.all(targets.map((target) => get(target)));
    for (const [i, { status: code, text, headers, json: body }] of answers.entries()) {
      if (code === 200) assert.equal(text, `${i}`);
      else assert.ok([429, 503].includes(code) && Number(headers.get("retry-after")) >= 1 && body.message, `${code} ${text}`);
    }
    const good = answers.filter(({ status: code }) => code === 200).length;
    t.diagnostic(`${good} of 100 to one host were served at once`);
    assert.ok(good >= 10, `${good}`);
  });

  test("a body that grows a thousandfold when unpacked is refused", async () => {
    const zeros = gzipSync(Buffer.alloc(64 * 2 ** 20, 0x20));
    host.on("/bomb", json(zeros, { "content-encoding": "gzip" }));
    await fails(await token(`${host.url}/bomb`), 502);
  });

  test("no message told an address, and neither messages nor log a secret of a URL", () => assert.ok(discreet() > 50));
});
