// Hosts and RPC endpoints that are slow, busy or broken, or send too much; and the number of requests to them.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { json, delayed, neverRespond, status } from "./stub-server.mjs";
import { base64, document, path, startTokenServices } from "./token-services.mjs";

describe("upstream", { timeout: 120_000 }, () => {
  let all, erc721, host, get, token, assertFails, assertNoLeaks;
  before(async () => ({ erc721, host, get, token, assertFails, assertNoLeaks } = all = await startTokenServices()));
  after(() => all?.close());

  test("responds 504 when a host or an RPC endpoint never responds", async () => {
    host.on("/neverRespond", neverRespond);
    host.on("/drip", (request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write(" "), 300);
      response.on("close", () => clearInterval(timer));
    });
    const targets = [await token(`${host.url}/neverRespond`), await token(`${host.url}/drip`)];
    await Promise.all([...targets, path(erc721.address, "1", "b=6")].map((target) => assertFails(target, 504)));
  });

  test("tries RPC endpoints in order, and responds 502 when all fail", async () => {
    const succeeded = (await token(document)).replace("b=31337", "b=8");
    assert.equal((await get(succeeded)).text, document);
    for (const query of ["b=7", "b=9"]) await assertFails(path(erc721.address, "1", query), 502);
    // A final result of a chain is not requested from another endpoint.
    await assertFails(path(erc721.address, "505505", "b=8"), 404);
  });

  test("sends ETag, 304 and Cache-Control", async () => {
    const target = await token(`data:application/json;base64,${base64}`);
    const first = await get(target);
    const etag = first.headers.get("etag");
    assert.match(etag, /^W\/"[^"]+"$/);
    assert.equal(first.headers.get("cache-control"), "public, max-age=300, stale-while-revalidate=86400");
    for (const sent of [etag, etag.slice(2), `"x", ${etag}`, "*"]) {
      const second = await get(target, { headers: { "if-none-match": sent } });
      assert.deepEqual([second.status, second.text, second.headers.get("etag")], [304, "", etag], sent);
      assert.equal(second.headers.get("access-control-allow-origin"), "*");
    }
    assert.equal((await get(target, { headers: { "if-none-match": 'W/"other"' } })).status, 200);
  });

  test("deduplicates 50 requests and caches the document", async () => {
    host.on("/once", delayed(300, json(document)));
    const target = await token(`${host.url}/once`);
    const responses = await Promise.all(Array.from({ length: 50 }, () => get(target)));
    assert.deepEqual(
      new Set(responses.map(({ status: code, text }) => `${code} ${text}`)),
      new Set([`200 ${document}`]),
    );
    await get(target);
    assert.equal(host.count("/once"), 1);
  });

  test("deduplicates 50 failing requests", async () => {
    host.on("/never", delayed(300, status(503)));
    const target = await token(`${host.url}/never`);
    const responses = await Promise.all(Array.from({ length: 50 }, () => get(target)));
    assert.ok(
      responses.every(({ status: code }) => code === 502 || code === 503),
      responses.map(({ status: code }) => code).join(),
    );
    assert.ok(host.count("/never") <= 3, `${host.count("/never")} times`);
  });

  test("responds 200 or 503 to more requests than may be in flight", async (t) => {
    const targets = await Promise.all(Array.from({ length: 100 }, async (_, i) => {
      host.on(`/many/${i}`, delayed(400, json(`${i}`)));
      return token(`${host.url}/many/${i}`);
    }));
    const responses = await Promise.all(targets.map((target) => get(target)));
    for (const [i, { status: code, text, headers, json: body }] of responses.entries()) {
      if (code === 200) assert.equal(text, `${i}`);
      else
        assert.ok(
          [429, 503].includes(code) && Number(headers.get("retry-after")) >= 1 && body.message,
          `${code} ${text}`,
        );
    }
    const succeeded = responses.filter(({ status: code }) => code === 200).length;
    t.diagnostic(`${succeeded} of 100 to one host were served at once`);
    assert.ok(succeeded >= 10, `${succeeded}`);
  });

  test("rejects a body that is a thousand times larger after decompression", async () => {
    const zeros = gzipSync(Buffer.alloc(64 * 2 ** 20, 0x20));
    host.on("/bomb", json(zeros, { "content-encoding": "gzip" }));
    await assertFails(await token(`${host.url}/bomb`), 502);
  });

  test("no message contains an address, and no message or log a secret of a URL", () =>
    assert.ok(assertNoLeaks() > 50));
});
