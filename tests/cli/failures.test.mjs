// Exit codes, the messages of failures, pipes that close early, and signals.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { after, before, describe, test } from "node:test";
import { freePort, sleep, until } from "../service/processes.mjs";
import { KEY, MAIN, launch, pageBody, run, scriptedService } from "./program.mjs";

const HASH = `0x${"a".repeat(64)}`;
const TOKEN = ["token", `0x${"1".repeat(40)}`, "1", "--chain-id", "1"];
/** Nothing listens on this port. A command that sends a request to the URL ends with 1. */
const UNREACHABLE_URL = "http://127.0.0.1:9";
const services = [];
after(() => services.forEach((service) => service.close()));

/** Starts a service that ends after the tests. */
async function service(respond) {
  const scripted = await scriptedService(respond);
  services.push(scripted);
  return scripted;
}

/** Runs a command with a service that always sends the same response. */
async function runAgainst(response, args, options = {}) {
  const { url } = await service(() => response);
  return run(args, { ...options, env: { ETHEREAL_QUERY_URL: url, ...options.env } });
}

const ANY_MESSAGE = /^/;

describe("exit codes", () => {
  const message = (text) => ({ message: text });
  const CASES = [
    [
      "status 401",
      [401, message("Invalid API key.")],
      ["project"],
      4,
      /Invalid API key[^]*Check the key in ETHEREAL_QUERY_API_KEY/,
    ],
    ["status 403", [403, message("No.")], TOKEN, 4, /No\./],
    ["status 404 of a token", [404, message("There is no such token.")], TOKEN, 3, /no such token/],
    [
      "status 404 of a transfer",
      [404, message("Unknown.")],
      ["transfer", HASH],
      3,
      /No transfer on mainnet has the hash 0xaaa/,
    ],
    ["status 400", [400, message("`b` is missing.")], TOKEN, 2, /`b` is missing/],
    // Without `--max-retries 0`, the program would retry after the status 500.
    [
      "status 500",
      [500, message("Out of order.")],
      ["project", "--max-retries", "0"],
      1,
      /Out of order/,
    ],
    [
      "a redirect",
      [302, "", { location: "https://elsewhere.invalid/" }],
      ["project"],
      1,
      ANY_MESSAGE,
    ],
    ["a body that is not JSON", [200, "<html>"], ["project"], 1, /JSON/],
  ];
  for (const [name, response, args, code, expected] of CASES) {
    test(`${name} ends with ${code}`, async () => {
      const { status, stdout, stderr } = await runAgainst(response, args);
      assert.match(stderr, /^ethereal-query: /);
      assert.match(stderr, expected);
      assert.deepEqual([status, stdout], [code, ""]);
    });
  }

  test("an unknown transfer with --json prints `null` and ends with 3", async () => {
    const { status, stdout } = await runAgainst(
      [404, message("Unknown.")],
      ["transfer", HASH, "--json"],
    );
    assert.deepEqual([status, stdout], [3, "null\n"]);
  });

  test("a service that cannot be reached ends with 1, and prints the request, the cause and advice", async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const { status, stdout, stderr } = await run([
      "project",
      "--base-url",
      url,
      "--max-retries",
      "0",
    ]);
    assert.deepEqual([status, stdout], [1, ""]);
    assert.match(
      stderr,
      /^ethereal-query: The service did not respond, or the connection was lost\.\n/,
    );
    assert.match(stderr, new RegExp(`Request: ${url}/project \\(attempts: 1\\)`));
    assert.equal(stderr.split(url).length - 1, 1, "it names the URL once");
    assert.equal(stderr.split("ECONNREFUSED").length - 1, 1, "it names the cause once");
    assert.doesNotMatch(stderr, /CORS/);
    assert.match(stderr, /Check the network and the URL/);
  });

  test("a timeout ends with 1", async () => {
    const { url } = await service(() => undefined);
    const { status, stderr } = await run([
      "project",
      "--base-url",
      url,
      "--timeout-ms",
      "50",
      "--max-retries",
      "0",
    ]);
    assert.equal(status, 1);
    assert.match(stderr, /\b50 ms\b/, "the message shows the time limit");
  });

  test("a failure in the middle of a list keeps the records before it", async () => {
    const page = { etherealData: [{ _id: "1", status: "active" }], nextCursor: "x" };
    const { url } = await service((request, count) =>
      count === 1 ? [200, page] : [400, message("Bad cursor.")],
    );
    const { status, stdout, stderr } = await run(["ethereals", "--json", "--base-url", url]);
    assert.deepEqual([status, stdout], [2, '{"_id":"1","status":"active"}\n']);
    assert.match(stderr, /Bad cursor/);
  });
});

test("announces a retry on standard error", async () => {
  const { url } = await service((request, count) =>
    count === 1 ? [503, {}] : [200, { requestOwner: "demo" }],
  );
  const { status, stdout, stderr } = await run(["project", "--json", "--base-url", url]);
  assert.deepEqual([status, stdout], [0, '{"requestOwner":"demo"}\n']);
  assert.match(stderr, /^Retrying in \d+ ms \(status 503\)\.\n$/);
});

