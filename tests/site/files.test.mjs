// Tests the files of the site: pages, reference, links and pictures.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import ts from "typescript";
import { referenceSections } from "../../docs/.vitepress/pages.mjs";
import { drawPictures } from "../../docs/.vitepress/pictures.mjs";
import { takeScreens } from "../../docs/.vitepress/pictures/screens.mjs";
import { root } from "../../scripts/run.mjs";
import { CALLS } from "../calls.mjs";
import { BASE, CALL, builtSite, htmlName, pages } from "./setup.mjs";

/** The file of the site at the path of a URL. */
function fileOf(path) {
  if (path.endsWith("/")) return `${path}index.html`;
  return /\.\w+$/.test(path) ? path : `${path}.html`;
}

let folder, remove;
before(async () => {
  ({ folder, remove } = await builtSite());
});
after(() => remove?.());

test("has every page of docs/README.md as HTML and as Markdown, and llms.txt lists it", () => {
  const llms = readFileSync(join(folder, "llms.txt"), "utf8");
  assert.ok(pages.length > 20, `${pages.length} pages`);
  for (const page of pages) {
    const markdown = readFileSync(join(folder, page.file), "utf8");
    const [, title] = /^# (.+)$/m.exec(markdown);
    const html = readFileSync(join(folder, htmlName(page)), "utf8");
    assert.match(html, /<meta property="og:title" content="[^"]+/, page.file);
    // HTML escapes `<` and `&`, so only the title before these characters is compared.
    const [titleStart] = title.replaceAll("`", "").split(/[<&]/, 1);
    assert.ok(html.replaceAll("&#39;", "'").includes(`>${titleStart}`), title);
    assert.ok(llms.includes(`- [${page.name}](${page.file}): ${page.question}`), page.file);
  }
  const documents = readdirSync(join(root, "docs")).filter(
    (name) => name.endsWith(".md") && !["README.md", "index.md"].includes(name),
  );
  assert.deepEqual(pages.map(({ file }) => file).sort(), documents.sort());
});

/** The names that each entry of the package exports to its users. */
function exportedNames() {
  const { config } = ts.readConfigFile(join(root, "pkg/tsconfig.json"), ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, join(root, "pkg"));
  const program = ts.createProgram(fileNames, options);
  const checker = program.getTypeChecker();
  const { entryPoints } = JSON.parse(readFileSync(join(root, "typedoc.json"), "utf8"));
  return entryPoints.flatMap((path) => {
    const entry = program.getSourceFile(join(root, path));
    const symbols = checker.getExportsOfModule(checker.getSymbolAtLocation(entry));
    const isPublic = (symbol) =>
      !symbol.getJsDocTags(checker).some(({ name }) => name === "internal");
    return symbols.filter(isPublic).map(({ name }) => name);
  });
}

test("the reference has a page for each call and each exported name, as HTML and as Markdown", () => {
  const llms = readFileSync(join(folder, "llms.txt"), "utf8");
  const reference = referenceSections().flatMap((section) => section.pages);
  const names = new Set(reference.map(({ name }) => name.replace("()", "")));
  const methods = [
    ...CALLS.map(({ method }) => method),
    "watchTransfer",
    "waitForTransfer",
    "dispose",
  ];
  const calls = ["new Client", ...methods.map((name) => `client.${name}`)];
  const exported = exportedNames();
  assert.ok(exported.length > 80, `${exported.length} exported names`);
  assert.deepEqual(
    [...calls, ...exported].filter((name) => !names.has(name)),
    [],
  );
  for (const page of reference) {
    assert.ok(existsSync(join(folder, htmlName(page))), page.file);
    assert.ok(
      readFileSync(join(folder, page.file), "utf8").includes("\nSince version "),
      page.file,
    );
    assert.ok(llms.includes(`- [${page.name}](${page.file}): `), page.file);
  }
});

