// The examples of the playground: the first program of each page of the guide that has a runnable one.
import { readFileSync } from "node:fs";
import MarkdownIt from "markdown-it";
import { isOnSite, sections } from "../pages.mjs";
import { isRunnable, programsOfBlocks } from "./programs.mjs";

const markdown = new MarkdownIt();

function firstProgram({ file }) {
  const tokens = markdown.parse(readFileSync(new URL(`../../${file}`, import.meta.url), "utf8"), {});
  const blocks = tokens
    .filter(({ type }) => type === "fence")
    .map(({ info, content }) => ({ language: info.trim(), code: content }));
  return programsOfBlocks(blocks).find((program) => program !== undefined && isRunnable(program));
}

export default {
  watch: ["../../*.md"],
  load() {
    const pages = sections.flatMap(({ pages }) => pages.filter(isOnSite));
    return pages.map((page) => ({ name: page.name, program: firstProgram(page) })).filter(({ program }) => program);
  },
};
