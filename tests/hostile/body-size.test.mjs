// Tests bodies larger than `maxBodyBytes`, plain or compressed. The client stops reading at the limit, and the memory
// of the process stays limited.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { promisify } from "node:util";
import { constants, createBrotliCompress, createDeflate, createGzip } from "node:zlib";
import { CALLS, PROJECT, TOKEN, client, assertRejects } from "./client.mjs";
import { serve, sendEndlessly } from "./servers.mjs";

const MIB = 2 ** 20;
// The default, which docs/options.md promises.
const LIMIT = 10 * MIB;
const BOMB_BYTES = 200 * MIB;
// Measured: a process grows by 53 to 97 MiB until the client stops at LIMIT, most with brotli. A client without a limit
// would keep the whole body.
const MAX_GROWTH = 0.75 * BOMB_BYTES;
const program = fileURLToPath(new URL("memory-growth.mjs", import.meta.url));

/**
 * Runs memory-growth.mjs with a service that calls `respond` for each request, except for paths below /small. Asserts
 * that the process needs little memory and that a later call works. Returns [kind, message] of the errors.
 */
async function measureGrowth(respond) {
  const service = await serve((request, response) => {
    if (request.url.startsWith("/small/")) response.end('{"balance":"1"}');
    else respond(response);
  });
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [program, service.baseUrl]);
    const { errors, grown, next: nextResult } = JSON.parse(stdout);
    assert.deepEqual(nextResult, { balance: "1" }, "the next call works");
    assert.ok(grown < MAX_GROWTH, `the process grew by ${(grown / MIB).toFixed(1)} MiB`);
    return errors;
  } finally {
    service.close();
  }
}

/** Asserts that the client stops reading the bodies that `respond` sends, with an error that names the limit. */
async function assertStops(respond) {
  const errors = await measureGrowth(respond);
  assert.equal(errors.length, 4, "an error for each call of memory-growth.mjs");
  for (const [kind, message] of errors) {
    assert.equal(kind, "response_too_large", message);
    assert.match(message, new RegExp(`maxBodyBytes \\(${LIMIT}\\)`));
  }
}

/** Compressed white space with a document at its end. */
function compressBomb(compressor) {
  return new Promise((resolve, reject) => {
    const chunks = [];
    compressor.on("data", (chunk) => chunks.push(chunk)).on("error", reject);
    compressor.on("end", () => resolve(Buffer.concat(chunks)));
    const space = Buffer.alloc(MIB, " ");
    for (let left = BOMB_BYTES / MIB; left > 0; left--) compressor.write(space);
    compressor.end("{}");
  });
}

/** Makes a call whose body is too large. Returns the number of bytes that the client reads of the body. */
async function countBytesRead(service, call) {
  let length = 0;
  const transform = (chunk, stream) => {
    length += chunk.length;
    stream.enqueue(chunk);
  };
  const countingFetch = async (url, init) => {
    const response = await fetch(url, init);
    return new Response(response.body.pipeThrough(new TransformStream({ transform })), response);
  };
  const promise = call(client({ baseUrl: service.baseUrl, fetch: countingFetch }));
  await assertRejects(promise, { kind: "response_too_large", code: "response_too_large" });
  return length;
}

const COMPRESSORS = {
  gzip: () => createGzip({ level: 9 }),
  deflate: () => createDeflate({ level: 9 }),
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
};

for (const [encoding, compressor] of Object.entries(COMPRESSORS)) {
  test(`stops reading ${BOMB_BYTES / MIB} MiB that ${encoding} compresses to a thousandth`, async () => {
    const compressed = await compressBomb(compressor());
    // About a thousandth.
    const ratio = BOMB_BYTES / compressed.length;
    assert.ok(ratio > 900, `${compressed.length} bytes are not small enough`);
    const respond = (response) => {
      response.writeHead(200, {
        "content-encoding": encoding,
        "content-length": compressed.length,
      });
      response.end(compressed);
    };
    await assertStops(respond);
    const service = await serve((_, response) => respond(response));
    try {
      for (const call of [CALLS[TOKEN], CALLS[PROJECT]]) {
        const length = await countBytesRead(service, call);
        // The client reads one chunk above the limit, and the streams buffer some more.
        assert.ok(length > LIMIT && length < LIMIT + MIB, `${length} bytes were read`);
      }
    } finally {
      service.close();
    }
  });
}

for (const size of [1000, 65_536, 4 * MIB]) {
  test(`stops reading an endless body in chunks of ${size} bytes`, async () => {
    await assertStops((response) => sendEndlessly(Buffer.alloc(size, " "), response));
  });
}

test("stops reading an endless body of an error response", async () => {
  await assertStops((response) =>
    sendEndlessly(Buffer.alloc(65_536, "x"), response.writeHead(500)),
  );
});

test("allocates no memory for a content-length of a terabyte", async () => {
  const errors = await measureGrowth((response) => {
    response.writeHead(200, { "content-length": 2 ** 40 }).write('{"a":');
    // The connection breaks after the first bytes of the body.
    setTimeout(() => response.destroy(), 200);
  });
  for (const [kind, message] of errors) assert.equal(kind, "network", message);
});
