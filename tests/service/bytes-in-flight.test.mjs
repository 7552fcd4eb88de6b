// Tests clients that read a long response slowly or not at all. The service limits the bytes of all responses in
// flight.
import assert from "node:assert/strict";
import { connect } from "node:net";
import { after, before, test } from "node:test";
import { sleep, until } from "./processes.mjs";
import { lines, randomSource, sendRequest, transfer } from "./records.mjs";
import { createKey, importText, serve } from "./service.mjs";
import { stores } from "./stores.mjs";

/** Longer than the five seconds after which the service closes the connection of a client that reads nothing. */
const SLOW_SECONDS = 12;
/** Two responses with a record of this size fit into the limit of 128 MiB. A third response does not fit. */
const RECORD_BYTES = 50 * 2 ** 20;
const record = { ...transfer(randomSource(1, "bytes in flight")), note: "n".repeat(RECORD_BYTES) };
const path = `/bridge/transfers/transactions/${record.originTxnHash}`;

const [store] = await stores();
let service;
before(async () => {
  const url = store.fresh();
  const { status, stderr } = await importText("transfers", lines([record]), url);
  assert.equal(status, 0, stderr);
  service = { ...(await serve({ url })), key: await createKey(url) };
});
after(() => service?.stop());

/** Requests the record, and reads only the beginning of the response. Returns `{ start, close }`. */
function requestWithoutReading({ url, key }) {
  return new Promise((resolve, reject) => {
    const socket = connect(new URL(url).port, "127.0.0.1", () => {
      socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\n\r\n`);
    });
    socket.setEncoding("latin1").once("data", (start) => {
      socket.pause();
      resolve({ start, close: () => socket.destroy() });
    });
    // After five seconds without reading, the service closes the connection. An error after `resolve` has no effect.
    socket.on("error", reject);
  });
}

/** Reads `rate` bytes per second from a paused socket for `seconds`, and then the rest. Returns the number of bytes. */
async function readSlowly(socket, rate, seconds) {
  const from = performance.now();
  const elapsed = () => (performance.now() - from) / 1000;
  let count = 0;
  while (elapsed() < seconds) {
    await sleep(50);
    const dueBytes = Math.floor(elapsed() * rate) - count;
    // When no byte has arrived, this is `read(0)`: it returns null and lets the socket receive more.
    const chunk = socket.read(Math.min(dueBytes, socket.readableLength));
    if (chunk) count += chunk.length;
  }
  for await (const chunk of socket) count += chunk.length;
  return count;
}

test(
  "a client that reads 100 kB/s gets the whole response",
  // On other systems, the kernel buffers megabytes, so that a slow client may seem to read nothing.
  { skip: process.platform !== "linux" },
  async () => {
    const socket = connect(new URL(service.url).port, "127.0.0.1");
    const headers = `host: x\r\nx-api-key: ${service.key}\r\nconnection: close`;
    socket.write(`GET ${path} HTTP/1.1\r\n${headers}\r\n\r\n`);
    assert.ok((await readSlowly(socket, 100_000, SLOW_SECONDS)) > RECORD_BYTES);
  },
);

test("a response beyond the limit is a 503 with Retry-After, and a later response fits after the clients have gone", async () => {
  const refused = await until("a refused request", async () => {
    // On a slow machine, the service may close the first connection before it reads the last request. Then it refuses
    // none of the three requests, and `until` tries again.
    const responses = await Promise.all(
      Array.from({ length: 3 }, () => requestWithoutReading(service)),
    );
    try {
      const refusedResponse = responses.find(({ start }) => !start.startsWith("HTTP/1.1 200 "));
      if (refusedResponse) {
        assert.equal((await sendRequest(service, "/health")).status, 200);
        assert.equal((await sendRequest(service, "/project")).status, 200);
      }
      return refusedResponse?.start;
    } finally {
      for (const { close } of responses) close();
    }
  });
  assert.match(refused, /^HTTP\/1\.1 503 /);
  assert.match(refused, /\r\nretry-after: 1\r\n/);
  assert.match(refused, /"Too many bytes of responses are in flight\. Try again\."/);
  await until("free bytes", async () => {
    const { status, text } = await sendRequest(service, path);
    if (status === 200) assert.ok(text.length > RECORD_BYTES);
    else await sleep(100);
    return status === 200;
  });
});
