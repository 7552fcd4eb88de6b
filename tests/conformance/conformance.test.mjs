// Runs the vectors against the embedded service, directly and through the development server over HTTP.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { EmbeddedService } from "../../pkg/dist/embedded.js";
import { serve } from "../../scripts/serve.mjs";
import { runVector, vectors } from "./run.mjs";

const seed = (name) => readFileSync(new URL(`../../seed/${name}`, import.meta.url), "utf8");

function testAll(send) {
  for (const vector of vectors) {
    test(`${vector.name} [${vector.section}]`, async () => {
      assert.deepEqual(await runVector(send, vector), []);
    });
  }
}

describe("conformance: embedded service, called directly", () => {
  const dataset = {
    tokens: seed("tokens.ndjson"),
    transfers: seed("transfers.ndjson"),
    ethereals: seed("ethereals.ndjson"),
  };
  const service = new EmbeddedService({ dataset, keys: JSON.parse(seed("keys.json")) });
  testAll((method, path, headers) => service.fetch(`http://embedded.test${path}`, { method, headers }));
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
