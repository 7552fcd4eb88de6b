// Links, anchors and references to sections exist, and a test covers the language of every block of code.
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

/** The URLs at which GitHub shows a file of the repository, and at which it has the bytes of an image. */
const REPOSITORY =
  /^https:\/\/(?:github\.com\/ethereal-query\/ethereal-query\/(?:blob|tree)|raw\.githubusercontent\.com\/ethereal-query\/ethereal-query)\/main\//;
/** npm shows this file outside of the repository. */
const ON_NPM = "pkg/README.md";
const FOLDERS = new Set(
  FILES.flatMap((path) =>
    path
      .split("/")
      .slice(0, -1)
      .map((_, depth, parts) => parts.slice(0, depth + 1).join("/")),
  ),
);

/** The path in the repository that a link leads to, and its anchor; nothing for a link to another place. */
function targetOf(path, target) {
  const inRepository = REPOSITORY.test(target);
  if (!inRepository && /^[a-z]+:/i.test(target)) return undefined;
  const [file, anchor] = target.replace(REPOSITORY, "").split("#");
  if (inRepository) return { file: posix.normalize(file), anchor };
  return {
    file:
      file === ""
        ? path
        : posix.join(posix.dirname(path), decodeURIComponent(file)).replace(/\/$/, ""),
    anchor,
  };
}

function problemOf(path, target) {
  if (path === ON_NPM && !/^(https:|#)/.test(target))
    return "npm cannot show it: link to the repository";
  const found = targetOf(path, target);
  if (!found) return undefined;
  const { file, anchor } = found;
  if (!FILES.includes(file) && !FOLDERS.has(file) && file !== ".") return "there is no such file";
  if (anchor === undefined) return undefined;
  return file.endsWith(".md") && anchorsOf(file).has(anchor)
    ? undefined
    : "there is no such heading";
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
        links.filter(([, , complaint]) => complaint),
        [],
      );
    });
  }
});

test("docs/README.md links to every page", () => {
  const linked = linksOf("docs/README.md").map(({ target }) =>
    posix.join("docs", target.split("#")[0]),
  );
  // The home page of the site has no place in the list of pages.
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
  const named = sources.flatMap((path) => {
    // "specification §4.4, §2.4", also where the lines of a comment break.
    const text = read(path).replaceAll(/\n\s*(?:\/\/[/!]?|\*) ?/g, " ");
    const groups = text.matchAll(
      /specification(?: names the statuses \()?,? §([\d.]+(?:(?:, | and )§[\d.]+)*)/g,
    );
    return [...groups].flatMap(([group]) =>
      [...group.matchAll(/§(\d(?:\.\d)?)/g)].map(([, number]) => [path, number]),
    );
  });
  assert.ok(named.length > 20, `Found ${named.length} references only.`);
  assert.deepEqual(
    named.filter(([, number]) => !sections.has(number)),
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
