// Which code blocks of a page are programs that a reader can run.
import { MODULES } from "./modules.mjs";

/** A block that begins with the name of a file belongs to a page, and runs only there. */
export const FILE_NAME = /^\/\/ ([\w-]+\.js)\n/;

/**
 * The program of each code block of a page: the block itself when it begins with an import, else the program above it
 * with the block appended. Blocks in other languages, and blocks without a program, have `undefined`.
 */
export function programsOfBlocks(blocks) {
  let program;
  return blocks.map(({ language, code }) => {
    if (language !== "js" || FILE_NAME.test(code)) return undefined;
    if (code.startsWith("import ")) program = code;
    else if (program !== undefined) program += code;
    return program;
  });
}

/** Whether the frame has every module that the program imports. A program for Node.js is not runnable. */
export function isRunnable(program) {
  const names = [...program.matchAll(/^(?:import|\} from) [^"]*"([^"]+)"/gm)].map(([, name]) => name);
  return !/\b(process|require)\b/.test(program) && names.length > 0 && names.every((name) => name in MODULES);
}

/** Wraps each runnable block of a page in the component that runs it. */
export function addRunButtons(markdown) {
  const { fence } = markdown.renderer.rules;
  markdown.renderer.rules.fence = (tokens, index, ...rest) => {
    const html = fence(tokens, index, ...rest);
    const fences = tokens.filter(({ type }) => type === "fence");
    const programs = programsOfBlocks(fences.map(({ info, content }) => ({ language: info.trim(), code: content })));
    const program = programs[fences.indexOf(tokens[index])];
    if (program === undefined || !isRunnable(program)) return html;
    return `<RunnableCode program="${encodeURIComponent(program)}">${html}</RunnableCode>`;
  };
}
