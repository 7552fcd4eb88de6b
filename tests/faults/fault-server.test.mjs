// Tests the fault server: its correct responses, its log, its random faults, and the bytes of each fault.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sendRaw } from "../service/raw-request.mjs";
import { CANARY, ROWS, page, project, token, transfer } from "./expected-responses.mjs";
import { FAULTS } from "./fault-list.mjs";
import { startFaultServer, until } from "./fault-server.mjs";
import { BOMB_BYTES, retryAfter } from "./injectors.mjs";

/**
 * Requests a path and reads until the connection ends, for at most `ms`.
 * @returns {{ text, end, error }} end: "open" if the connection is open after `ms`, "closed" if the server closed it,
 *   "failed" if it failed with the code `error`
 */
async function rawGet(url, path, { ms = 2000, headers = "" } = {}) {
  const request = `GET ${path} HTTP/1.1\r\nhost: fault\r\n${headers}\r\n`;
  const { text, closed, error } = await sendRaw(url, request, { timeoutMs: ms });
  if (!closed) return { text, end: "open", error };
  return { text, end: error ? "failed" : "closed", error };
}

/** Splits a response into its head, in lower case, and its body. */
function splitResponse(text) {
  const at = text.indexOf("\r\n\r\n");
  return at < 0
    ? { head: text, body: "" }
    : { head: text.slice(0, at).toLowerCase(), body: text.slice(at + 4) };
}

const TOKEN_PATH = `/tokens/0x${"ab".repeat(20)}/7/uri?b=1`;
/** The body of the response without a fault. */
const EXPECTED_BODY = JSON.stringify(token(`0x${"ab".repeat(20)}`, "7", 1));
const BYTES = Buffer.byteLength(EXPECTED_BODY);
/** The bytes of the half body that some faults send. */
const HALF = BYTES >> 1;
const pathOf = (fault) => `/f/${encodeURIComponent(fault)}${TOKEN_PATH}`;

/** The path names the fault: /f/<fault>/… */
const plan = ({ path }) => {
  const fault = decodeURIComponent(/^\/f\/([^/]+)/.exec(path)?.[1] ?? "none");
  return fault === "none" ? null : fault;
};

let server;
before(async () => (server = await startFaultServer({ plan })));
after(() => server?.close());
/** Requests the token with a fault: `get` by fetch, `raw` over a socket. */
const get = (fault, init) => fetch(server.url + pathOf(fault), { redirect: "manual", ...init });
const raw = (fault, options) => rawGet(server.url, pathOf(fault), options);

test("responds correctly without a fault, and requires a valid key where one is needed", async () => {
  const hash = `0x${"cd".repeat(32)}`;
  const request = async (path, key) => {
    const response = await fetch(server.url + path, { headers: key ? { "x-api-key": key } : {} });
    return [response.status, await response.json()];
  };
  assert.deepEqual(await request(TOKEN_PATH), [200, JSON.parse(EXPECTED_BODY)]);
  // The last page has only ten records.
  const cursor = `c${ROWS - 10}`;
  const lastPage = page(5, 30, cursor);
  for (const [path, body] of [
    [
      `/bridge/transfers/transactions/${hash}`,
      { bridgeData: { bridgeData: [transfer(hash)], nextCursor: null } },
    ],
    ["/project", project()],
    [`/ethereals?sourceChains=5&page_size=30&cursor=${cursor}`, lastPage],
  ]) {
    assert.deepEqual(await request(path, `${CANARY}1`), [200, body]);
    assert.equal((await request(path, "wrong"))[0], 401);
    assert.equal((await request(path))[0], 401);
  }
  assert.deepEqual([lastPage.etherealData.length, lastPage.nextCursor], [10, null]);
});

test("lets pages of other origins send a key and read every response", async () => {
  const preflight = await fetch(server.url + TOKEN_PATH, { method: "OPTIONS" });
  assert.equal(preflight.headers.get("access-control-allow-headers"), "x-api-key");
  const faultsWithoutHeaders = ["reset:before", "refused", "stall:headers"];
  for (const fault of FAULTS) {
    if (faultsWithoutHeaders.includes(fault)) continue;
    const { head } = splitResponse((await raw(fault, { ms: 500 })).text);
    assert.match(head, /access-control-allow-origin: \*/, fault);
    assert.match(head, /access-control-expose-headers: retry-after, x-request-id/, fault);
  }
});

