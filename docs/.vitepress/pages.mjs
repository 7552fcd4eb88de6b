// The pages of the site, in the order of docs/README.md.
import { existsSync, readFileSync } from "node:fs";

const text = readFileSync(new URL("../README.md", import.meta.url), "utf8");

/** The sections of docs/README.md: a title, and for each page its name, its file and the question that it answers. */
export const sections = [...text.matchAll(/^\*\*(.+)\*\*\n\n((?:\|.*\n?)+)/gm)].map(([, title, table]) => ({
  title,
  pages: [...table.matchAll(/^\| \[(.+?)\]\((.+?)\) \| (.+) \|$/gm)].map(([, name, file, question]) => ({
    name,
    file,
    question,
  })),
}));

/** The sections of the reference in the same form, which `npm run docs` writes; none before it. */
export function referenceSections() {
  const index = new URL("../reference/pages.json", import.meta.url);
  return existsSync(index) ? JSON.parse(readFileSync(index, "utf8")) : [];
}

/** The id of a heading, as GitHub makes it, so that a link to a heading works on both. */
export const slugify = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .trim()
    .replaceAll(" ", "-");

/** Whether a page of docs/README.md is in docs/, and so on the site. The others are on GitHub. */
export const isOnSite = ({ file }) => !file.startsWith("../");
