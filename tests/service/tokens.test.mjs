// Token documents through the whole path: contracts on a real chain, hosts of metadata, and the service between them.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { json, redirect, status } from "./gateway.mjs";
import { base64, document, path, world } from "./world.mjs";

const MAX = (2n ** 256n - 1n).toString();
const CID = "bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy";

describe("token documents", { timeout: 120_000 }, () => {
  let all, chain, erc721, broken, gateway, host, deadPort, get, token, gives, fails, discreet;
  before(async () => ({ chain, erc721, broken, gateway, host, deadPort, get, token, gives, fails, discreet } = all = await world()));
  after(() => all?.close());

  test("data: base64, percent-encoded, and with raw # and %", async () => {
    await gives(`data:application/json;base64,${base64}`);
    await gives(`data:application/json;charset=utf-8;base64,${base64}`);
    await gives(`data:application/json,${encodeURIComponent(document)}`);
    await gives(`data:application/json;utf8,${document}`);
    await gives('data:application/json,{"rate":"100% #1"}', '{"rate":"100% #1"}');
  });

  test("the document itself instead of a URI", () => gives(document));

  test("http, also through redirects, but not through too many", async () => {
    host.on("/a.json?v=1", json(document));
    await gives(`${host.url}/a.json?v=1#part`);
    host.on("/r1", redirect("/r2"));
    host.on("/r2", redirect(`${host.url}/a.json?v=1`, 308));
    await gives(`${host.url}/r1`);
    host.on("/round", redirect("/round"));
    await fails(await token(`${host.url}/round`), 502);
    assert.ok(host.count("/round") < 12, `${host.count("/round")} times`);
  });

  test("ipfs and ar, where the first gateway is broken", async () => {
    gateway.on(`/ipfs/${CID}/1.json`, json(document));
    for (const uri of [`ipfs://${CID}/1.json`, `ipfs://ipfs/${CID}/1.json`]) await gives(uri);
    gateway.on(`/ipfs/${CID}`, json("[1]"));
    for (const uri of [`ipfs://${CID}`, CID]) await gives(uri, "[1]");
    const id = "vX-9_".padEnd(43, "a");
    gateway.on(`/${id}/7.json`, json(document));
    await gives(`ar://${id}/7.json`);
    assert.ok(broken.hits.includes(`/ipfs/${CID}/1.json`), "the first gateway was asked first");
  });

  test("ERC-1155: {id} is the id in 64 hexadecimal digits", async () => {
    const erc1155 = await chain.deploy("Erc1155");
    await erc1155.send("setURI", `${host.url}/{id}.json`);
    for (const id of ["26", MAX]) {
      const digits = BigInt(id).toString(16).padStart(64, "0");
      host.on(`/${digits}.json`, json(`{"id":"{id}","of":${id}}`));
      for (const written of [id, `0x${BigInt(id).toString(16)}`]) {
        const answer = await get(path(erc1155.address, written, "b=31337&s=1"));
        // The body stays as it is: replacing in it is the client's.
        assert.deepEqual([answer.status, answer.text], [200, `{"id":"{id}","of":${id}}`]);
      }
    }
  });

  test("404: no such token, no contract, another standard, no URI", async () => {
    const erc1155 = await chain.deploy("Erc1155");
    await fails(path(erc721.address, "404404"), 404, /404404/);
    await fails(path(`0x${"12".repeat(20)}`, "1"), 404);
    await fails(path(erc721.address, "1", "b=31337&s=1"), 404);
    await fails(path(erc1155.address, "1"), 404);
    await fails(await token(""), 404);
  });

  test("400: a chain nobody configured", async () => {
    await fails(path(erc721.address, "1", "b=31338"), 400, /\bb\b.*31338|31338.*\bb\b/);
  });

  test("502: nobody listens, an error, not JSON, an image, too much, an unknown scheme", async () => {
    await fails(await token(`http://127.0.0.1:${deadPort}/x`), 502);
    host.on("/500", status(500));
    host.on("/text", json("<html>not JSON</html>"));
    host.on("/half", json('{"a":'));
    host.on("/large", json(JSON.stringify("x".repeat(40 * 2 ** 20))));
    host.on("/utf8", json(Buffer.from([0x22, 0xc3, 0x28, 0x22])));
    for (const name of ["500", "404", "text", "half", "large", "utf8"]) await fails(await token(`${host.url}/${name}`), 502);
    const unknown = ["javascript:alert(1)", "file:///etc/passwd", "gopher://127.0.0.1/", "data:application/json,{"];
    for (const uri of [...unknown, "http://", "no uri at all", "\u0000"]) {
      const answer = await get(await token(uri));
      assert.ok([404, 502].includes(answer.status), `${uri}: ${answer.status} ${answer.text}`);
    }
  });

  test("no message told an address, and neither messages nor log a secret of a URL", () => assert.ok(discreet() > 15));
});
