// The blocks of JavaScript and HTML in a document, sorted by how they run.
import { blocksOf } from "./markdown.mjs";
import { promisedLines } from "./expected.mjs";

const FILE_NAME = /^\/\/ ([\w-]+\.js)\n/;

/** The programs for Node.js: a block that begins with an import, and the blocks that continue it. */
export function programsOf(path) {
  const programs = [];
  blocksOf(path).forEach((block, index, blocks) => {
    if (block.language !== "js" || FILE_NAME.test(block.code)) return;
    const lines = promisedLines(blocks, index);
    if (block.code.startsWith("import ")) {
      programs.push({ ...block, lines });
    } else {
      const before = programs.pop();
      if (!before)
        throw new Error(`${path}:${block.line}: this block continues no program. It must begin with an import.`);
      programs.push({ ...before, code: before.code + block.code, lines: [...before.lines, ...lines] });
    }
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
      if (!page) throw new Error(`${path}:${block.line}: there is no page above that ${name} belongs to.`);
      page.files.set(name, block.code);
      page.lines.push(...promisedLines(blocks, index));
    }
  });
  return pages;
}