test("injects the faults of a plan in order, logs requests and counts connections", async () => {
  const plannedServer = await startFaultServer({ plan: ["status:503", null, "stall:headers"] });
  const { url, log, sockets } = plannedServer;
  try {
    await fetch(url + TOKEN_PATH);
    await fetch(url + TOKEN_PATH, { headers: { "x-api-key": "k" } });
    const waiting = rawGet(url, "/project", { ms: 500, headers: "x-api-key: p\r\n" });
    assert.ok(await until(() => sockets() === 1, 400));
    await waiting;
    assert.ok(await until(() => sockets() === 0, 2000));
    const logged = log.map(({ path, key, attempt, fault, requestId }) => [
      path,
      key,
      attempt,
      fault,
      requestId,
    ]);
    assert.deepEqual(logged, [
      [TOKEN_PATH, null, 0, "status:503", "request-0"],
      [TOKEN_PATH, "k", 1, null, "request-1"],
      ["/project", "p", 0, "stall:headers", "request-2"],
    ]);
    assert.ok(log.every(({ at, gone }) => gone >= at));
  } finally {
    await plannedServer.close();
  }
});

/** The faults of the requests for these tokens, sorted by path. */
async function faultsOf(seed, ids) {
  const seededServer = await startFaultServer({
    seed,
    rate: 0.3,
    // After these faults, `fetch` still gets a complete response.
    allowed: (name) => /^(status|body):/.test(name),
  });
  try {
    for (const id of ids) {
      const response = await fetch(`${seededServer.url}/tokens/0x1/${id}/uri?b=1`);
      await response.arrayBuffer();
    }
    return seededServer.log.map(({ path, fault }) => `${path} ${fault}`).sort();
  } finally {
    await seededServer.close();
  }
}

test("the same seed gives the same faults in any order of requests, with about the given rate", async () => {
  const ids = Array.from({ length: 200 }, (_, i) => i);
  const first = await faultsOf(7, ids);
  assert.deepEqual(await faultsOf(7, [...ids].reverse()), first);
  assert.notDeepEqual(await faultsOf(8, ids), first);
  // With the rate 0.3, about 60 of the 200 requests have a fault.
  const faultCount = first.filter((line) => !line.endsWith("null")).length;
  assert.ok(faultCount > 40 && faultCount < 80, `${faultCount} of 200`);
});

/** The milliseconds until the date of a Retry-After, parsed independently of the client. */
function msUntil(text, form, now) {
  // `Date.parse` needs the time zone, which asctime does not have, and the century, which rfc850 does not have.
  const complete = form === "asctime" ? `${text} GMT` : text.replace(/-(\d\d) /, "-20$1 ");
  return Date.parse(complete) - now;
}

for (const fault of FAULTS.filter((name) => name.startsWith("status:"))) {
  test(`${fault} responds as its name says`, async () => {
    const [, status, form] = fault.split(":");
    const now = Date.now();
    const response = await get(fault);
    assert.equal(response.status, Number(status));
    assert.deepEqual(await response.json(), { message: `Injected fault ${status}` });
    const hint = response.headers.get("retry-after");
    if (["imf", "rfc850", "asctime", "past"].includes(form)) {
      const ms = msUntil(hint, form, now);
      // "past" is an hour ago. The other forms are a second ahead, minus the fraction that the date cuts off.
      const isExpected = form === "past" ? ms < -3_000_000 : ms > -1000 && ms < 3000;
      assert.ok(isExpected, `${hint} is ${ms} ms ahead`);
    } else {
      assert.equal(hint, form ? retryAfter(form) : null);
    }
  });
}

for (const status of [301, 302, 303, 307, 308]) {
  test(`redirect:${status} redirects to the same resource, on the same and on another origin`, async () => {
    for (const [where, origin] of [
      ["same", server.url],
      ["cross", server.otherOrigin.url],
    ]) {
      const fault = `redirect:${status}:${where}`;
      const response = await get(fault);
      assert.equal(response.status, status);
      assert.equal(response.headers.get("location"), `${origin}/redirected${pathOf(fault)}`);
      const before = server.otherOrigin.requests.length;
      // Node's fetch sends the key to the other origin, which must record it.
      const followed = await get(fault, { redirect: "follow", headers: { "x-api-key": "a key" } });
      assert.equal(await followed.text(), EXPECTED_BODY);
      const keys = server.otherOrigin.requests.slice(before).map(({ key }) => key);
      assert.deepEqual(keys, where === "cross" ? ["a key"] : []);
    }
  });
}

