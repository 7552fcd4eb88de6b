// The examples of the playground: the first runnable program of each page, with the blocks that continue it.
import { readFileSync } from "node:fs";
import MarkdownIt from "markdown-it";
import { isOnSite, sections } from "../pages.mjs";
import { blocksOf, isRunnable, programsOfBlocks } from "./programs.mjs";

const markdown = new MarkdownIt();

function firstProgram({ file }) {
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
  const programs = programsOfBlocks(blocksOf(markdown.parse(text, {})));
  const runnable = programs.filter((program) => program !== undefined && isRunnable(program));
  const [first] = runnable;
  // Later blocks continue the first program. The last program that begins with the first program is complete.
  return first && runnable.findLast((program) => program.startsWith(first));
}

export default {
  watch: ["../../*.md"],
  load() {
    const pages = sections.flatMap(({ pages }) => pages.filter(isOnSite));
    return pages
      .map((page) => ({ name: page.name, program: firstProgram(page) }))
      .filter(({ program }) => program);
  },
};
