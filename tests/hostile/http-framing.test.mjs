// Responses whose headers and body disagree, over real sockets. The call ends with the expected error or with the whole
// body, and leaves nothing for the next call.
import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import {
  CALLS,
  PROJECT,
  TOKEN,
  client,
  assertRejects,
  assertSameJson,
  assertDecodeError,
} from "./client.mjs";
import { serveBytes } from "./servers.mjs";

/** A body of 15 bytes, which is f in the hexadecimal length of a chunk. */
const GOOD = '{"balance":"1"}';
const head = (...lines) =>
  ["HTTP/1.1 200 OK", "content-type: application/json", ...lines, "", ""].join("\r\n");
const withLength = (...lines) => `${head(`content-length: ${GOOD.length}`, ...lines)}${GOOD}`;
const withChunks = (body) => `${head("transfer-encoding: chunked")}${body}`;
const untilClose = (body) => `${head("connection: close")}${body}`;
const CHUNKS_OF_ONE_BYTE = [...GOOD].map((char) => `1;x=y\r\n${char}\r\n`).join("");
const LAST_CHUNK = "0\r\n\r\n";
/** The server closes the connection after the bytes. */
const THEN_CLOSE = { end: true };

/** Makes calls to a server that sends these bytes, and checks each call. Calls to a correct server must still work. */
async function checkCalls(bytes, options, check) {
  const service = await serveBytes(bytes, options);
  const correctServer = await serveBytes(withLength());
  try {
    for (const name of [TOKEN, PROJECT]) {
      const brokenClient = client({ baseUrl: service.baseUrl, timeoutMs: 500 });
      const call = () => CALLS[name](brokenClient);
      // Twice, because bytes after one response could be read as the next response.
      await check(call);
      await check(call);
      assertSameJson(
        await CALLS[name](client({ baseUrl: correctServer.baseUrl })),
        JSON.parse(GOOD),
      );
    }
  } finally {
    service.close();
    correctServer.close();
  }
}

const assertNetworkError = (call) => assertRejects(call(), { kind: "network", code: "network" });
const assertInvalidJson = (status) => (call) => assertDecodeError(call(), "invalid_json", status);
const assertTimeout = (call) => assertRejects(call(), { kind: "timeout", code: "attempt_timeout" });
const assertWholeBody = async (call) => assertSameJson(await call(), JSON.parse(GOOD));

