// Token documents, from contracts on a chain and from hosts of metadata.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { json, redirect, status } from "./stub-server.mjs";
import { base64, document, path, startTokenServices } from "./token-services.mjs";

const MAX = (2n ** 256n - 1n).toString();
const CID = "bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy";

describe("token documents", { timeout: 120_000 }, () => {
  let all, chain, erc721, broken, gateway, host, deadPort, get, token, assertDocument, assertFails, assertNoLeaks;
  before(
    async () =>
      ({ chain, erc721, broken, gateway, host, deadPort, get, token, assertDocument, assertFails, assertNoLeaks } =
        all =
          await startTokenServices()),
  );
  after(() => all?.close());

  test("reads data: URIs in base64, percent-encoded, and with raw # and %", async () => {
    await assertDocument(`data:application/json;base64,${base64}`);
    await assertDocument(`data:application/json;charset=utf-8;base64,${base64}`);
    await assertDocument(`data:application/json,${encodeURIComponent(document)}`);
    await assertDocument(`data:application/json;utf8,${document}`);
    await assertDocument('data:application/json,{"rate":"100% #1"}', '{"rate":"100% #1"}');
  });

  test("reads a document in place of a URI", () => assertDocument(document));

  test("reads http: URIs and follows a limited number of redirects", async () => {
    host.on("/a.json?v=1", json(document));
    await assertDocument(`${host.url}/a.json?v=1#part`);
    host.on("/r1", redirect("/r2"));
    host.on("/r2", redirect(`${host.url}/a.json?v=1`, 308));
    await assertDocument(`${host.url}/r1`);
    host.on("/round", redirect("/round"));
    await assertFails(await token(`${host.url}/round`), 502);
    assert.ok(host.count("/round") < 12, `${host.count("/round")} times`);
  });

  test("reads ipfs: and ar: URIs when the first gateway fails", async () => {
    gateway.on(`/ipfs/${CID}/1.json`, json(document));
    for (const uri of [`ipfs://${CID}/1.json`, `ipfs://ipfs/${CID}/1.json`]) await assertDocument(uri);
    gateway.on(`/ipfs/${CID}`, json("[1]"));
    for (const uri of [`ipfs://${CID}`, CID]) await assertDocument(uri, "[1]");
    const id = "vX-9_".padEnd(43, "a");
    gateway.on(`/${id}/7.json`, json(document));
    await assertDocument(`ar://${id}/7.json`);
    assert.ok(broken.hits.includes(`/ipfs/${CID}/1.json`), "the first gateway received a request");
  });

  test("replaces {id} of an ERC-1155 URI by 64 hexadecimal digits", async () => {
    const erc1155 = await chain.deploy("Erc1155");
    await erc1155.send("setURI", `${host.url}/{id}.json`);
    for (const id of ["26", MAX]) {
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
    await assertFails(path(erc721.address, "1", "b=31338"), 400, /\bb\b.*31338|31338.*\bb\b/);
  });

  test("responds 502 for an unreachable host, an error, invalid JSON, a large body or an unknown scheme", async () => {
    await assertFails(await token(`http://127.0.0.1:${deadPort}/x`), 502);
    host.on("/500", status(500));
    host.on("/text", json("<html>not JSON</html>"));
    host.on("/half", json('{"a":'));
    host.on("/large", json(JSON.stringify("x".repeat(40 * 2 ** 20))));
    host.on("/utf8", json(Buffer.from([0x22, 0xc3, 0x28, 0x22])));
    for (const name of ["500", "404", "text", "half", "large", "utf8"])
      await assertFails(await token(`${host.url}/${name}`), 502);
    const unknown = ["javascript:alert(1)", "file:///etc/passwd", "gopher://127.0.0.1/", "data:application/json,{"];
    for (const uri of [...unknown, "http://", "no uri at all", "\u0000"]) {
      const response = await get(await token(uri));
      assert.ok([404, 502].includes(response.status), `${uri}: ${response.status} ${response.text}`);
    }
  });

  test("no message contains an address, and no message or log a secret of a URL", () =>
    assert.ok(assertNoLeaks() > 15));
});
