// `npm run site`: the documents and the demo page on a plain file server, below a path.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { brotliCompressSync } from "node:zlib";
import { isOnSite, sections } from "../docs/.vitepress/pages.mjs";
import { root } from "../scripts/run.mjs";
import { sendFile } from "../scripts/send-file.mjs";
import { launch } from "./page/browser.mjs";

const BASE = "/some/path/";
process.env.SITE_BASE = BASE;
const { buildSite } = await import("../scripts/site.mjs");

const axe = readFileSync(join(root, "node_modules", "axe-core", "axe.min.js"), "utf8");
const pages = sections.flatMap((section) => section.pages.filter(isOnSite));
const htmlName = ({ file }) => file.replace(/\.md$/, ".html");
const folder = mkdtempSync(join(tmpdir(), "ethereal-query-site-"));
let server, browser, address;
before(async () => {
  await buildSite(folder);
  server = createServer((request, response) => {
    const path = decodeURI(request.url.split(/[?#]/, 1)[0]).slice(BASE.length - 1);
    void sendFile(request, response, folder, path);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${server.address().port}${BASE}`;
  browser = await launch();
});
after(async () => {
  await browser?.close();
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens a page of the site. `problems` has its errors, `paths` the files that it has requested. */
async function open(name, options) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  const [problems, paths] = [[], new Set()];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("request", (request) => {
    if (request.url().startsWith(address)) paths.add(request.url().slice(address.length).split("#")[0] || "index.html");
    else if (!/^(data|blob):/.test(request.url())) problems.push(`request to ${request.url()}`);
  });
  await page.goto(address + name, { waitUntil: "networkidle" });
  return { page, problems, paths, close: () => context.close() };
}

test("has every page of docs/README.md as HTML and as Markdown, and llms.txt lists it", () => {
  const llms = readFileSync(join(folder, "llms.txt"), "utf8");
  assert.ok(pages.length > 20, `${pages.length} pages`);
  for (const page of pages) {
    const markdown = readFileSync(join(folder, page.file), "utf8");
    const [, title] = /^# (.+)$/m.exec(markdown);
    const html = readFileSync(join(folder, htmlName(page)), "utf8");
    assert.match(html, /<meta property="og:title" content="[^"]+/, page.file);
    assert.ok(html.replaceAll("&#39;", "'").includes(`>${title.replaceAll("`", "").split(/[<`&]/, 1)[0]}`), title);
    assert.ok(llms.includes(`- [${page.name}](${page.file}): ${page.question}`), page.file);
  }
  const documents = readdirSync(join(root, "docs")).filter((name) => /^(?!README|index).*\.md$/.test(name));
  assert.deepEqual(pages.map(({ file }) => file).sort(), documents.sort());
});

test("every link inside the site leads to a file and a heading of it", () => {
  const broken = [];
  let count = 0;
  for (const name of readdirSync(folder).filter((entry) => entry.endsWith(".html"))) {
    const html = readFileSync(join(folder, name), "utf8");
    for (const [, link] of html.matchAll(/(?:href|src)="([^"]*)"/g)) {
      if (/^(https:|data:|#$)/.test(link)) continue;
      const { pathname, hash } = new URL(link, `http://site.invalid${BASE}${name}`);
      const target = pathname.slice(BASE.length) || "index.html";
      const path = join(folder, target.endsWith("/") ? `${target}index.html` : /\.\w+$/.test(target) ? target : `${target}.html`);
      count += 1;
      if (!pathname.startsWith(BASE) || !existsSync(path)) broken.push(`${name}: ${link}`);
      else if (hash && !readFileSync(path, "utf8").includes(`id="${decodeURIComponent(hash.slice(1))}"`)) {
        broken.push(`${name}: ${link} has no such heading`);
      }
    }
  }
  assert.ok(count > 500, `${count} links`);
  assert.deepEqual(broken, []);
});

describe("in Chromium", { concurrency: 2 }, () => {
  for (const colorScheme of ["light", "dark"]) {
    for (const name of ["index.html", "getting-started.html", "options.html"]) {
      test(`${name} is accessible, fits a phone and has no errors, ${colorScheme}`, async () => {
        const { page, problems, close } = await open(name, { colorScheme });
        await page.evaluate(axe);
        const violations = await page.evaluate(async () => {
          const { violations: found } = await globalThis.axe.run(document, { resultTypes: ["violations"] });
          return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.flat().join(" ")}`));
        });
        assert.deepEqual(violations, []);
        await page.setViewportSize({ width: 375, height: 800 });
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
        assert.deepEqual(problems, []);
        await close();
      });
    }
  }

  test("the first view of a page is at most 150 kB after brotli", async (context) => {
    for (const name of ["index.html", "getting-started.html", "options.html"]) {
      const { paths, close } = await open(name);
      const sizes = [...paths].map((path) => brotliCompressSync(readFileSync(join(folder, path))).length);
      const sum = sizes.reduce((total, size) => total + size, 0);
      context.diagnostic(`${name}: ${sum} bytes in ${sizes.length} files`);
      assert.ok(sum > 10_000 && sum <= 150_000, `${name}: ${sum} bytes`);
      await close();
    }
  });

  test("the search finds the pages of a word", async () => {
    const { page, problems, close } = await open("index.html");
    for (const [word, title] of [["Retry-After", /Retries|What happens/], ["decimals", /./], ["x-api-key", /./]]) {
      await page.keyboard.press("/");
      await page.locator("#localsearch-input").fill(word);
      const result = page.locator("#localsearch-list .result").first();
      await result.waitFor();
      assert.match(await result.innerText(), title, word);
      await page.keyboard.press("Escape");
    }
    assert.deepEqual(problems, []);
    await close();
  });

  test("the reference has every entry of the package, and documents the options of a watch", async () => {
    const { page, problems, close } = await open("reference/");
    for (const name of ["index", "embedded", "query", "proxy", "elements"]) {
      await page.getByRole("link", { name, exact: true }).first().waitFor();
    }
    const options = readFileSync(join(folder, "reference", "interfaces", "index.WatchOptions.html"), "utf8");
    assert.match(options, /notFoundGraceMs/);
    assert.deepEqual(problems, []);
    await close();
  });

  test("the home page leads to the demo page, which works below its path", async () => {
    const { page, problems, close } = await open("index.html");
    await page.getByRole("link", { name: "Demo", exact: true }).first().click();
    await page.locator("eq-token-card .title").waitFor();
    assert.equal(new URL(page.url()).pathname, `${BASE}demo/`);
    assert.deepEqual(problems, []);
    await close();
  });
});
