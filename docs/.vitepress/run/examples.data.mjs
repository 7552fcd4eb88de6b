// The examples of the playground: the first program of each page of the guide that has a runnable one.
import { readFileSync } from "node:fs";
import MarkdownIt from "markdown-it";
import { isOnSite, sections } from "../pages.mjs";
import { blocksOf, isRunnable, programsOfBlocks } from "./programs.mjs";

const markdown = new MarkdownIt();

function firstProgram({ file }) {
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
  const programs = programsOfBlocks(blocksOf(markdown.parse(text, {})));
  return programs.find((program) => program !== undefined && isRunnable(program));
}

export default {
  watch: ["../../*.md"],
  load() {
    const pages = sections.flatMap(({ pages }) => pages.filter(isOnSite));
    return pages.map((page) => ({ name: page.name, program: firstProgram(page) })).filter(({ program }) => program);
  },
};
