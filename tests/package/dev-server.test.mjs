// The development server: its files, its headers and its service.
import assert from "node:assert/strict";
import { connect } from "node:net";
import { after, before, test } from "node:test";
import { simulatedTransfersAt } from "../../pkg/dist/embedded/simulation.js";
import { KEYS_FILE, SEED_FILES, readPictures } from "../../scripts/seed.mjs";
import { serve } from "../../scripts/serve.mjs";

let server;
before(async () => (server = await serve({ port: 0 })));
after(() => server?.close());
const get = (path, init) => fetch(server.url + path, init);

/** The status of an exact path, which fetch would normalise. */
function statusOf(path) {
  return new Promise((resolve, reject) => {
    const socket = connect(new URL(server.url).port, "127.0.0.1");
    socket
      .on("error", reject)
      .write(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    let text = "";
    socket
      .on("data", (chunk) => (text += chunk))
      // The response begins with a line such as "HTTP/1.1 404 Not Found".
      .on("close", () => resolve(Number(text.split(" ")[1])));
  });
}

test("sends the page with its security headers", async () => {
  const response = await get("/");
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("content-type"), "text/html; charset=utf-8");
  assert.match(
    response.headers.get("content-security-policy"),
    /^default-src 'none'.*'wasm-unsafe-eval'.*trusted-types 'none'; frame-ancestors 'none'$/,
  );
  assert.equal(response.headers.get("x-content-type-options"), "nosniff");
  assert.equal(response.headers.get("cache-control"), "no-cache");
});

test("compresses pages, scripts and style sheets for a browser that accepts gzip", async () => {
  const html = await (await get("/")).text();
  const [, script] = /modulepreload" href="([^"]+)"/.exec(html);
  for (const path of ["/", `/${script}`, "/style.css"]) {
    const [compressed, plain] = await Promise.all([
      get(path),
      get(path, { headers: { "accept-encoding": "identity" } }),
    ]);
    assert.deepEqual(
      [compressed.headers.get("content-encoding"), plain.headers.get("content-encoding")],
      ["gzip", null],
    );
    assert.ok(
      Number(compressed.headers.get("content-length")) <
        Number(plain.headers.get("content-length")) / 2,
      path,
    );
    assert.equal(await compressed.text(), await plain.text());
  }
});

test("sends a page at its path without the extension", async () => {
  const [withExtension, without] = await Promise.all([get("/index.html"), get("/index")]);
  assert.equal(without.status, 200);
  assert.equal(without.headers.get("content-type"), "text/html; charset=utf-8");
  assert.equal(await without.text(), await withExtension.text());
  assert.equal((await get("/missing")).status, 404);
});

test("sends the package with the content types that browsers require", async () => {
  assert.match((await get("/pkg/index.js")).headers.get("content-type"), /^text\/javascript/);
  assert.equal(
    (await get("/pkg/ethereal_query.wasm")).headers.get("content-type"),
    "application/wasm",
  );
});

test("sends the pictures as images and sandboxes them", async () => {
  for (const { cid, svg } of readPictures()) {
    const response = await get(`/ipfs/${cid}`);
    assert.equal(await response.text(), svg);
    assert.equal(response.headers.get("content-type"), "image/svg+xml", cid);
    assert.match(response.headers.get("content-security-policy"), /^sandbox/);
  }
});

test("sends no file outside of its folders", async () => {
  const paths = [
    "/../package.json",
    "/pkg/../../package.json",
    "/%2e%2e/package.json",
    "/pkg/..%2f..%2fpackage.json",
    "/..%5cpackage.json",
    "/%00",
    "/%",
    "//etc/passwd",
    "/ipfs/../keys.json",
    "/pkg",
  ];
  for (const path of paths) assert.equal(await statusOf(path), 404, path);
});

test("the service responds below /api to pages of any origin", async () => {
  const { baseUrl, apiKey } = await (await get("/config.json")).json();
  const refused = await get(`${baseUrl}/project`);
  assert.equal(refused.status, 401);
  assert.deepEqual(await refused.json(), { message: "Invalid API key." });
  const response = await get(`${baseUrl}/project`, { headers: { "x-api-key": apiKey } });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("access-control-allow-origin"), "*");
  assert.equal(response.headers.get("cross-origin-resource-policy"), null);
  assert.equal((await get(`${baseUrl}/project`, { method: "OPTIONS" })).status, 204);
  assert.equal((await get(`${baseUrl}/project`, { method: "POST", body: "{}" })).status, 405);
});

test("serves the simulated transfers of the current time", async () => {
  const { baseUrl, apiKey, hasSimulatedTransfers } = await (await get("/config.json")).json();
  assert.equal(hasSimulatedTransfers, true);
  for (const { hash } of simulatedTransfersAt(Date.now())) {
    const response = await get(`${baseUrl}/bridge/transfers/transactions/${hash}`, {
      headers: { "x-api-key": apiKey },
    });
    const [record] = (await response.json()).bridgeData.bridgeData;
    assert.equal(record.simulated, true);
    assert.equal(record.originTxnHash, hash);
    // The transfers began less than ten seconds ago, so they still have their first status.
    assert.match(record.status, /^wait-(wh|rb)$/);
  }
});

test("sends the sample data for the embedded service of the page", async () => {
  for (const name of [KEYS_FILE, ...Object.values(SEED_FILES)]) {
    assert.equal((await get(`/seed/${name}`)).status, 200, name);
  }
});

test("accepts only GET and HEAD for files", async () => {
  const head = await get("/pkg/index.js", { method: "HEAD" });
  assert.ok(Number(head.headers.get("content-length")) > 0);
  assert.equal((await get("/", { method: "POST" })).status, 405);
});
