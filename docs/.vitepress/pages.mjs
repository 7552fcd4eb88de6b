// The pages of the site, in the order of docs/README.md.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { posix } from "node:path";

/** Documents outside of docs/ that are pages of the site, with the names of their pages. */
const COPIES = new Map([
  ["service/README.md", "service.md"],
  ["service/operations/README.md", "operations.md"],
]);

const text = readFileSync(new URL("../README.md", import.meta.url), "utf8");

/** The sections of docs/README.md: a title, and for each page its name, its file and the question that it answers. */
export const sections = [...text.matchAll(/^\*\*(.+)\*\*\n\n((?:\|.*\n?)+)/gm)].map(
  ([, title, table]) => ({
    title,
    pages: [...table.matchAll(/^\| \[(.+?)\]\((.+?)\) \| (.+) \|$/gm)].map(
      ([, name, file, question]) => ({
        name,
        file: COPIES.get(posix.join("docs", file)) ?? file,
        question,
      }),
    ),
  }),
);

/** The sections of the reference in the same form, which `npm run docs` writes; none before it. */
export function referenceSections() {
  const index = new URL("../reference/pages.json", import.meta.url);
  return existsSync(index) ? JSON.parse(readFileSync(index, "utf8")) : [];
}

/** Returns the id of a heading, as GitHub makes it, so that a link to a heading works on both. */
export const slugify = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .trim()
    .replaceAll(" ", "-");

/** Returns whether a page of docs/README.md is on the site. The others are on GitHub. */
export const isOnSite = ({ file }) => !file.startsWith("../");

/** Writes the copies into docs/, which git ignores there. Call it before VitePress looks for pages. */
export function writeCopies() {
  for (const [source, page] of COPIES) {
    const text = readFileSync(new URL(`../../${source}`, import.meta.url), "utf8");
    writeFileSync(new URL(`../${page}`, import.meta.url), `---\neditLink: false\n---\n\n${text}`);
  }
}

/**
 * Returns the target of a relative link: `site`, a page of the site as a link from that page, or `repository`, a path
 * for GitHub. `page` is the path of the page with the link in docs/.
 */
export function resolveLink(link, page) {
  const [, path, anchor] = /^([^#]*)(.*)$/.exec(link);
  const source = [...COPIES].find(([, copy]) => copy === page)?.[0] ?? `docs/${page}`;
  const target = posix.join(posix.dirname(source), path);
  const file =
    COPIES.get(target) ?? (target.startsWith("docs/") ? target.slice("docs/".length) : undefined);
  if (file === undefined || file === "README.md") return { repository: target + anchor };
  return { site: posix.relative(posix.dirname(page), file) + anchor };
}
