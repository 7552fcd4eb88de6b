// `ethereal-query serve`: loads files with records and serves the records from memory.
import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { temporary, until } from "../service/processes.mjs";
import {
  KEY,
  assertClean,
  launch,
  records,
  run,
  seedFile,
  serveFiles,
  serveSeed,
} from "./program.mjs";

const folder = temporary("cli");
/** Writes a file and returns its path. */
const file = (name, text) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const keyed = { headers: { "x-api-key": KEY } };

describe("with the sample data", () => {
  let service;
  before(async () => (service = await serveSeed()));
  after(() => service.close());
  const get = (path, options) => fetch(service.url + path, options);
  const getJson = async (path) => (await get(path, keyed)).json();

  test("responds on the endpoints", async () => {
    const [token] = records("tokens.ndjson");
    // The parameter `b` is the chain id.
    const document = await get(`/tokens/${token.address}/${token.id}/uri?b=${token.chainId}`);
    assert.equal(await document.text(), token.document);
    const transfer = records("transfers.ndjson").find(({ chainType }) => chainType === "mainnet");
    const { bridgeData } = await getJson(
      `/bridge/transfers/transactions/${transfer.originTxnHash}`,
    );
    assert.equal(bridgeData.bridgeData.length, 1);
    const project = await getJson("/project");
    assert.equal(project.requestOwner, "demo");
    const page = await getJson("/ethereals?page_size=3");
    assert.equal(page.etherealData.length, 3);
  });

  test("responds to HEAD and preflight requests, and sends 401, 404 or 405 to invalid requests", async () => {
    assert.equal((await get("/project")).status, 401);
    assert.equal((await get("/nothing")).status, 404);
    assert.equal((await get("/project", { ...keyed, method: "POST", body: "x" })).status, 405);
    const head = await get("/project", { ...keyed, method: "HEAD" });
    assert.deepEqual([head.status, await head.text()], [200, ""]);
    const preflight = await get("/project", { method: "OPTIONS" });
    assert.deepEqual(
      [preflight.status, preflight.headers.get("access-control-allow-origin")],
      [204, "*"],
    );
  });

  test("survives targets and methods that no browser sends", async () => {
    const { port } = new URL(service.url);
    for (const options of [
      { path: "*", method: "GET" },
      { path: "//x:y", method: "GET" },
      { path: "/", method: "TRACE" },
    ]) {
      const sent = request({ port, host: "127.0.0.1", ...options }).end();
      const [response] = await once(sent, "response");
      response.resume();
      assert.ok(
        response.statusCode >= 400 && response.statusCode < 500,
        `${options.path}: ${response.statusCode}`,
      );
    }
    assert.equal((await get("/project", keyed)).status, 200);
  });

  test("prints its URL, and not the key", () => {
    const { stdout, stderr } = service.child.output;
    assert.equal(stdout, `Listening on ${service.url}\n`);
    assert.match(stderr, new RegExp(`--base-url ${service.url}`));
    assertClean(stdout + stderr);
  });
});