test("sends each wrong body", async () => {
  const received = {};
  for (const kind of ["html", "204", "empty", "array", "cut"]) {
    const response = await get(`body:${kind}`);
    const type = response.headers.get("content-type");
    received[kind] = { status: response.status, type, body: await response.text() };
  }
  const type = "application/json";
  assert.deepEqual(received[204], { status: 204, type, body: "" });
  assert.deepEqual(received.empty, { status: 200, type, body: "" });
  assert.deepEqual(received.array, { status: 200, type, body: "[1,2,3]" });
  assert.equal(received.html.type, "text/html");
  assert.match(received.html.body, /^<!doctype html>/);
  const cutBody = received.cut.body;
  assert.ok(EXPECTED_BODY.startsWith(cutBody.slice(0, 20)));
  assert.ok(cutBody.length < EXPECTED_BODY.length);
  assert.throws(() => JSON.parse(cutBody));
  const bytes = await (await get("body:utf8")).arrayBuffer();
  assert.throws(() => new TextDecoder("utf-8", { fatal: true }).decode(bytes));
});

test("bomb is small when compressed and large when decompressed", async () => {
  const { text } = await raw("bomb");
  assert.match(splitResponse(text).head, /content-encoding: gzip/);
  assert.ok(text.length < 200_000, `${text.length} bytes`);
  assert.equal((await (await get("bomb")).arrayBuffer()).byteLength, BOMB_BYTES);
});

test("drip sends the body slowly; drip:endless never ends", async () => {
  const started = performance.now();
  assert.equal(await (await get("drip")).text(), EXPECTED_BODY);
  // The injector sends eight chunks, one every 12 ms.
  assert.ok(performance.now() - started > 60);
  const short = await raw("drip:endless", { ms: 400 });
  const long = await raw("drip:endless", { ms: 1000 });
  assert.deepEqual([short.end, long.end], ["open", "open"]);
  assert.ok(long.text.length > short.text.length && splitResponse(short.text).body.length > 0);
});

test("reset:before resets before the first byte", async () => {
  const { text, error } = await raw("reset:before");
  assert.deepEqual([text, error], ["", "ECONNRESET"]);
});

test("reset:after resets after the headers and half of the body", async () => {
  const { text, error } = await raw("reset:after");
  assert.match(text, /^HTTP\/1\.1 200 OK\r\n/);
  assert.deepEqual([splitResponse(text).body.length, error], [HALF, "ECONNRESET"]);
});

test("refused closes the port and opens it again", async () => {
  assert.equal((await raw("refused")).error, "ECONNRESET");
  assert.equal((await raw("none")).error, "ECONNREFUSED");
  const [closure] = server.closures;
  assert.ok(await until(() => closure.to < Infinity, 2000));
  // The injector closes the port for 60 ms.
  assert.ok(closure.to - closure.from >= 55, `${closure.to - closure.from} ms`);
  assert.equal((await get("none")).status, 200);
});

test("truncated:length ends before the promised length", async () => {
  const { text, end } = await raw("truncated:length");
  const { head, body } = splitResponse(text);
  assert.match(head, new RegExp(`content-length: ${BYTES}(\r|$)`));
  assert.deepEqual([body.length, end], [HALF, "closed"]);
  await assert.rejects(
    get("truncated:length").then((response) => response.text()),
    TypeError,
  );
});

for (const [how, connection] of [
  ["chunked", "keep-alive"],
  ["closing", "close"],
]) {
  test(`truncated:${how} ends without a last chunk`, async () => {
    const { text, end } = await raw(`truncated:${how}`);
    const { head, body } = splitResponse(text);
    assert.match(head, new RegExp(`connection: ${connection}(\r|$)`));
    assert.match(head, /transfer-encoding: chunked/);
    // The body is half of the document and the length of its chunk. The last chunk would be "0".
    assert.ok(body.length > HALF && !body.endsWith("0\r\n\r\n"));
    assert.equal(end, "closed");
  });
}

test("truncated:chunked makes fetch fail", async () => {
  await assert.rejects(
    get("truncated:chunked").then((response) => response.text()),
    TypeError,
  );
});

test("length:short promises half, length:huge a terabyte", async () => {
  const short = splitResponse((await raw("length:short")).text);
  assert.match(short.head, new RegExp(`content-length: ${HALF}(\r|$)`));
  assert.equal(short.body.length, BYTES);
  const huge = await raw("length:huge");
  assert.match(splitResponse(huge.text).head, /content-length: 1000000000000/);
  assert.deepEqual([splitResponse(huge.text).body.length, huge.end], [BYTES, "closed"]);
});

for (const [where, hasHead, bytes] of [
  ["headers", false, 0],
  ["start", true, 0],
  ["middle", true, HALF],
]) {
  test(`stall:${where} stays open and sends nothing more`, async () => {
    const { text, end } = await raw(`stall:${where}`, { ms: 400 });
    assert.equal(end, "open");
    assert.equal(text.startsWith("HTTP/1.1 200"), hasHead);
    assert.equal(splitResponse(text).body.length, bytes);
  });
}
