// Tests token documents, which the service reads from contracts on a chain and from hosts of metadata. Some hosts and
// RPC endpoints are slow, busy or broken, or send too much. The tests also count the requests of the service.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { json, redirect, status, delayed, neverRespond } from "./stub-server.mjs";
import { base64, document, path, startTokenServices } from "./token-services.mjs";

const MAX_ID = (2n ** 256n - 1n).toString();
const CID = "bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy";

describe("token documents", () => {
  let services,
    chain,
    erc721,
    broken,
    gateway,
    host,
    deadPort,
    get,
    token,
    assertDocument,
    assertFails,
    assertNoLeaks;
  before(async () => {
    services = await startTokenServices();
    ({
      chain,
      erc721,
      broken,
      gateway,
      host,
      deadPort,
      get,
      token,
      assertDocument,
      assertFails,
      assertNoLeaks,
    } = services);
  });
  after(() => services?.close());

  test("reads data: URIs in base64, percent-encoded, and with raw # and %", async () => {
    await assertDocument(`data:application/json;base64,${base64}`);
    await assertDocument(`data:application/json;charset=utf-8;base64,${base64}`);
    await assertDocument(`data:application/json,${encodeURIComponent(document)}`);
    await assertDocument(`data:application/json;utf8,${document}`);
    await assertDocument('data:application/json,{"rate":"100% #1"}', '{"rate":"100% #1"}');
  });

  test("reads a document that stands where a URI is expected", () => assertDocument(document));

  test("reads http: URIs and follows a limited number of redirects", async () => {
    host.on("/a.json?v=1", json(document));
    await assertDocument(`${host.url}/a.json?v=1#part`);
    host.on("/r1", redirect("/r2"));
    host.on("/r2", redirect(`${host.url}/a.json?v=1`, 308));
    await assertDocument(`${host.url}/r1`);
    host.on("/round", redirect("/round"));
    await assertFails(await token(`${host.url}/round`), 502);
    // The service follows at most five redirects, and does not read the URI again.
    assert.equal(host.count("/round"), 6);
  });

  test("reads ipfs: and ar: URIs when the first gateway fails", async () => {
    gateway.on(`/ipfs/${CID}/1.json`, json(document));
    for (const uri of [`ipfs://${CID}/1.json`, `ipfs://ipfs/${CID}/1.json`])
      await assertDocument(uri);
    gateway.on(`/ipfs/${CID}`, json("[1]"));
    for (const uri of [`ipfs://${CID}`, CID]) await assertDocument(uri, "[1]");
    // An id of Arweave has 43 characters.
    const id = "vX-9_".padEnd(43, "a");
    gateway.on(`/${id}/7.json`, json(document));
    await assertDocument(`ar://${id}/7.json`);
    assert.ok(broken.hits.includes(`/ipfs/${CID}/1.json`), "the first gateway received a request");
  });

  test("replaces {id} of an ERC-1155 URI by 64 hexadecimal digits", async () => {
    const erc1155 = await chain.deploy("Erc1155");
    await erc1155.send("setURI", `${host.url}/{id}.json`);
    for (const id of ["26", MAX_ID]) {
      const digits = BigInt(id).toString(16).padStart(64, "0");
      host.on(`/${digits}.json`, json(`{"id":"{id}","of":${id}}`));
      for (const written of [id, `0x${BigInt(id).toString(16)}`]) {
        const response = await get(path(erc1155.address, written, "b=31337&s=1"));
        // The service replaces {id} in the URI only. The client replaces it in the document.
        assert.deepEqual([response.status, response.text], [200, `{"id":"{id}","of":${id}}`]);
      }
    }
  });

  test("responds 404 for an unknown token, no contract, another standard or no URI", async () => {
    const erc1155 = await chain.deploy("Erc1155");
    await assertFails(path(erc721.address, "404404"), 404, /404404/);
    await assertFails(path(`0x${"12".repeat(20)}`, "1"), 404);
    await assertFails(path(erc721.address, "1", "b=31337&s=1"), 404);
    await assertFails(path(erc1155.address, "1"), 404);
    await assertFails(await token(""), 404);
  });

  test("responds 400 for a chain without an RPC endpoint", async () => {
    await assertFails(path(erc721.address, "1", "b=31338"), 400, /\bb: 31338\b/);
  });

  test("responds 502 for an unreachable host, an error or a part of a document, and refuses retries", async () => {
    host.on("/500", status(500));
    host.on("/206", status(206, "{}"));
    for (const uri of [`http://127.0.0.1:${deadPort}/x`, `${host.url}/500`, `${host.url}/206`]) {
      const target = await token(uri);
      await assertFails(target, 502);
      assert.equal((await get(target)).headers.get("x-should-retry"), "false");
    }
  });

  test("responds 422 for a token without a document, names the content, and refuses retries", async () => {
    host.on("/text", json("<html>not JSON</html>"));
    host.on("/half", json('{"a":1,}'));
    host.on("/empty", json(""));
    host.on("/large", json(JSON.stringify("x".repeat(40 * 2 ** 20))));
    for (const [uri, message] of [
      [`${host.url}/404`, /no document .*status 404/],
      [`${host.url}/text`, /an HTML page\. Expected JSON/],
      [`${host.url}/half`, /JSON with an error at byte 7/],
      [`${host.url}/empty`, /nothing\. Expected JSON/],
      [`${host.url}/large`, /too large\. Expected at most 1 MiB/],
      ["hello", /"hello"\. Expected JSON, /],
      ["no uri at all", /"no uri at all"/],
      ["javascript:alert(1)", /scheme "javascript"/],
      ["file:///etc/passwd", /scheme "file"/],
      ["gopher://127.0.0.1/", /scheme "gopher"/],
      ["http://", /scheme "http"/],
      ["data:application/json,{", /JSON with an error at byte 1/],
      ["data:text/html,<html>", /an HTML page/],
    ]) {
      const target = await token(uri);
      await assertFails(target, 422, message);
      const { status: code, headers } = await get(target);
      assert.deepEqual(
        [code, headers.get("x-should-retry"), headers.get("retry-after")],
        [422, "false", null],
        uri,
      );
    }
    // The service removes zero bytes around a URI, so this token has no URI.
    await assertFails(await token("\u0000"), 404, /has no URI/);
  });

  test("reads text of other charsets, and replaces bytes that are not text", async () => {
    const latin = Buffer.from('{"name":"Caf\u00e9"}', "latin1");
    host.on("/latin", (request, response) =>
      response
        .writeHead(200, { "content-type": "application/json; charset=iso-8859-1" })
        .end(latin),
    );
    // 0x22 is the quotation mark, and 0xc3 begins a character that 0x28 cannot continue.
    host.on("/utf8", json(Buffer.from([0x22, 0xc3, 0x28, 0x22])));
    await assertDocument(`${host.url}/latin`, '{"name":"Caf\u00e9"}');
    await assertDocument(`${host.url}/utf8`, '"\ufffd("');
  });

  test("makes a document of a picture or a video, and says so in a header", async () => {
    // The beginning of a PNG file.
    const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
    // A document may have at most 1 MiB. Of a picture, the service reads only the first bytes.
    const large = Buffer.concat([png, Buffer.alloc(3 * 2 ** 20)]);
    host.on("/large.png", (request, response) =>
      response.writeHead(200, { "content-type": "image/png" }).end(large),
    );
    host.on("/a", (request, response) =>
      response.writeHead(200, { "content-type": "text/plain" }).end("<svg/>"),
    );
    host.on("/a.mp4", (request, response) =>
      response.writeHead(200, { "content-type": "video/mp4" }).end(large),
    );
    gateway.on(`/ipfs/${CID}/1.png`, (request, response) => response.writeHead(200).end(png));
    for (const uri of [
      `${host.url}/large.png`,
      `${host.url}/a`,
      `${host.url}/a.mp4`,
      `ipfs://${CID}/1.png`,
      "data:image/svg+xml;utf8,<svg fill='#fff'/>",
    ]) {
      const response = await get(await token(uri));
      assert.deepEqual([response.status, response.json], [200, { image: uri }], uri);
      assert.equal(response.headers.get("x-token-uri-content"), "image");
    }
    const responseWithDocument = await get(await token(document));
    assert.equal(responseWithDocument.headers.get("x-token-uri-content"), null);
  });

  test("no message contains an address, and neither a message nor the log contains a secret of a URL", () =>
    // The number of messages that `assertNoLeaks` has checked.
    assert.ok(assertNoLeaks() > 15));
});