describe("files", () => {
  test("accepts a JSON array, several files of a kind, and KIND=FILE for a file of any name", async () => {
    const hash = (digit) => `0x${digit.repeat(64)}`;
    const record = (id) => JSON.stringify({ _id: id, status: "done", originTxnHash: hash(id) });
    const first = file("transfers-1.json", `\ufeff[${record("1")},\n ${record("2")}]`);
    const second = file("export.txt", `${record("3")}\r\n\r\n${record("4")}`);
    const service = await serveFiles([first, `transfers=${second}`]);
    for (const id of ["1", "2", "3", "4"]) {
      const { status, stdout } = await run([
        "transfer",
        hash(id),
        "--json",
        "--base-url",
        service.url,
      ]);
      assert.deepEqual([status, JSON.parse(stdout)._id], [0, id]);
    }
    await service.close();
  });

  test("accepts the key of the environment, and serves only tokens if the environment has no key", async () => {
    const withKey = await serveFiles([seedFile("tokens.ndjson")]);
    assert.equal((await fetch(`${withKey.url}/project`, keyed)).status, 200);
    await withKey.close();
    const withoutKey = await serveFiles([seedFile("tokens.ndjson")], {
      ETHEREAL_QUERY_API_KEY: undefined,
    });
    assert.equal((await fetch(`${withoutKey.url}/project`, keyed)).status, 401);
    assert.match(withoutKey.child.output.stderr, /responds only to requests for tokens/);
    await withoutKey.close();
  });

  const good = JSON.stringify({ _id: "1", status: "done" });
  const CASES = [
    [
      "a record without a status, by line",
      "transfers-a.ndjson",
      `${good}\n\n{"_id":"2"}\n{"_id":"3"}\n`,
      /transfers-a\.ndjson, line 3: .*\/status/,
    ],
    [
      "a line that is not JSON",
      "ethereals-b.ndjson",
      `${good}\nhello\n`,
      /ethereals-b\.ndjson, line 2: .*JSON/,
    ],
    [
      "a record of an array, by index",
      "transfers-c.json",
      `[${good}, {"_id":"2"}]`,
      /transfers-c\.json: .*transfers\[1\].*\/status/,
    ],
    [
      "a token without an address",
      "tokens-d.ndjson",
      '{"chainId":1,"document":"{}"}',
      /tokens-d\.ndjson, line 1: .*address/,
    ],
    [
      "a file that is not UTF-8",
      "tokens-e.ndjson",
      Buffer.from([0xff, 0xfe]),
      /tokens-e\.ndjson: it is not UTF-8\./,
    ],
  ];
  for (const [name, path, text, message] of CASES) {
    test(`refuses ${name}`, async () => {
      const { status, stdout, stderr } = await run(["serve", file(path, text), "--port", "0"]);
      assert.match(stderr, message);
      assert.deepEqual([status, stdout], [1, ""]);
    });
  }

  test("refuses a missing file and bad keys, and shows no key", async () => {
    const missing = await run(["serve", join(folder, "tokens.missing")]);
    assert.match(missing.stderr, /Cannot read .*tokens\.missing: .*no such file/);
    assert.equal(missing.status, 1);
    const keys = file(
      "keys.ndjson",
      `${JSON.stringify({ key: "one", requestOwner: "a", auth: {} })}\n${JSON.stringify({ key: "very secret" })}\n`,
    );
    const bad = await run(["serve", seedFile("tokens.ndjson"), "--keys", keys]);
    assert.match(bad.stderr, /keys\.ndjson, line 2: .*key/);
    assert.ok(!bad.stderr.includes("secret"));
    assert.equal(bad.status, 1);
  });
});

describe("the port", () => {
  test("a port in use ends with 1 and advice", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address();
    const { status, stderr } = await run([
      "serve",
      seedFile("tokens.ndjson"),
      "--port",
      String(port),
    ]);
    other.close();
    assert.equal(status, 1);
    assert.match(
      stderr,
      new RegExp(
        `Cannot listen on port ${port} of 127.0.0.1: it is in use\\.\\n  Choose another --port`,
      ),
    );
  });

  test("an address of another machine ends with 1", async () => {
    const { status, stderr } = await run([
      "serve",
      seedFile("tokens.ndjson"),
      "--host",
      "192.0.2.1",
      "--port",
      "0",
    ]);
    assert.equal(status, 1);
    assert.match(stderr, /192\.0\.2\.1: .*Choose another --port/s);
  });

  test("--json prints the URL, and --host sets the address", async () => {
    const child = launch([
      "serve",
      seedFile("tokens.ndjson"),
      "--port",
      "0",
      "--host",
      "localhost",
      "--json",
    ]);
    await until("the URL", () => child.output.stdout);
    const { url } = JSON.parse(child.output.stdout);
    assert.equal((await fetch(`${url}/project`, keyed)).status, 200);
    child.kill("SIGTERM");
    assert.deepEqual(await child.ended, { status: 0, signal: null });
  });
});

for (const signal of ["SIGINT", "SIGTERM"]) {
  test(`${signal} ends the program with 0, even while a client is in the middle of a request`, async () => {
    const service = await serveFiles([seedFile("tokens.ndjson")]);
    const { port } = new URL(service.url);
    const client = connect(Number(port), "127.0.0.1").on("error", () => {});
    // A request without its end.
    client.write("GET /project HTTP/1.1\r\n");
    await (await fetch(`${service.url}/project`, keyed)).text();
    assert.deepEqual(await service.close(signal), { status: 0, signal: null });
    await assert.rejects(fetch(`${service.url}/project`));
    client.destroy();
  });
}
