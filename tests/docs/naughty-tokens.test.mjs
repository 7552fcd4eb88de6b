// Checks the corpus of token metadata: it follows the schema that the site publishes with the corpus.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { root } from "../../scripts/run.mjs";

const read = (name) => JSON.parse(readFileSync(join(root, "tests/metadata", name), "utf8"));
const corpus = read("naughty-tokens.json");
const validate = new Ajv2020({ allErrors: true }).compile(read("naughty-tokens.schema.json"));

test("the corpus follows its schema", () => {
  assert.ok(validate(corpus), JSON.stringify(validate.errors, null, 2));
});

test("the schema refuses an entry with a wrong member", () => {
  for (const wrong of [
    { id: "Not an id" },
    { expected: { name: 7 } },
    { source: "" },
    { other: 1 },
  ]) {
    const entries = corpus.entries.with(0, { ...corpus.entries[0], ...wrong });
    assert.ok(!validate({ ...corpus, entries }), JSON.stringify(wrong));
  }
});

test("no two entries have the same id or the same document", () => {
  const ids = corpus.entries.map(({ id }) => id);
  const documents = corpus.entries.map(({ document }) => JSON.stringify(document));
  assert.equal(new Set(ids).size, ids.length);
  assert.deepEqual(
    documents.filter((document, index) => documents.indexOf(document) < index),
    [],
  );
});

test("peers.json has the results of other libraries for each entry, in the order of the entries", () => {
  const { results } = read("peers.json");
  assert.deepEqual(
    Object.keys(results),
    corpus.entries.map(({ id }) => id),
  );
});
