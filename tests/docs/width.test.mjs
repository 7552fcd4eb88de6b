// The code in the documents fits the column of a page: 72 characters. Longer lines would be cut off on the site.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { DOCUMENTS, read } from "./markdown.mjs";

const COLUMNS = 72;
/** Lines of commands and of output wrap on the site. */
const WRAPPED = ["sh", "text"];
/** A path and a hash that have no shorter form. */
const UNBREAKABLE = /node_modules\/ethereal-query\/dist\/|^ {4}"0x[0-9a-f]{64}";$/;

const codeLinesOf = (path) => {
  const blocks = [...read(path).matchAll(/^```([a-z,_]+)\n([^]*?)^```$/gm)];
  const code = blocks.filter(([, language]) => !WRAPPED.includes(language));
  return code.flatMap(([, , text]) => text.split("\n"));
};

describe(`lines of code have at most ${COLUMNS} characters`, () => {
  for (const path of DOCUMENTS) {
    test(path, () => {
      const long = codeLinesOf(path).filter(
        (line) => line.length > COLUMNS && !UNBREAKABLE.test(line),
      );
      assert.deepEqual(long, []);
    });
  }
});
