// Checks that the targets of links, anchors and references to sections exist, and that a test covers the language of
// every block of code.
import assert from "node:assert/strict";
import { posix } from "node:path";
import { describe, test } from "node:test";
import {
  DOCUMENTS,
  FILES,
  MARKDOWN,
  anchorsOf,
  blocksOf,
  examplesIn,
  linksOf,
  read,
} from "./markdown.mjs";

/**
 * The start of the URLs at which GitHub shows a file or a folder of the repository (`github.com/…/blob/main/`), and at
 * which GitHub serves the bytes of a file, such as an image (`raw.githubusercontent.com/…/main/`).
 */
const REPOSITORY =
  /^https:\/\/(?:github\.com\/ethereal-query\/ethereal-query\/(?:blob|tree)|raw\.githubusercontent\.com\/ethereal-query\/ethereal-query)\/main\//;
/** npm shows this file outside of the repository. */
const ON_NPM = "pkg/README.md";
/** Every folder that contains a file, directly or deeper. */
const FOLDERS = new Set();
for (const path of FILES) {
  let folder = posix.dirname(path);
  while (folder !== ".") {
    FOLDERS.add(folder);
    folder = posix.dirname(folder);
  }
}

/** The path in the repository that a link leads to, and its anchor. `undefined` for a link out of the repository. */
function targetOf(path, target) {
  const inRepository = REPOSITORY.test(target);
  if (!inRepository && /^[a-z]+:/i.test(target)) return undefined;
  const [file, anchor] = target.replace(REPOSITORY, "").split("#");
  if (inRepository) return { file: posix.normalize(file), anchor };
  // A link such as `#limits` leads to its own file.
  if (file === "") return { file: path, anchor };
  const linkedPath = posix.join(posix.dirname(path), decodeURIComponent(file));
  return { file: linkedPath.replace(/\/$/, ""), anchor };
}

/** What is wrong with a link of the document at `path`; undefined for a correct link. */
function problemOf(path, target) {
  if (path === ON_NPM && !/^(https:|#)/.test(target))
    return "npm cannot show it: link to the repository";
  const destination = targetOf(path, target);
  if (!destination) return undefined;
  const { file, anchor } = destination;
  if (!FILES.includes(file) && !FOLDERS.has(file) && file !== ".") return "there is no such file";
  if (anchor === undefined) return undefined;
  const hasHeading = file.endsWith(".md") && anchorsOf(file).has(anchor);
  return hasHeading ? undefined : "there is no such heading";
}

describe("links", () => {
  for (const path of MARKDOWN) {
    test(`the links of ${path} lead to existing places`, () => {
      const links = linksOf(path).map(({ target, line }) => [
        `${path}:${line}`,
        target,
        problemOf(path, target),
      ]);
      assert.deepEqual(
        links.filter(([, , problem]) => problem),
        [],
      );
    });
  }
});

test("docs/README.md links to every page", () => {
  const linked = linksOf("docs/README.md").map(({ target }) =>
    posix.join("docs", target.split("#")[0]),
  );
  // docs/README.md is the list of pages, and docs/index.md is the home page of the site.
  const pages = DOCUMENTS.filter((path) => /^docs\/(?!README|index)/.test(path));
  assert.deepEqual(
    pages.filter((page) => !linked.includes(page)),
    [],
  );
});

test("every section of the specification that the code names is in docs/specification.md", () => {
  const headings = read("docs/specification.md").matchAll(/^#{2,3} (\d(?:\.\d)?)\.? /gm);
  const sections = new Set([...headings].map(([, number]) => number));
  const sources = FILES.filter((path) => /^(src|service\/src|pkg\/src)\/.*\.(rs|ts)$/.test(path));
  /** Pairs of a path and the number of a section. */
  const references = [];
  for (const path of sources) {
    // Joins the lines of comments, so that a reference such as "specification §4.4, §2.4" may continue on the next
    // line.
    const text = read(path).replaceAll(/\n\s*(?:\/\/[/!]?|\*) ?/g, " ");
    // Matches "specification §4.4, §2.4" and "specification, §2.1 and §3".
    const mentions = text.matchAll(/specification,? §[\d.]+(?:(?:, | and )§[\d.]+)*/g);
    for (const [listOfSections] of mentions) {
      for (const [, number] of listOfSections.matchAll(/§(\d(?:\.\d)?)/g)) {
        references.push([path, number]);
      }
    }
  }
  // Fails if the patterns above no longer match the references.
  assert.ok(references.length > 20, `Found ${references.length} references only.`);
  assert.deepEqual(
    references.filter(([, number]) => !sections.has(number)),
    [],
  );
});

describe("blocks of code", () => {
  /** Language, and the documents that may have it. Programs, pages, types and commands have separate tests. */
  const LANGUAGES = {
    js: DOCUMENTS,
    html: DOCUMENTS,
    ts: DOCUMENTS,
    sh: MARKDOWN,
    text: MARKDOWN,
    json: MARKDOWN,
  };
  // `cargo test` runs the Rust code of these documents.
  const doctests = [...read("src/lib.rs").matchAll(/include_str!\("\.\.\/([^"]+\.md)"\)/g)].map(
    ([, path]) => path,
  );

  for (const path of MARKDOWN) {
    test(`${path} has only blocks that tests cover`, () => {
      // tests/native.test.mjs builds the first program of docs/rust.md.
      const program = ["docs/rust.md"];
      const covered = { ...LANGUAGES, rust: doctests, "rust,ignore": program, toml: program };
      for (const { language, line, code } of blocksOf(path)) {
        assert.ok(
          covered[language]?.includes(path),
          `${path}:${line}: no test covers a block of "${language}" here.`,
        );
        if (language === "json") JSON.parse(code);
      }
    });
  }
});

describe("recipes", () => {
  const recipes = DOCUMENTS.filter((path) => path.startsWith("docs/recipe-"));

  test("each shows a file of examples/", () => {
    assert.deepEqual(
      recipes.filter((path) => examplesIn(path).length === 0),
      [],
    );
  });

  test("each example adds at most 120 lines to its template", () => {
    // Settings and the layout of Next.js come from the templates.
    const isOurs = (path) =>
      /^examples\/[^/]+\/.*\.(js|tsx|vue|svelte)$/.test(path) && !/\.config\.|layout/.test(path);
    const lines = new Map();
    for (const path of FILES.filter(isOurs)) {
      // Leaves out empty lines and lines of comments.
      const code = read(path)
        .split("\n")
        .filter((line) => !/^\s*(\/\/|\/\*\*|\*|$)/.test(line));
      const example = path.split("/")[1];
      lines.set(example, (lines.get(example) ?? 0) + code.length);
    }
    assert.ok(lines.size >= 10, `Found ${lines.size} examples only.`);
    assert.deepEqual(
      [...lines].filter(([, count]) => count > 120),
      [],
    );
  });

  test("each says when not to use it", () => {
    assert.deepEqual(
      recipes.filter((path) => !/^\*\*When not to use this\.\*\* /m.test(read(path))),
      [],
    );
  });
});

test("the first pages are short", () => {
  const lines = (path) => read(path).trimEnd().split("\n").length;
  assert.ok(lines("README.md") <= 150, `README.md has ${lines("README.md")} lines.`);
  assert.ok(
    lines("CONTRIBUTING.md") <= 140,
    `CONTRIBUTING.md has ${lines("CONTRIBUTING.md")} lines.`,
  );
});
