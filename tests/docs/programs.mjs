// Finds the programs and pages in a document, and the output that the document promises for each of them.
import assert from "node:assert/strict";
import { FILE_NAME, beginsProgram, programsOfBlocks } from "../../docs/.vitepress/run/programs.mjs";
import { blocksOf } from "./markdown.mjs";

/**
 * The texts of the comments after calls of `console.log(…)`. Such a comment is on the last line of the call, or alone
 * on the line below.
 */
export function commentsOf(code) {
  const lines = code.split("\n");
  const comments = [];
  for (const [index, line] of lines.entries()) {
    if (!line.includes("console.log(")) continue;
    const last = lastLineOfCall(lines, index);
    // "); // text", or "// text" alone.
    const comment =
      /\); \/\/ (.*)$/.exec(lines[last]) ?? /^\s*\/\/ (.*)$/.exec(lines[last + 1] ?? "");
    if (comment) comments.push(comment[1]);
  }
  return comments;
}

const indentOf = (line) => /^ */.exec(line)[0].length;

/**
 * The index of the last line of the call that begins in line `first`: the next line with the indentation of the first
 * line, or less.
 */
function lastLineOfCall(lines, first) {
  // The line ends with "(", "([" or "({".
  const hasMoreLines = /\(\[?\{?$/.test(lines[first]);
  if (!hasMoreLines) return first;
  const indent = indentOf(lines[first]);
  for (let index = first + 1; index < lines.length; index++) {
    if (indentOf(lines[index]) <= indent) return index;
  }
  return first;
}

/**
 * The lines that a document promises for the block at `index`: comments in the block, and a `text` block right after.
 */
export function promisedLines(blocks, index) {
  const comments = commentsOf(blocks[index].code);
  const next = blocks[index + 1];
  const isOutput = next?.language === "text" && next.isDirectlyAfter;
  return isOutput ? [...comments, ...next.code.trimEnd().split("\n")] : comments;
}

/** Asserts that the output contains the lines, in their order. */
export function assertPrinted(output, promised) {
  const lines = output.split("\n").map((line) => line.trimEnd());
  let from = 0;
  for (const line of promised) {
    const at = lines.indexOf(line, from);
    assert.notEqual(
      at,
      -1,
      `Expected the line ${JSON.stringify(line)} after line ${from} of the output:\n${output}`,
    );
    from = at + 1;
  }
}

/** The programs for Node.js: a block that begins with an import, and the blocks that continue it. */
export function programsOf(path) {
  const blocks = blocksOf(path);
  const programs = [];
  programsOfBlocks(blocks).forEach((code, index) => {
    const block = blocks[index];
    if (block.language !== "js" || FILE_NAME.test(block.code)) return;
    if (code === undefined) {
      throw new Error(
        `${path}:${block.line}: this block continues no program. It must begin with an import.`,
      );
    }
    if (beginsProgram(block.code)) programs.push({ ...block, lines: [] });
    const program = programs.at(-1);
    // `code` has all blocks of the program up to this block.
    program.code = code;
    program.lines.push(...promisedLines(blocks, index));
  });
  return programs;
}

/** The pages: an HTML block, and the files in the blocks right after it. */
export function pagesOf(path) {
  const pages = [];
  blocksOf(path).forEach((block, index, blocks) => {
    const name = block.language === "js" ? FILE_NAME.exec(block.code)?.[1] : undefined;
    if (block.language === "html") {
      pages.push({ ...block, files: new Map(), lines: promisedLines(blocks, index) });
    } else if (name) {
      const page = pages.at(-1);
      if (!page)
        throw new Error(`${path}:${block.line}: there is no page above that ${name} belongs to.`);
      page.files.set(name, block.code);
      page.lines.push(...promisedLines(blocks, index));
    }
  });
  return pages;
}