describe("the API key", () => {
  test("is sent to the keyed endpoints, and not for a token", async () => {
    const { url, requests } = await service(() => [200, {}]);
    const env = { ETHEREAL_QUERY_URL: url };
    await run(["project"], { env });
    await run(TOKEN, { env });
    assert.deepEqual(
      requests.map(({ headers }) => headers["x-api-key"]),
      [KEY, undefined],
    );
  });

  test("is missing: nothing is sent, and the exit code is 4", async () => {
    const { url, requests } = await service(() => [200, {}]);
    for (const args of [["project"], ["transfer", HASH], ["ethereals"]]) {
      const { status, stderr } = await run([...args, "--base-url", url], {
        env: { ETHEREAL_QUERY_API_KEY: "" },
      });
      assert.equal(status, 4);
      assert.match(stderr, /Missing API key\. Set ETHEREAL_QUERY_API_KEY\./);
    }
    assert.equal(requests.length, 0);
  });

  test("is malformed: its value is not repeated", async () => {
    const secret = "secret with spaces\n";
    const env = { ETHEREAL_QUERY_API_KEY: secret };
    const { status, stdout, stderr } = await runAgainst([200, {}], ["project"], { env });
    assert.equal(status, 2);
    assert.match(stderr, /The key comes from ETHEREAL_QUERY_API_KEY\./);
    assert.ok(!`${stdout}${stderr}`.includes("secret with"));
  });

  test("is repeated by the service in its errors: no output shows it", async () => {
    // `run` searches both outputs for the key.
    for (const status of [400, 401, 404, 500]) {
      const text = `Your key ${KEY} (${encodeURIComponent(KEY)}) is odd.`;
      const response = [status, { message: text }, { "x-request-id": KEY }];
      const result = await runAgainst(response, ["project", "--max-retries", "0"]);
      assert.notEqual(result.status, 0);
    }
  });

  test("is an argument by mistake: no output shows it", async () => {
    // `run` searches both outputs for the key.
    for (const args of [["project", KEY], [KEY], ["transfer", KEY], ["serve", KEY]]) {
      const { status } = await run(args, { env: { ETHEREAL_QUERY_URL: UNREACHABLE_URL } });
      assert.equal(status, 2);
    }
  });

  test("does not go over http:// to another machine, unless --allow-insecure is given", async () => {
    const { status, stderr } = await run(["project", "--base-url", "http://service.invalid"]);
    assert.equal(status, 2);
    assert.match(stderr, /https[^]*The URL comes from --base-url or ETHEREAL_QUERY_URL/);
    const allowed = await run([
      "project",
      "--base-url",
      "http://service.invalid",
      "--allow-insecure",
      "--max-retries",
      "0",
    ]);
    assert.equal(allowed.status, 1, "the name does not exist");
  });
});

describe("pipes and signals", () => {
  let list;
  before(async () => {
    // A page has 160 KB, so it does not fit into the 64 KiB of a pipe.
    const items = Array.from({ length: 500 }, (_, index) => ({
      _id: String(index),
      status: "active",
      tokenName: "x".repeat(300),
    }));
    // Every page has a next cursor, so the list never ends.
    list = await scriptedService((request, count) => [200, pageBody(items, `cursor${count}`)]);
  });
  after(() => list.close());

  for (const flags of [["--json"], []]) {
    test(`a reader that leaves ends the program silently: ${flags[0] ?? "table"}`, async () => {
      // Not `launch`, which reads all output.
      const args = [MAIN, "ethereals", ...flags, "--base-url", list.url];
      const env = { ...process.env, ETHEREAL_QUERY_API_KEY: KEY };
      const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
      let errors = "";
      child.stderr.on("data", (text) => {
        errors += text;
      });
      await once(child.stdout, "data");
      child.stdout.destroy();
      const [status, signal] = await once(child, "exit");
      assert.deepEqual({ status, signal, errors }, { status: 0, signal: null, errors: "" });
    });
  }

  test("a list waits for a slow reader", async () => {
    // This test never reads the output.
    const requestsBefore = list.requests.length;
    const child = spawn(process.execPath, [MAIN, "ethereals", "--json", "--base-url", list.url], {
      env: { ...process.env, ETHEREAL_QUERY_API_KEY: KEY },
      stdio: ["ignore", "pipe", "ignore"],
    });
    await once(child.stdout, "readable");
    // Within this time, a program that does not wait would request many pages.
    await sleep(1000);
    // A few pages fill the pipe and the stream of this process.
    const pages = list.requests.length - requestsBefore;
    assert.ok(pages <= 3, `${pages} pages`);
    child.kill("SIGKILL");
  });

  for (const [signal, status] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ]) {
    test(`${signal} ends a call with ${status}, without a message`, async () => {
      const silent = await scriptedService(() => undefined);
      const child = launch(["project", "--base-url", silent.url]);
      await until("the request", () => silent.requests.length > 0);
      child.kill(signal);
      assert.deepEqual(await child.ended, { status, signal: null });
      assert.deepEqual(child.output, { stdout: "", stderr: "" });
      silent.close();
    });
  }
});
