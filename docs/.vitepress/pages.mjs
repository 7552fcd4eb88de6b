// The pages of the site, in the order of docs/README.md.
import { readFileSync } from "node:fs";

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

/** Whether a page of docs/README.md is in docs/, and so on the site. The others are on GitHub. */
export const isOnSite = ({ file }) => !file.startsWith("../");