test("the page of a call has its parameters, defaults, result, errors, example and specification", () => {
  const markdown = readFileSync(join(folder, CALL.replace(".html", ".md")), "utf8");
  for (const text of [
    "### Fields of `options`",
    "Default: 10,000.",
    "### Fields of `BridgeTransfer`",
    "| `originTxnHash?` |",
    "[`unauthenticated`](../../errors.md#unauthenticated)",
    "console.log(transfer?.status); // wait-wh",
    "[§4.2](../../specification.md#42-get-bridgetransferstransactionshash)",
  ])
    assert.ok(markdown.includes(text), text);
});

test("every link inside the site leads to a file, and to a heading of the file", () => {
  const broken = [];
  let count = 0;
  const isPage = (entry) => entry.endsWith(".html") && !entry.startsWith("demo");
  for (const name of readdirSync(folder, { recursive: true }).filter(isPage)) {
    const html = readFileSync(join(folder, name), "utf8");
    for (const [, link] of html.matchAll(/(?:href|src)="([^"]*)"/g)) {
      // A link to a source file on GitHub must have the path of a file.
      const [, sourcePath] = /\/ethereal-query\/blob\/main\/([^#]*)/.exec(link) ?? [];
      if (sourcePath && !existsSync(join(root, decodeURI(sourcePath))))
        broken.push(`${name}: ${link}`);
      if (/^(https:|data:|#$)/.test(link)) continue;
      const { pathname, hash } = new URL(link, `http://site.invalid${BASE}${name}`);
      const target = pathname.slice(BASE.length) || "index.html";
      const path = join(folder, fileOf(target));
      count += 1;
      if (!pathname.startsWith(BASE) || !existsSync(path)) {
        broken.push(`${name}: ${link}`);
        continue;
      }
      if (hash === "") continue;
      const id = decodeURIComponent(hash.slice(1));
      if (!readFileSync(path, "utf8").includes(`id="${id}"`)) {
        broken.push(`${name}: ${link} has no such heading`);
      }
    }
  }
  assert.ok(count > 500, `${count} links`);
  assert.deepEqual(broken, []);
});

test("the pictures show the measured figures", async () => {
  for (const [name, text] of Object.entries(await drawPictures())) {
    const isDrawn = readFileSync(join(root, "docs", "pictures", name), "utf8") === text;
    assert.ok(isDrawn, `docs/pictures/${name} is out of date. Run \`npm run pictures\`.`);
  }
});

test("the pictures of the demo page show its words, and the social card has the size for chats", async () => {
  const words = Object.entries(await takeScreens()).map(([name, screen]) => [name, screen.words]);
  const recordedWords = JSON.parse(
    readFileSync(join(root, "docs", "pictures", "screens.json"), "utf8"),
  );
  assert.deepEqual(
    Object.fromEntries(words),
    recordedWords,
    "Run `npm run pictures -- --screens`.",
  );
  const card = readFileSync(join(folder, "social-card.png"));
  // A PNG file has its width at byte 16, and its height at byte 20.
  assert.deepEqual([card.readUInt32BE(16), card.readUInt32BE(20)], [1200, 630]);
});

test("publishes the corpus of token metadata with its schema at the root", () => {
  for (const name of ["naughty-tokens.json", "naughty-tokens.schema.json"]) {
    const published = readFileSync(join(folder, name), "utf8");
    assert.equal(published, readFileSync(join(root, "tests", "metadata", name), "utf8"), name);
  }
});

test("robots.txt names the sitemap, and a page is in the sitemap and links to its Markdown and llms.txt", () => {
  assert.match(
    readFileSync(join(folder, "robots.txt"), "utf8"),
    /^Sitemap: https:\/\/.*\/sitemap\.xml$/m,
  );
  const sitemap = readFileSync(join(folder, "sitemap.xml"), "utf8");
  const html = readFileSync(join(folder, "getting-started.html"), "utf8");
  assert.match(sitemap, /<loc>https:\/\/[^<]*\/getting-started\.html<\/loc>/);
  assert.ok(html.includes(`href="${BASE}getting-started.md"`));
  assert.ok(html.includes(`href="${BASE}llms.txt"`));
});
