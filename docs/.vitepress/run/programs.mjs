// Finds the code blocks of a page that are programs which a reader can run.
import { programOfExample } from "./example-program.mjs";
import { MODULES } from "./modules.mjs";

/** A character that only text diagrams have. */
const BOX_LINE = "│";
/** A block that begins with the name of a file, such as `// main.js`, is a part of a web page, and runs only there. */
export const FILE_NAME = /^\/\/ ([\w-]+\.js)\n/;
/** The first program of the documents, which `npm run generate` copies from its file. */
const FIRST_PROGRAM = /^\/\/ examples\/first\.mjs\n/;

/** Returns whether a block of code is the beginning of a program. */
export const beginsProgram = (code) => code.replace(FIRST_PROGRAM, "").startsWith("import ");

/**
 * Returns the program of each code block of a page. A block that begins with an import is a program. Any other block
 * continues the previous program, and has that program with the block appended. Blocks in other languages, excerpts of
 * examples/, and blocks before the first program have `undefined`.
 */
export function programsOfBlocks(blocks) {
  let program;
  return blocks.map(({ language, code }) => {
    const isExample = code.startsWith("// examples/") && !FIRST_PROGRAM.test(code);
    if (language !== "js" || FILE_NAME.test(code) || isExample) return undefined;
    if (beginsProgram(code)) program = code;
    else if (program !== undefined) program += code;
    return program;
  });
}

/**
 * Returns whether a reader can run the program: it prints or shows something, and the frame has every module that it
 * imports. A program for Node.js is not runnable.
 */
export function isRunnable(program) {
  // Matches `import "name"`, `import { a } from "name"`, and the last line of a long import, `} from "name"`.
  const names = [...program.matchAll(/^(?:import|\} from) [^"]*"([^"]+)"/gm)].map(
    ([, name]) => name,
  );
  const isForPages = !/\b(process|require)\b/.test(program) && names.length > 0;
  const hasOutput = /\b(console|document)\./.test(program);
  return isForPages && hasOutput && names.every((name) => name in MODULES);
}

/** Returns the code blocks among the tokens of a page. */
export function blocksOf(tokens) {
  const fences = tokens.filter(({ type }) => type === "fence");
  return fences.map(({ info, content }) => ({ language: info.trim(), code: content }));
}

/** Returns the program of a code block of a page; `undefined` when it has none. */
function programAt(tokens, index) {
  return programsOfBlocks(blocksOf(tokens.slice(0, index + 1))).at(-1);
}

/** Returns the program of a code block of the reference; `undefined` if the block is not below a heading "Example". */
function exampleAt(tokens, index) {
  const headingIndex = tokens.slice(0, index).findLastIndex(({ type }) => type === "heading_open");
  const headingText = tokens[headingIndex + 1]?.content;
  if (!/^Examples?$/.test(headingText)) return undefined;
  return programOfExample(tokens[index].content);
}

/** Wraps each runnable block of a page in the component that runs it. */
export function addRunButtons(markdown) {
  const { fence } = markdown.renderer.rules;
  markdown.renderer.rules.fence = (tokens, index, options, env, renderer) => {
    const isDiagram = tokens[index].content.includes(BOX_LINE);
    const fenceHtml = fence(tokens, index, options, env, renderer);
    const html = isDiagram
      ? fenceHtml.replace('class="language-', 'class="diagram language-')
      : fenceHtml;
    const isReference = env.relativePath?.startsWith("reference/");
    const program = isReference ? exampleAt(tokens, index) : programAt(tokens, index);
    if (program === undefined || !isRunnable(program)) return html;
    // HTML would escape an apostrophe, which `encodeURIComponent` does not encode.
    const text = encodeURIComponent(program).replaceAll("'", "%27");
    return `<RunnableCode program="${text}">${html}</RunnableCode>`;
  };
}
