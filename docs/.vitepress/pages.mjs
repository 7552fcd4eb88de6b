// Lists the pages of the site in the order of docs/README.md, and resolves the links between them.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { posix } from "node:path";

/** Documents outside of docs/ that the site copies, with the names of the copies in docs/. */
const COPIES = new Map([
  ["service/README.md", "service.md"],
  ["service/operations/README.md", "operations.md"],
]);

const text = readFileSync(new URL("../README.md", import.meta.url), "utf8");

/**
 * Returns the pages in a table of docs/README.md: the name and file of each page, and the question that the page
 * answers. A row of the table is `| [Name](file.md) | Question |`.
 */
function pagesOfTable(table) {
  const rows = [...table.matchAll(/^\| \[(.+?)\]\((.+?)\) \| (.+) \|$/gm)];
  return rows.map(([, name, file, question]) => ({
    name,
    file: COPIES.get(posix.join("docs", file)) ?? file,
    question,
  }));
}

/** The sections of docs/README.md, each with its title and its pages: a line `**Title**`, and then a table. */
export const sections = [...text.matchAll(/^\*\*(.+)\*\*\n\n((?:\|.*\n?)+)/gm)].map(
  ([, title, table]) => ({ title, pages: pagesOfTable(table) }),
);

/** Returns the sections of the reference, in the form of `sections`. There are none until `npm run docs` has run. */
export function referenceSections() {
  const index = new URL("../reference/pages.json", import.meta.url);
  return existsSync(index) ? JSON.parse(readFileSync(index, "utf8")) : [];
}

/** Returns the id that GitHub gives a heading, so that a link to a heading works on GitHub and on the site. */
export const slugify = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .trim()
    .replaceAll(" ", "-");

/** Returns whether a page of docs/README.md is on the site. The other pages are only on GitHub. */
export const isOnSite = ({ file }) => !file.startsWith("../");

/** Writes the copies into docs/, where git ignores them. Call this function before VitePress looks for pages. */
export function writeCopies() {
  for (const [source, page] of COPIES) {
    const text = readFileSync(new URL(`../../${source}`, import.meta.url), "utf8");
    writeFileSync(new URL(`../${page}`, import.meta.url), `---\neditLink: false\n---\n\n${text}`);
  }
}

/** Returns the path in the repository of the document that a page shows. */
function sourceOf(page) {
  for (const [source, copy] of COPIES) {
    if (copy === page) return source;
  }
  return `docs/${page}`;
}

/**
 * Returns the target of a relative link on `page`, a path in docs/. The target is `{ site }`, a link relative to
 * `page`, or `{ repository }`, a path in the repository for a link to GitHub. A link within the page, such as
 * `#heading`, is not allowed.
 */
export function resolveLink(link, page) {
  const [, path, anchor] = /^([^#]*)(.*)$/.exec(link);
  const target = posix.join(posix.dirname(sourceOf(page)), path);
  const pathInDocs = target.startsWith("docs/") ? target.slice("docs/".length) : undefined;
  const file = COPIES.get(target) ?? pathInDocs;
  // The site leaves out README.md.
  if (file === undefined || file === "README.md") return { repository: target + anchor };
  return { site: posix.relative(posix.dirname(page), file) + anchor };
}
