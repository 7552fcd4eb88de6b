// `npm run site`: the documents and the demo page on a plain file server, below a path.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { brotliCompressSync } from "node:zlib";
import ts from "typescript";
import { unzipSync } from "fflate";
import { drawPictures } from "../docs/.vitepress/pictures.mjs";
import { isOnSite, referenceSections, sections } from "../docs/.vitepress/pages.mjs";
import { root, run } from "../scripts/run.mjs";
import { sendFile } from "../scripts/send-file.mjs";
import { buildSite } from "../scripts/site.mjs";
import { isRunnable } from "../docs/.vitepress/run/programs.mjs";
import { assertPrinted, commentsOf, programsOf } from "./docs/programs.mjs";
import { launch } from "./page/browser.mjs";

const BASE = "/some/path/";

const axe = readFileSync(join(root, "node_modules", "axe-core", "axe.min.js"), "utf8");
const pages = sections.flatMap((section) => section.pages.filter(isOnSite));
const htmlName = ({ file }) => file.replace(/\.md$/, ".html");
const CALL = "reference/calls/bridgeTransfer.html";
const FUNCTION = "reference/functions/formatUnits.html";
const folder = mkdtempSync(join(tmpdir(), "ethereal-query-site-"));
let server, browser, address;
before(async () => {
  await buildSite(folder, BASE);
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

/** What axe finds on a page. */
async function violationsOf(page) {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations } = await globalThis.axe.run(document, { resultTypes: ["violations"] });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.flat().join(" ")}`));
  });
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

/** The names that each entry of the package exports to its users. */
function exportedNames() {
  const { config } = ts.readConfigFile(join(root, "pkg/tsconfig.json"), ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, join(root, "pkg"));
  const program = ts.createProgram(fileNames, options);
  const checker = program.getTypeChecker();
  const { entryPoints } = JSON.parse(readFileSync(join(root, "typedoc.json"), "utf8"));
  return entryPoints.flatMap((path) => {
    const names = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(join(root, path))));
    const isPublic = (symbol) => !symbol.getJsDocTags(checker).some(({ name }) => name === "internal");
    return names.filter(isPublic).map(({ name }) => name);
  });
}

test("the reference has a page for each call and each exported name, as HTML and as Markdown", () => {
  const llms = readFileSync(join(folder, "llms.txt"), "utf8");
  const reference = referenceSections().flatMap((section) => section.pages);
  const names = new Set(reference.map(({ name }) => name.replace("()", "")));
  const calls = [
    "new Client",
    ..."tokenUri bridgeTransfer project ethereals watchTransfer waitForTransfer dispose"
      .split(" ")
      .map((name) => `client.${name}`),
  ];
  const exported = exportedNames();
  assert.ok(exported.length > 80, `${exported.length} exported names`);
  assert.deepEqual(
    [...calls, ...exported].filter((name) => !names.has(name)),
    [],
  );
  for (const page of reference) {
    assert.ok(existsSync(join(folder, htmlName(page))), page.file);
    assert.ok(readFileSync(join(folder, page.file), "utf8").includes("\nSince version "), page.file);
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

test("every link inside the site leads to a file and a heading of it", () => {
  const broken = [];
  let count = 0;
  const isPage = (entry) => entry.endsWith(".html") && !entry.startsWith("demo");
  for (const name of readdirSync(folder, { recursive: true }).filter(isPage)) {
    const html = readFileSync(join(folder, name), "utf8");
    for (const [, link] of html.matchAll(/(?:href|src)="([^"]*)"/g)) {
      const [, inRepository] = /\/ethereal-query\/blob\/main\/([^#]*)/.exec(link) ?? [];
      if (inRepository && !existsSync(join(root, decodeURI(inRepository)))) broken.push(`${name}: ${link}`);
      if (/^(https:|data:|#$)/.test(link)) continue;
      const { pathname, hash } = new URL(link, `http://site.invalid${BASE}${name}`);
      const target = pathname.slice(BASE.length) || "index.html";
      const path = join(
        folder,
        target.endsWith("/") ? `${target}index.html` : /\.\w+$/.test(target) ? target : `${target}.html`,
      );
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

test("the pictures show the measured figures", async () => {
  for (const [name, text] of Object.entries(await drawPictures())) {
    const isDrawn = readFileSync(join(root, "docs", "pictures", name), "utf8") === text;
    assert.ok(isDrawn, `docs/pictures/${name} is out of date. Run \`npm run pictures\`.`);
  }
});

describe("in Chromium", { concurrency: 2 }, () => {
  for (const colorScheme of ["light", "dark"]) {
    for (const name of ["index.html", "getting-started.html", "options.html", "playground.html", CALL, FUNCTION]) {
      test(`${name} is accessible, fits a phone and has no errors, ${colorScheme}`, async () => {
        const { page, problems, close } = await open(name, { colorScheme });
        assert.deepEqual(await violationsOf(page), []);
        await page.setViewportSize({ width: 375, height: 800 });
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
        assert.deepEqual(problems, []);
        await close();
      });
    }
  }

  test("the first view of a page is at most 150 kB after brotli", async (context) => {
    for (const name of ["index.html", "getting-started.html", "options.html", CALL, FUNCTION]) {
      const { paths, close } = await open(name);
      const sizes = [...paths].map((path) => brotliCompressSync(readFileSync(join(folder, path))).length);
      const sum = sizes.reduce((total, size) => total + size, 0);
      context.diagnostic(`${name}: ${sum} bytes in ${sizes.length} files`);
      assert.ok(sum > 10_000 && sum <= 150_000, `${name}: ${sum} bytes`);
      await close();
    }
  });

  test("the code of a page fits its box", async () => {
    const { page, close } = await open("index.html");
    const cut = [];
    let count = 0;
    for (const name of pages.map(htmlName)) {
      await page.goto(address + name);
      const widths = await page
        .locator(".vp-doc div[class*='language-'] > pre")
        .evaluateAll((blocks) =>
          blocks.map(({ scrollWidth, clientWidth, innerText }) => [scrollWidth - clientWidth, innerText]),
        );
      count += widths.length;
      cut.push(...widths.filter(([pixels, text]) => pixels > 1 && !text.includes("node_modules/")));
    }
    assert.ok(count > 100, `${count} blocks`);
    assert.deepEqual(cut, []);
    await close();
  });

  test("the search finds the pages of a word", async () => {
    const { page, problems, close } = await open("index.html");
    for (const [word, title] of [
      ["Retry-After", /Retries|What happens/],
      ["decimals", /./],
      ["x-api-key", /./],
      ["bridgeTransfer", /client\.bridgeTransfer/],
      ["formatUnits", /formatUnits/],
      ["nextjs", /Next\.js/],
      ["docker", /PostgreSQL|Operating|Native/],
      ["resume", /Pagination|Watching/],
      ["uint256", /Exact integers|TypeScript/],
      ["python", /Native|Specification|Is this/],
      ["testnet", /Options|Embedded|Getting/],
      ["LayerZero", /What each status|Is this|Watching/],
      ["rate limit", /Retries and limits/],
      ["wormhole", /What each status/],
      ["ENS", /Token metadata/],
    ]) {
      await page.keyboard.press("/");
      await page.locator("#localsearch-input").fill(word);
      const results = page.locator("#localsearch-list .result");
      await results.first().waitFor();
      assert.match((await results.allInnerTexts()).slice(0, 3).join("\n"), title, word);
      await page.keyboard.press("Escape");
    }
    assert.deepEqual(problems, []);
    await close();
  });

  test("the search without results, and an address without a page, lead on", async () => {
    const { page, close } = await open("index.html");
    await page.keyboard.press("Control+k");
    await page.locator("#localsearch-input").fill("qqqqzzzz");
    await page.locator(".search-help").getByRole("link", { name: "Every error" }).waitFor();
    await page.goto(`${address}404.html`, { waitUntil: "networkidle" });
    await page.getByRole("heading", { name: "There is no page at this address" }).waitFor();
    assert.deepEqual(await violationsOf(page), []);
    await page.getByRole("button", { name: "Search the documentation" }).click();
    await page.locator("#localsearch-input").waitFor();
    await close();
  });

  test("the sidebar shows the entry of the page", async () => {
    const { page, close } = await open("recipe-next.html");
    const entry = page.locator(".VPSidebar .is-active").getByRole("link", { name: "Next.js", exact: true });
    await entry.waitFor();
    await page.waitForTimeout(300);
    const { y } = await entry.boundingBox();
    assert.ok(y > 0 && y < 780, `${y} of 800`);
    await close();
  });

  test("two clicks lead from the home page to a call", async () => {
    const { page, problems, close } = await open("index.html");
    await page.getByRole("link", { name: "Reference", exact: true }).first().click();
    await page.getByRole("main").getByRole("link", { name: "client.bridgeTransfer()" }).click();
    await page.getByRole("heading", { name: "client.bridgeTransfer()" }).waitFor();
    assert.equal(new URL(page.url()).pathname, BASE + CALL);
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

  /** Starts the program of a block, or of the playground. Returns what it has printed when it has ended. */
  async function runProgram(block, { failure = "nothing" } = {}) {
    const select = block.getByLabel("Fail next");
    if (await select.count()) await select.selectOption(failure);
    await block.getByRole("button", { name: "Run", exact: true }).click();
    await block.locator(".run-end").waitFor();
    const lines = block.locator(".run-output pre");
    return (await lines.count()) ? lines.innerText() : "";
  }

  test("every program that the site can run prints what its page promises", { timeout: 240_000 }, async () => {
    let count = 0;
    for (const { file } of pages) {
      const programs = programsOf(`docs/${file}`).filter(({ code }) => isRunnable(code));
      const promised = new Map(programs.map(({ code, lines }) => [code, lines]));
      if (programs.length === 0) continue;
      const { page, problems, close } = await open(htmlName({ file }));
      for (const block of await page.locator(".runnable[data-program]").all()) {
        const program = decodeURIComponent(await block.getAttribute("data-program"));
        const output = await runProgram(block);
        assertPrinted(output, promised.get(program) ?? commentsOf(program));
        promised.delete(program);
        count += 1;
      }
      assert.deepEqual([...promised.keys()], [], `${file}: programs without a button`);
      assert.deepEqual(problems, []);
      await close();
    }
    assert.ok(count > 30, `${count} programs`);
  });

  test("every example of the reference that runs prints what it promises", { timeout: 240_000 }, async () => {
    const files = readdirSync(join(folder, "reference"), { recursive: true }).filter((name) => name.endsWith(".html"));
    const programs = new Set(
      files.flatMap((name) => {
        const html = readFileSync(join(folder, "reference", name), "utf8");
        return [...html.matchAll(/data-program="([^"]+)"/g)].map(([, program]) => decodeURIComponent(program));
      }),
    );
    assert.ok(programs.size > 80, `${programs.size} programs`);
    // One page runs all: opening each page would take minutes.
    const { page, problems, close } = await open("playground.html");
    const failures = [];
    for (const program of programs) {
      await page.locator(".cm-content").fill(program);
      const output = await runProgram(page.locator(".runnable"));
      try {
        assertPrinted(output, commentsOf(program));
      } catch ({ message }) {
        failures.push(`${message}\n${program}`);
      }
    }
    assert.deepEqual(failures, []);
    assert.deepEqual(problems, []);
    await close();
  });

  test("a failed request, its retry and the wait between them are in the timeline", async () => {
    const { page, close } = await open("getting-started.html");
    const block = page.locator(".runnable").first();
    await runProgram(block);
    const rows = () => block.locator(".run-output tbody tr").allInnerTexts();
    assert.equal((await rows()).length, 4);
    assert.match(await runProgram(block, { failure: "one request: 429, Retry-After 2 s" }), /^Ethereal Trees #2$/m);
    const [first, second, ...others] = await rows();
    assert.match(first, /^GET \/tokens\/0xc1a6…ec47\/2\/uri\?b=1\s+429/);
    assert.match(second, /attempt 2, after 2\d\d\d ms\s+200/);
    assert.equal(others.length, 3);
    assert.match(await runProgram(block, { failure: "every request: offline" }), /^Uncaught EtherealQueryError: /);
    assert.equal((await rows()).length, 3);
    await close();
  });

  test("a program can be edited, and has no way out of its frame", async () => {
    const { page, close } = await open("getting-started.html");
    const sent = [];
    // A request that the policy blocks does not come here.
    await page.context().route("https://other.invalid/**", (route) => {
      sent.push(route.request().url());
      return route.abort();
    });
    const block = page.locator(".runnable").first();
    await block.getByRole("button", { name: "Edit" }).click();
    await block.locator(".cm-content").fill(
      `
        console.log(origin);
        await fetch("/").catch((error) => console.log(error.message));
        try { parent.document } catch (error) { console.log(error.name) }
        try { top.location = "https://other.invalid/top" } catch (error) { console.log("top: " + error.name) }
        console.log(open("https://other.invalid/open"));
        new Image().src = "https://other.invalid/image";
        const form = Object.assign(document.createElement("form"), { action: "https://other.invalid/form" });
        document.body.append(form);
        form.submit();
        new Worker(URL.createObjectURL(new Blob(['fetch("https://other.invalid/worker")'])));
        const frame = Object.assign(document.createElement("iframe"), { src: "https://other.invalid/frame" });
        document.body.append(frame);
        await new Promise((resolve) => setTimeout(resolve, 500));
        location.href = "https://other.invalid/location";
        await new Promise(() => {});
      `,
    );
    const output = await runProgram(block);
    assertPrinted(output, ["null", "SecurityError", "top: SecurityError", "null"]);
    assert.match(output, /No request leaves this page: /);
    assert.match(output, /The program left its page, which ended it\./);
    assert.deepEqual(await violationsOf(page), []);
    assert.deepEqual(sent, []);
    await close();
  });

  test("a program that never ends can be stopped, and does not fill the page", async () => {
    const { page, problems, close } = await open("playground.html");
    const stop = page.getByRole("button", { name: "Stop", exact: true });
    const programs = [
      ["while (true) { console.log(1); await 0; }", 1000],
      ["console.log(1); setInterval(() => console.log(1), 100);", 2],
    ];
    for (const [program, lines] of programs) {
      await page.locator(".cm-content").fill(program);
      await page.getByRole("button", { name: "Run", exact: true }).click();
      await page.locator(`.run-output pre span:nth-child(${lines})`).waitFor();
      await stop.click();
      await page.locator(".run-end").getByText("Stopped.").waitFor();
      assert.ok((await page.locator(".run-output pre span").count()) <= 1000);
    }
    assert.deepEqual(problems, []);
    await close();
  });

  test("the playground completes names of the package, and a link holds its code", async () => {
    const { page, problems, close } = await open("playground.html", { permissions: ["clipboard-write"] });
    const editor = page.locator(".cm-content");
    await editor.fill(
      'import { Client } from "ethereal-query";\nconst client = new Client({ baseUrl: "https://a.invalid" });\n',
    );
    await page.keyboard.press("Control+End");
    // The types are loaded after the editor.
    const completion = page.getByRole("option", { name: /bridgeTransfer/ });
    for (let tries = 0; tries < 20 && !(await completion.isVisible()); tries++) {
      await page.keyboard.press("Escape");
      await page.keyboard.type(tries === 0 ? "client.bridge" : "T");
      if (tries > 0) await page.keyboard.press("Backspace");
      await page.keyboard.press("Control+Space");
      await page.waitForTimeout(1000);
    }
    await completion.click();
    await page.getByRole("button", { name: "Copy a link" }).click();
    await page.getByRole("status").getByText("Copied.").waitFor();
    await page.reload({ waitUntil: "networkidle" });
    await page.locator(".cm-line").getByText("client.bridgeTransfer", { exact: true }).waitFor();
    assert.deepEqual(problems, []);
    await close();
  });

  test("the project of a program runs in Node.js", async (t) => {
    const { page, problems, close } = await open("playground.html");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Open as a project" }).click(),
    ]);
    const project = mkdtempSync(join(tmpdir(), "ethereal-query-project-"));
    t.after(() => rmSync(project, { recursive: true, force: true }));
    for (const [name, bytes] of Object.entries(unzipSync(readFileSync(await download.path())))) {
      writeFileSync(join(project, basename(name)), bytes);
    }
    await run("npm", ["install", "--offline", "--no-audit", "--no-fund"], { cwd: project });
    const program = readFileSync(join(project, "index.js"), "utf8");
    assertPrinted(await run("npm", ["start", "--silent"], { cwd: project }), commentsOf(program));
    assert.deepEqual(problems, []);
    await close();
  });
});
