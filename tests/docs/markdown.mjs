// Reads Markdown as GitHub does, as far as the tests need it: code blocks, inline code, headings and links.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { root } from "../../scripts/run.mjs";

/** Every file that git tracks or would add. */
export const FILES = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .trim()
  .split("\n");

/** Every Markdown file. */
export const MARKDOWN = FILES.filter((path) => path.endsWith(".md"));

/** The documents for users: the tests run the code in them. */
export const DOCUMENTS = MARKDOWN.filter((path) =>
  /^((pkg\/|service\/)?README|docs\/[\w-]+)\.md$/.test(path),
);

const texts = new Map();

/** The text of a file of the repository. */
export function read(path) {
  if (!texts.has(path)) texts.set(path, readFileSync(posix.join(root, path), "utf8"));
  return texts.get(path);
}

/**
 * The first line of a block that shows a file in examples/. `npm run generate` writes the other lines. A block that
 * shows examples/first.mjs does not match: the tests run this block like any program of a document.
 */
const EXAMPLE_PATH = /^(?:\/\/|#|<!--) (examples\/(?!first\.mjs)\S+)(?: -->)?\n/;

/** The blocks that show a file in examples/. */
export const examplesIn = (path) => allBlocksOf(path).filter(({ code }) => EXAMPLE_PATH.test(code));

/** The blocks that do not show a file in examples/. The tests run these blocks. */
export const blocksOf = (path) => allBlocksOf(path).filter(({ code }) => !EXAMPLE_PATH.test(code));

/**
 * The fenced code blocks of a document: language, code, the number of the code's first line, and whether only blank
 * lines are between the block and the block before it.
 */
function allBlocksOf(path) {
  const blocks = [];
  let open;
  let isDirectlyAfter = false;
  for (const [index, line] of read(path).split("\n").entries()) {
    const fence = /^ *(```+)(.*)$/.exec(line);
    if (open) {
      const isEnd = fence && fence[2] === "";
      if (!isEnd) {
        open.lines.push(line);
        continue;
      }
      const { lines, ...block } = open;
      blocks.push({ path, ...block, code: `${lines.join("\n")}\n` });
      open = undefined;
      isDirectlyAfter = true;
    } else if (fence) {
      // `index` counts from 0, line numbers count from 1, and the code begins in the line after the fence.
      const line = index + 2;
      open = { language: fence[2].trim(), line, isDirectlyAfter, lines: [] };
    } else if (line.trim() !== "") {
      isDirectlyAfter = false;
    }
  }
  if (open) throw new Error(`${path}:${open.line}: this code block has no end.`);
  return blocks;
}

/** The commands of a shell block, without comments. A line that ends with `\` continues on the next. */
export function commandsOf(block) {
  const lines = block.code.replaceAll(/ *\\\n */g, " ").split("\n");
  return lines.map((line) => line.replace(/(^|\s+)# .*$/, "").trim()).filter(Boolean);
}

/**
 * A document without the text of its code blocks and comments. Empty lines replace the text, so that no line changes
 * its number.
 */
function proseOf(path) {
  const blank = (text) => text.replace(/[^\n]/g, "");
  return read(path)
    .replace(/^ *(```+).*\n[^]*?^ *\1$/gm, blank)
    .replace(/<!--[^]*?-->/g, blank);
}

/** The texts in backticks outside of code blocks: `code`, or ``code with ` inside``. */
export function inlineCodeOf(path) {
  // As many backticks end the code as begin it. [^`] and (?!`) exclude an end inside a longer run of backticks.
  return [...proseOf(path).matchAll(/(`+)([^]*?[^`])\1(?!`)/g)].map(([, , code]) =>
    code.replaceAll(/\s+/g, " ").trim(),
  );
}

/** The anchors of a document's headings. */
export function anchorsOf(path) {
  const anchors = new Set();
  for (const [, heading] of proseOf(path).matchAll(/^#{1,6} +(.*?) *#*$/gm)) {
    const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const anchor = words.replace(/[^\p{L}\p{N}\s_-]/gu, "").replaceAll(" ", "-");
    // GitHub appends a number to repeated anchors: `limits`, `limits-1`, `limits-2`.
    let unique = anchor;
    for (let number = 1; anchors.has(unique); number++) unique = `${anchor}-${number}`;
    anchors.add(unique);
  }
  return anchors;
}

/** The targets of a document's links and images, with the line of each. */
export function linksOf(path) {
  // Without inline code, which may look like a link.
  const prose = proseOf(path).replace(/(`+)[^`\n]+\1/g, "");
  const patterns = [
    // [text](target) and [text](<target> "title")
    /\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g,
    // [label]: target
    /^ *\[[^\]]+\]: *(\S+)/gm,
    // HTML
    /\b(?:href|src)="([^"]+)"/g,
  ];
  return patterns.flatMap((pattern) =>
    Array.from(prose.matchAll(pattern), (match) => {
      const [, target] = match;
      return { target, line: prose.slice(0, match.index).split("\n").length };
    }),
  );
}
