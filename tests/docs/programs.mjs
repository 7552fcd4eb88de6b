// The programs and pages in a document, and the output that it promises for them.
import assert from "node:assert/strict";
import { FILE_NAME, beginsProgram, programsOfBlocks } from "../../docs/.vitepress/run/programs.mjs";
import { blocksOf } from "./markdown.mjs";

/**
 * The lines in the comments of `console.log(…)`: behind the call, or alone on the line below. A call of several lines
 * ends with the next line that has its indentation.
 */
export function commentsOf(code) {
  const lines = code.split("\n");
  const indentOf = (line) => /^ */.exec(line)[0].length;
  return lines.flatMap((line, first) => {
    if (!line.includes("console.log(")) return [];
    const rest = lines.slice(first + 1).findIndex((other) => indentOf(other) <= indentOf(line));
    const last = /\(\[?\{?$/.test(line) ? first + 1 + rest : first;
    const comment =
      /\); \/\/ (.*)$/.exec(lines[last]) ?? /^\s*\/\/ (.*)$/.exec(lines[last + 1] ?? "");
    return comment ? [comment[1]] : [];
  });
}

/** The lines that a document promises for the block at `index`: its comments, and a `text` block right after it. */
export function promisedLines(blocks, index) {
  const next = blocks[index + 1];
  const isOutput = next?.language === "text" && next.isDirectlyAfter;
  return [...commentsOf(blocks[index].code), ...(isOutput ? next.code.trimEnd().split("\n") : [])];
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
    const before = beginsProgram(block.code) ? { ...block, lines: [] } : programs.pop();
    programs.push({ ...before, code, lines: [...before.lines, ...promisedLines(blocks, index)] });
  });
  return programs;
}

/** The pages: an HTML block, and the files in the blocks right after it. */
export function pagesOf(path) {
  const pages = [];
  blocksOf(path).forEach((block, index, blocks) => {
    const [, name] = (block.language === "js" && FILE_NAME.exec(block.code)) || [];
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
