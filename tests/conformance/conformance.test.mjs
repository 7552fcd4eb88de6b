// Sends the requests of vectors.json to the embedded service, directly and over HTTP through the development server.
// Compares the responses with the expected responses.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { EmbeddedService } from "../../pkg/dist/embedded.js";
import { seedOptions } from "../../scripts/seed.mjs";
import { serve } from "../../scripts/serve.mjs";
import { runVector, vectors } from "./run.mjs";

function testAll(send) {
  for (const vector of vectors) {
    test(`${vector.name} [${vector.section}]`, async () => {
      const complaints = await runVector(send, vector);
      assert.deepEqual(complaints, []);
    });
  }
}

describe("conformance: embedded service, called directly", () => {
  const service = new EmbeddedService(seedOptions());
  testAll((method, path, headers) =>
    service.fetch(`http://embedded.test${path}`, { method, headers }),
  );
});

describe("conformance: development server, over HTTP", () => {
  let server;
  before(async () => {
    server = await serve({ port: 0 });
  });
  after(() => server?.close());
  testAll((method, path, headers) =>
    fetch(`${server.url.replace(/\/$/, "")}/api${path}`, { method, headers, redirect: "manual" }),
  );
});
