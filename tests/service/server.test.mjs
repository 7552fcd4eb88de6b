// Tests `/health`, `/metrics` and static files, and how the service treats clients that break HTTP.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { root } from "../../scripts/run.mjs";
import { output, temporary } from "./processes.mjs";
import { sendRaw } from "./raw-request.mjs";
import { sendRequest } from "./records.mjs";
import { serve } from "./service.mjs";

/** The status of a response, whose first line is `HTTP/1.1 STATUS REASON`. */
function statusOf(text) {
  const [, status] = text.split(" ", 2);
  return status;
}

describe("server", () => {
  let service, slowConnections;
  before(async () => {
    service = await serve({ args: ["--idle-timeout", "1"] });
    // The slow connections stay open while the other tests run. None of them sends a whole head.
    const head = "GET /health HTTP/1.1\r\nhost: x\r\n";
    slowConnections = [
      // Sends a header every 100 ms.
      sendRaw(service.url, head, {
        laterTexts: Array(300).fill("x-a: b\r\n"),
        intervalMs: 100,
        timeoutMs: 200_000,
      }),
      // Sends the characters of the first line one by one.
      sendRaw(service.url, "", {
        laterTexts: [..."GET /health HTTP/1.1"],
        intervalMs: 300,
        timeoutMs: 200_000,
      }),
      // Sends nothing more.
      sendRaw(service.url, head, { timeoutMs: 200_000 }),
    ];
  });
  after(() => service?.stop());
  const get = (path, options) => sendRequest(service, path, options);

  test("/health responds", async () => {
    const response = await get("/health", { headers: {} });
    assert.deepEqual([response.status, response.json], [200, { status: "ok", store: "memory" }]);
  });

  test("/metrics counts requests by endpoint, and contains no keys and no values of callers", async () => {
    const lines = async () =>
      (await get("/metrics", { headers: {} })).text
        .split("\n")
        .filter((line) => line && !line.startsWith("#"));
    const countProjectRequests = (metricLines) => {
      const line = metricLines.find((text) => /requests_total\{.*project.*2xx/.test(text));
      return Number(line.split(" ").at(-1));
    };
    const before = await lines();
    for (let i = 0; i < 5; i++) await get("/project");
    // Without escapes, the last path would end a label, and add a line for a metric `x`.
    for (const path of [
      "/made-up-path",
      `/tokens/0x${"7".repeat(40)}/99/uri?b=1`,
      '/x%22%7D%0Ax{a="b"} 1',
    ])
      await get(path);
    const later = await lines();
    assert.equal(countProjectRequests(later) - countProjectRequests(before), 5);
    // Each line has a name, labels in braces, and a number.
    for (const line of later) assert.match(line, /^[a-zA-Z_:][\w:]*(\{[^{}]*\})? [\d.e+-]+$/);
    // "demo" is the owner of the key.
    for (const word of [service.key, "made-up", "777777", "demo"])
      assert.ok(!later.join("\n").includes(word), word);
  });

  test("--www serves the files of the folder and no others", async () => {
    const folder = temporary("www");
    mkdirSync(join(folder, "www"));
    writeFileSync(join(folder, "secret.txt"), "secret");
    // The endpoint /health takes precedence over the file.
    const page = { "index.html": "<title>page", "a.js": "export {}", health: "no" };
    for (const [name, text] of Object.entries(page)) writeFileSync(join(folder, "www", name), text);
    for (const name of ["shown", ".git"]) mkdirSync(join(folder, "www", name));
    for (const [name, text] of [
      ["shown/b.js", "export {}"],
      [".env", "secret"],
      [".git/config", "secret"],
    ]) {
      writeFileSync(join(folder, "www", name), text);
    }
    // The service follows links within the folder, but not links that leave it or lead to a hidden file.
    const links = {
      "inner.js": "a.js",
      inside: "shown",
      "linked.txt": "../secret.txt",
      folder: "..",
      "plain.txt": ".env",
    };
    for (const [name, target] of Object.entries(links))
      symlinkSync(target, join(folder, "www", name));
    const pageService = await serve({ args: ["--www", join(folder, "www")] });
    try {
      const front = await sendRequest(pageService, "/", { headers: {} });
      assert.match(front.text, /<title>page/);
      // The policy of the demo page with frame-ancestors, which only a header can set.
      const [, policy] = /Content-Security-Policy" content="([^"]+)"/.exec(
        readFileSync(join(root, "www/index.html"), "utf8"),
      );
      assert.equal(
        front.headers.get("content-security-policy"),
        `${policy}; frame-ancestors 'none'`,
      );
      assert.match(
        (await sendRequest(pageService, "/a.js")).headers.get("content-type"),
        /javascript/,
      );
      assert.equal((await sendRequest(pageService, "/health")).json.status, "ok");
      // %70 is "p".
      for (const path of ["/project", "/%70roject"]) {
        assert.equal((await sendRequest(pageService, path, { headers: {} })).status, 401, path);
      }
      assert.ok((await sendRequest(pageService, "/none.html")).status === 404);
      const outsidePaths = [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/a/..%5c..%5csecret.txt",
        "//secret.txt",
        "/a.js%00.html",
      ];
      for (const path of outsidePaths) {
        const { text } = await sendRaw(
          pageService.url,
          `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
        );
        assert.match(text, /^HTTP\/1.1 4\d\d/, path);
        // The message may contain the path, with "secret.txt", but not the content of the file.
        assert.ok(!text.includes("secret\n") && !text.endsWith("secret"), path);
      }
      for (const path of [
        "/linked.txt",
        "/folder/secret.txt",
        "/.env",
        "/%2eenv",
        "/.git/config",
        "/.git",
        "/.git/",
        "/plain.txt",
      ]) {
        for (const method of ["GET", "HEAD"])
          assert.equal(
            (await sendRequest(pageService, path, { method })).status,
            404,
            `${method} ${path}`,
          );
      }
      for (const path of ["/inner.js", "/inside/b.js"])
        assert.equal((await sendRequest(pageService, path)).text, "export {}", path);
    } finally {
      await pageService.stop();
    }
  });

  test("--www neither waits for a named pipe nor redirects to another host", async () => {
    const folder = temporary("www-pipe");
    output("mkfifo", [join(folder, "pipe")]);
    mkdirSync(join(folder, "sub"));
    writeFileSync(join(folder, "sub", "index.html"), "<title>sub");
    const pageService = await serve({ args: ["--www", folder, "--idle-timeout", "60"] });
    try {
      // The service has 128 threads for blocking work, fewer than these requests.
      const responses = await Promise.all(
        Array.from({ length: 150 }, () => sendRequest(pageService, "/pipe", { headers: {} })),
      );
      for (const { status } of responses) assert.equal(status, 404);
      assert.equal((await sendRequest(pageService, "/health")).status, 200);
      const location = async (path) => {
        const { text } = await sendRaw(
          pageService.url,
          `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
        );
        return /^location: (.*)\r$/im.exec(text)?.[1];
      };
      assert.equal(await location("/sub"), "/sub/");
      // A browser would read the location `//sub/` as a URL of the host `sub`. Some servers read `..;` as `..`, so that
      // the third path leads to `sub` too.
      for (const path of ["//sub", "///sub", "//evil.example/..;/sub"])
        assert.equal(await location(path), undefined, path);
    } finally {
      await pageService.stop();
    }
  });

  test("responds 4xx to requests that are too large or malformed", async () => {
    const long = "a".repeat(64 * 1024);
    const close = "connection: close\r\n\r\n";
    const cases = {
      "a header of 64 KB": `GET /health HTTP/1.1\r\nhost: x\r\nx-long: ${long}\r\n${close}`,
      "a key of 64 KB": `GET /project HTTP/1.1\r\nhost: x\r\nx-api-key: ${long}\r\n${close}`,
      "a path of 64 KB": `GET /${long} HTTP/1.1\r\nhost: x\r\n${close}`,
      "1,000 headers": `GET /health HTTP/1.1\r\nhost: x\r\n${"x-a: b\r\n".repeat(1000)}${close}`,
      "no HTTP": `HELO there\r\n\r\n`,
      "a header with NUL": `GET /health HTTP/1.1\r\nhost: x\r\nx-a: b\0c\r\n${close}`,
    };
    for (const [name, text] of Object.entries(cases)) {
      const response = await sendRaw(service.url, text);
      assert.match(
        response.text,
        /^HTTP\/1.[01] 4\d\d /,
        `${name}: ${response.text.slice(0, 100)} ${response.error}`,
      );
    }
    assert.equal((await get("/health")).status, 200);
  });

  test("accepts a head of 32 KiB and 100 headers, and responds 431 to larger ones", async () => {
    const head = (headers, path = "/health") =>
      `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${headers}\r\n`;
    /** A request with a long header, whose head has `bytes` bytes. */
    const withLongHeader = (bytes) => {
      const otherBytes = head("x-long: \r\n").length;
      return head(`x-long: ${"a".repeat(bytes - otherBytes)}\r\n`);
    };
    /** A request with a long path, whose head has `bytes` bytes. */
    const withLongPath = (bytes) => {
      const otherBytes = head("", "/health?").length;
      return head("", `/health?${"a".repeat(bytes - otherBytes)}`);
    };
    /** A request with `count` headers. Two of them are `host` and `connection`. */
    const withHeaders = (count) => head("x-a: b\r\n".repeat(count - 2));
    const maxBytes = 32 * 1024;
    const tooManyBytes = /: 32769 bytes with the first line\. Expected at most 32768/;
    for (const [text, status, message] of [
      [withLongHeader(maxBytes), 200],
      [withLongPath(maxBytes), 200],
      [withHeaders(100), 200],
      [withLongHeader(maxBytes + 1), 431, tooManyBytes],
      [withLongPath(maxBytes + 1), 431, tooManyBytes],
      [withLongHeader(60 * 1024), 431, /: 61440 bytes/],
      [withHeaders(101), 431, /: 101\. Expected at most 100/],
      [withHeaders(200), 431, /: 200\. Expected at most 100/],
      // The service does not read requests with more than twice these limits to their end, and sends no message.
      [withHeaders(201), 431],
      [withLongHeader(1024 * 1024), 431],
    ]) {
      const response = await sendRaw(service.url, text);
      assert.equal(
        statusOf(response.text),
        String(status),
        `${text.length} bytes: ${response.text.slice(0, 300)} ${response.error}`,
      );
      if (message) {
        const [, body] = response.text.split("\r\n\r\n");
        assert.match(JSON.parse(body).message, message);
      }
    }
  });

  test("responds 400 to a missing, repeated or malformed Host header", async () => {
    const requestHealth = async (headers, line = "GET /health HTTP/1.1") => {
      const { text } = await sendRaw(service.url, `${line}\r\n${headers}connection: close\r\n\r\n`);
      return { status: statusOf(text), text };
    };
    for (const headers of ["host: x\r\n", "host: [::1]:80\r\n", "Host:\r\n"])
      assert.equal((await requestHealth(headers)).status, "200", headers);
    assert.equal((await requestHealth("", "GET /health HTTP/1.0")).status, "200");
    assert.equal(
      (await requestHealth("host: x\r\n", "GET http://x/health HTTP/1.1")).status,
      "200",
    );
    for (const [headers, message] of [
      ["", /Missing Host header/],
      ["host: x\r\nhost: x\r\n", /Repeated Host header/],
      ["host: a b\r\n", /Invalid Host header/],
      ["host: x/y\r\n", /Invalid Host header/],
      ["host: user@x\r\n", /Invalid Host header/],
      ["host: x:p\r\n", /Invalid Host header/],
    ]) {
      for (const line of [
        "GET /health HTTP/1.1",
        "GET /nothing HTTP/1.1",
        "OPTIONS /project HTTP/1.1",
      ]) {
        const { status, text } = await requestHealth(headers, line);
        assert.equal(status, "400", `${line} ${headers}`);
        assert.match(text, message);
      }
    }
  });

  test("responds in order to pipelined requests", async () => {
    const getRequest = (path) => `GET ${path} HTTP/1.1\r\nhost: x\r\n`;
    const pairs = `${getRequest("/health")}\r\n${getRequest("/nothing")}\r\n`.repeat(10);
    const { text } = await sendRaw(
      service.url,
      `${pairs}${getRequest("/health")}connection: close\r\n\r\n`,
    );
    const statuses = [...text.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => status);
    assert.deepEqual(statuses, [...Array(10).fill(["200", "404"]).flat(), "200"]);
  });

  test("closes connections that do not send a whole head", async (t) => {
    // The service responds on other connections at the same time.
    await Promise.all(
      Array.from({ length: 20 }, async () => assert.equal((await get("/health")).status, 200)),
    );
    const ends = await Promise.all(slowConnections);
    const seconds = ends.map(({ elapsedMs }) => `${(elapsedMs / 1000).toFixed(1)} s`);
    t.diagnostic(`closed after ${seconds.join(", ")}`);
    for (const { closed } of ends) assert.ok(closed);
    assert.ok(service.alive());
  });
});