/** [name, bytes, options of the server, check of the result] */
const RESPONSES = [
  ["a length that is too short", `${head("content-length: 9")}${GOOD}`, {}, assertInvalidJson(200)],
  [
    "a length of 0 before a body",
    `${head("content-length: 0")}${GOOD}`,
    {},
    assertInvalidJson(200),
  ],
  ["more bytes after the length", `${withLength()}${GOOD}`, {}, assertWholeBody],
  [
    "another response after the length",
    `${withLength()}${head("content-length: 2")}[]`,
    {},
    assertWholeBody,
  ],
  [
    "a length that is too long, then a closed connection",
    `${head("content-length: 16")}${GOOD}`,
    THEN_CLOSE,
    assertNetworkError,
  ],
  [
    "a length that is too long, then nothing",
    `${head("content-length: 16")}${GOOD}`,
    {},
    assertTimeout,
  ],
  [
    "a length of a terabyte, then a closed connection",
    `${head("content-length: 1099511627776")}${GOOD}`,
    THEN_CLOSE,
    assertNetworkError,
  ],
  [
    "a length beyond 2^64, then a closed connection",
    `${head("content-length: 99999999999999999999")}${GOOD}`,
    THEN_CLOSE,
    assertNetworkError,
  ],
  ["a length below 0", `${head("content-length: -15")}${GOOD}`, THEN_CLOSE, assertNetworkError],
  [
    "a length in words",
    `${head("content-length: fifteen")}${GOOD}`,
    THEN_CLOSE,
    assertNetworkError,
  ],
  ["two lengths", withLength("content-length: 2"), THEN_CLOSE, assertNetworkError],
  ["a length and chunks", withLength("transfer-encoding: chunked"), THEN_CLOSE, assertNetworkError],
  ["no length, then a closed connection", untilClose(GOOD), THEN_CLOSE, assertWholeBody],
  [
    "no length, and a connection that closes too early",
    untilClose(GOOD.slice(0, -1)),
    THEN_CLOSE,
    assertInvalidJson(200),
  ],
  ["chunks", withChunks(`5\r\n{"bal\r\na\r\nance":"1"}\r\n${LAST_CHUNK}`), {}, assertWholeBody],
  [
    "chunks of a byte, with extensions and a trailer",
    withChunks(`${CHUNKS_OF_ONE_BYTE}0\r\nx: y\r\n\r\n`),
    {},
    assertWholeBody,
  ],
  [
    "chunks without the last, then a closed connection",
    withChunks(`f\r\n${GOOD}\r\n`),
    THEN_CLOSE,
    assertNetworkError,
  ],
  ["chunks without the last, then nothing", withChunks(`f\r\n${GOOD}\r\n`), {}, assertTimeout],
  ["a chunk cut off", withChunks(`ff\r\n${GOOD}`), THEN_CLOSE, assertNetworkError],
  [
    "a chunk whose size is not a number",
    withChunks(`xyz\r\n${GOOD}\r\n${LAST_CHUNK}`),
    THEN_CLOSE,
    assertNetworkError,
  ],
  [
    "a chunk beyond 2^64",
    withChunks(`fffffffffffffffffff\r\n${GOOD}`),
    THEN_CLOSE,
    assertNetworkError,
  ],
  ["no body and status 204", "HTTP/1.1 204 No Content\r\n\r\n", {}, assertInvalidJson(204)],
  [
    "a body and status 204",
    untilClose(GOOD).replace("200 OK", "204 No Content"),
    THEN_CLOSE,
    assertInvalidJson(204),
  ],
  ["a head cut off", "HTTP/1.1 200 OK\r\ncontent-le", THEN_CLOSE, assertNetworkError],
  [
    "a head without end",
    // 180 kB, which is more than Node.js accepts.
    `HTTP/1.1 200 OK\r\n${"x-more: and more\r\n".repeat(10_000)}`,
    {},
    assertNetworkError,
  ],
  ["no HTTP", "SSH-2.0-OpenSSH_9.2\r\n", {}, assertNetworkError],
  ["HTTP/1.0", untilClose(GOOD).replace("/1.1", "/1.0"), THEN_CLOSE, assertWholeBody],
  ["plain text called gzip", withLength("content-encoding: gzip"), {}, assertNetworkError],
  ["plain text called brotli", withLength("content-encoding: br"), {}, assertNetworkError],
  ["an unknown encoding", withLength("content-encoding: x-none"), {}, assertWholeBody],
];

for (const [title, bytes, options, check] of RESPONSES) {
  test(`handles ${title}`, () => checkCalls(bytes, options, check));
}

test("rejects truncated gzip", async () => {
  const numbers = Array.from({ length: 2000 }, (_, i) => i * 7919);
  const zipped = gzipSync(JSON.stringify({ balance: "1", later: numbers }));
  assert.ok(zipped.length > 1000);
  // The header of gzip has 10 bytes. The cuts are within the header, after the header, and within the data.
  for (const length of [5, 10, 500, zipped.length - 500]) {
    const lines = ["content-encoding: gzip", `content-length: ${length}`];
    const service = await serveBytes(
      Buffer.concat([Buffer.from(head(...lines)), zipped.subarray(0, length)]),
    );
    try {
      const promise = CALLS[PROJECT](client({ baseUrl: service.baseUrl }));
      const { kind } = await promise.catch((error) => error);
      // A host that returns the bytes before the cut causes an error of kind "decode". On other hosts, such as
      // Node.js 20, reading the body fails, which is an error of kind "network".
      assert.ok(["network", "decode"].includes(kind), `${length} bytes: ${kind}`);
    } finally {
      service.close();
    }
  }
});
