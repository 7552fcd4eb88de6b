// The output that a document promises for a block of code.
import assert from "node:assert/strict";

/** The lines in the comments of `console.log(…)`: behind the call, or alone on the line below. */
export function commentsOf(code) {
  const lines = code.split("\n");
  return lines.flatMap((line, index) => {
    if (!line.includes("console.log(")) return [];
    const comment = /\); \/\/ (.*)$/.exec(line) ?? /^\s*\/\/ (.*)$/.exec(lines[index + 1] ?? "");
    return comment ? [comment[1]] : [];
  });
}

/** The lines that a document promises for the block at `index`: its comments, and a `text` block right after it. */
export function promisedLines(blocks, index) {
  const next = blocks[index + 1];
  const isOutput = next?.language === "text" && next.isDirectlyAfter;
  return [...commentsOf(blocks[index].code), ...(isOutput ? next.code.trimEnd().split("\n") : [])];
}

/** Asserts that the lines are among those of the output, in their order. */
export function assertPrinted(output, promised) {
  const lines = output.split("\n").map((line) => line.trimEnd());
  let from = 0;
  for (const line of promised) {
    const at = lines.indexOf(line, from);
    assert.notEqual(at, -1, `Expected the line ${JSON.stringify(line)} after line ${from} of the output:\n${output}`);
    from = at + 1;
  }
}
