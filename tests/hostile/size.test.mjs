// Bodies larger than `maxBodyBytes`, however they are wrapped: reading stops at the limit, and so does memory.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { promisify } from "node:util";
import { constants, createBrotliCompress, createDeflate, createGzip } from "node:zlib";
import { CALLS, PROJECT, TOKEN, client, refused } from "./client.mjs";
import { answered, endless } from "./server.mjs";

const MIB = 2 ** 20;
// The default, which docs/options.md promises.
const LIMIT = 10 * MIB;
const UNPACKED = 200 * MIB;
// Node.js itself grows by 30 to 50 MiB over 10 MiB that are read and dropped, and the module by 33: measured.
const MOST = 10 * LIMIT;
const program = fileURLToPath(new URL("weight.mjs", import.meta.url));

/** Runs the program beside this one against a service that gives `answer` everywhere but below /small. */
async function weighed(answer) {
  const service = await answered((request, response) => {
    if (request.url.startsWith("/small/")) response.end('{"balance":"1"}');
    else answer(response);
  });
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [program, service.baseUrl]);
    const { ends, grown, next } = JSON.parse(stdout);
    assert.deepEqual(next, { balance: "1" }, "the next call works");
    assert.ok(grown < MOST, `the process grew by ${(grown / MIB).toFixed(1)} MiB`);
    return ends;
  } finally {
    service.close();
  }
}

async function stops(answer) {
  for (const [kind, message] of await weighed(answer)) {
    assert.equal(kind, "response_too_large", message);
    assert.match(message, new RegExp(`maxBodyBytes \\(${LIMIT}\\)`));
  }
}

/** White space, then a document, packed. */
function bomb(packer) {
  return new Promise((resolve, reject) => {
    const pieces = [];
    packer.on("data", (piece) => pieces.push(piece)).on("error", reject);
    packer.on("end", () => resolve(Buffer.concat(pieces)));
    const space = Buffer.alloc(MIB, " ");
    for (let left = UNPACKED / MIB; left > 0; left--) packer.write(space);
    packer.end("{}");
  });
}

/** What of the body the client takes, counted on its way. */
async function taken(service, call) {
  let length = 0;
  const transform = (piece, stream) => {
    length += piece.length;
    stream.enqueue(piece);
  };
  const counting = async (request) => {
    const response = await fetch(request);
    return new Response(response.body.pipeThrough(new TransformStream({ transform })), response);
  };
  const asked = call(client({ baseUrl: service.baseUrl, fetch: counting }));
  await refused(asked, { kind: "response_too_large", code: "response_too_large" });
  return length;
}

const PACKERS = {
  gzip: () => createGzip({ level: 9 }),
  deflate: () => createDeflate({ level: 9 }),
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
};

for (const [encoding, packer] of Object.entries(PACKERS)) {
  test(`${encoding}: ${UNPACKED / MIB} MiB in about a thousandth`, async () => {
    const packed = await bomb(packer());
    assert.ok(packed.length * 900 < UNPACKED, `${packed.length} bytes are no bomb`);
    const answer = (response) => {
      response.writeHead(200, { "content-encoding": encoding, "content-length": packed.length });
      response.end(packed);
    };
    await stops(answer);
    const service = await answered((_, response) => answer(response));
    try {
      for (const call of [CALLS[TOKEN], CALLS[PROJECT]]) {
        const length = await taken(service, call);
        // The piece that was too much, and those that wait in the streams before it.
        assert.ok(length > LIMIT && length < LIMIT + MIB, `${length} bytes were taken`);
      }
    } finally {
      service.close();
    }
  });
}

for (const size of [1000, 65_536, 4 * MIB]) {
  test(`a body without end, in pieces of ${size} bytes`, async () => {
    await stops((response) => endless(Buffer.alloc(size, " "), response));
  });
}

test("a failure's body without end", async () => {
  await stops((response) => endless(Buffer.alloc(65_536, "x"), response.writeHead(500)));
});

test("a length that names a terabyte is not made room for", async () => {
  const ends = await weighed((response) => {
    response.writeHead(200, { "content-length": 2 ** 40 }).write('{"a":');
    setTimeout(() => response.destroy(), 200);
  });
  for (const [kind, message] of ends) assert.equal(kind, "network", message);
});