// Chain 6 never responds, chain 7 is unreachable, chain 8 works at its third RPC endpoint, and chain 9 always responds
// 429.
describe("upstream", () => {
  let services, erc721, host, get, token, key, assertFails, assertNoLeaks;
  before(async () => {
    services = await startTokenServices();
    ({ erc721, host, get, token, key, assertFails, assertNoLeaks } = services);
  });
  after(() => services?.close());

  test("responds 504 when a host or an RPC endpoint never responds", async () => {
    host.on("/neverRespond", neverRespond);
    // This response begins, but never ends.
    host.on("/drip", (request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write(" "), 300);
      response.on("close", () => clearInterval(timer));
    });
    const targets = [await token(`${host.url}/neverRespond`), await token(`${host.url}/drip`)];
    await Promise.all(
      [...targets, path(erc721.address, "1", "b=6")].map((target) => assertFails(target, 504)),
    );
  });

  test("tries RPC endpoints in order, and responds 502 when all fail", async () => {
    const succeeded = (await token(document)).replace("b=31337", "b=8");
    assert.equal((await get(succeeded)).text, document);
    for (const query of ["b=7", "b=9"]) await assertFails(path(erc721.address, "1", query), 502);
    // The result of a chain is final: the service does not send the request to another endpoint.
    await assertFails(path(erc721.address, "505505", "b=8"), 404);
  });

  test("sends ETag, 304 and Cache-Control", async () => {
    const target = await token(`data:application/json;base64,${base64}`);
    const first = await get(target);
    const etag = first.headers.get("etag");
    assert.match(etag, /^W\/"[^"]+"$/);
    assert.equal(first.headers.get("cache-control"), "public, max-age=60");
    // Without its first two characters, `W/`, the ETag is strong.
    for (const sent of [etag, etag.slice(2), `"x", ${etag}`, "*"]) {
      const second = await get(target, { headers: { "if-none-match": sent } });
      assert.deepEqual(
        [second.status, second.text, second.headers.get("etag")],
        [304, "", etag],
        sent,
      );
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

  test("reads a document again for Cache-Control: no-cache with a key", async () => {
    let count = 0;
    host.on("/renewed", (request, response) => {
      count++;
      const respond = json(`${count}`);
      respond(request, response);
    });
    const target = await token(`${host.url}/renewed`);
    const read = async (headers) => (await get(target, { headers })).text;
    assert.equal(await read({}), "1");
    const noCache = { "cache-control": "max-age=0, no-cache" };
    for (const headers of [noCache, { ...noCache, "x-api-key": "unknown" }, { "x-api-key": key() }])
      assert.equal(await read(headers), "1", JSON.stringify(headers));
    assert.equal(await read({ ...noCache, "x-api-key": key() }), "2");
    assert.equal(await read({}), "2");
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

  test("responds 200, or 429 or 503 with Retry-After, to more requests than may be in flight", async (t) => {
    const targets = [];
    for (let i = 0; i < 100; i++) {
      host.on(`/many/${i}`, delayed(400, json(`${i}`)));
      targets.push(await token(`${host.url}/many/${i}`));
    }
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
    const compressedSpaces = gzipSync(Buffer.alloc(64 * 2 ** 20, 0x20));
    host.on("/bomb", json(compressedSpaces, { "content-encoding": "gzip" }));
    await assertFails(await token(`${host.url}/bomb`), 422);
  });

  test("no message contains an address, and neither a message nor the log contains a secret of a URL", () =>
    assert.ok(assertNoLeaks() > 50));
});
