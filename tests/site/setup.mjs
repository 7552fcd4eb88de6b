// Builds the site and serves it below a path of a plain file server, for the tests of this folder.
// `node tests/site/setup.mjs FOLDER` builds the site once for all test files. The test runner names the folder in
// BUILT_SITE. A test file that runs alone builds the site itself.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { isOnSite, sections } from "../../docs/.vitepress/pages.mjs";
import { main, root } from "../../scripts/run.mjs";
import { sendFile } from "../../scripts/send-file.mjs";
import { buildSite } from "../../docs/.vitepress/site.mjs";
import { launch } from "../page/browser.mjs";

/** The path of the site on its host. */
export const BASE = "/some/path/";
/** Two pages of the reference. */
export const CALL = "reference/calls/bridgeTransfer.html";
export const FUNCTION = "reference/functions/formatUnits.html";
/** Five minutes, so that only a step that hangs reaches the limit, even on a slow machine. */
const STEP_LIMIT_MS = 5 * 60_000;

/** The pages of the guide. */
export const pages = sections.flatMap((section) => section.pages.filter(isOnSite));
/** The name of a page's HTML file. */
export const htmlName = ({ file }) => file.replace(/\.md$/, ".html");

/** Returns the folder of the site, and a function that removes the folder if this process has built the site. */
export async function builtSite() {
  const { BUILT_SITE } = process.env;
  if (BUILT_SITE) return { folder: BUILT_SITE, remove: () => {} };
  const folder = mkdtempSync(join(tmpdir(), "ethereal-query-site-"));
  await buildSite(folder, BASE);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Serves the site. Returns its folder and address, `open` for its pages, and `close`. */
export async function startSite() {
  const { folder, remove } = await builtSite();
  const server = createServer((request, response) => {
    const [urlPath] = request.url.split(/[?#]/, 1);
    // `/some/path/index.html` becomes `/index.html`.
    const path = decodeURI(urlPath).slice(BASE.length - 1);
    void sendFile(request, response, folder, path);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${server.address().port}${BASE}`;
  const browser = await launch();
  const close = async () => {
    await browser.close();
    server.close();
    remove();
  };
  return { folder, address, close, open: (name, options) => open(browser, address, name, options) };
}

/**
 * Opens a page of the site. `problems` has the errors of the page, and `paths` the files that the page has requested.
 */
async function open(browser, address, name, options) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  context.setDefaultTimeout(STEP_LIMIT_MS);
  const page = await context.newPage();
  const problems = [];
  const paths = new Set();
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("request", (request) => {
    const url = request.url();
    if (url.startsWith(address)) {
      const [path] = url.slice(address.length).split("#");
      paths.add(path || "index.html");
    } else if (!/^(data|blob):/.test(url)) {
      problems.push(`request to ${url}`);
    }
  });
  await page.goto(address + name, { waitUntil: "networkidle" });
  // Before Vue has started, keys and buttons do nothing.
  if (options?.javaScriptEnabled !== false)
    await page.waitForFunction(() => document.querySelector("#app").__vue_app__);
  return { page, problems, paths, close: () => context.close() };
}

/**
 * Calls `work` for all items, four at a time. A caller runs programs of the pages, which mostly wait, so four at a time
 * use little CPU time.
 */
export async function doAll(items, work) {
  const queue = [...items];
  const worker = async () => {
    while (queue.length > 0) await work(queue.shift());
  };
  await Promise.all(Array.from({ length: 4 }, worker));
}

const axe = readFileSync(join(root, "node_modules", "axe-core", "axe.min.js"), "utf8");

/** The violations of accessibility rules that axe finds on a page. */
export async function violationsOf(page) {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations } = await globalThis.axe.run(document, { resultTypes: ["violations"] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target }) => `${id}: ${target.flat().join(" ")}`),
    );
  });
}

/** Runs the program of a block, or of the playground, to its end. Returns what the program has printed. */
export async function runProgram(block, { failure = "nothing" } = {}) {
  const select = block.getByLabel("Fail next");
  if (await select.count()) await select.selectOption(failure);
  await block.getByRole("button", { name: "Run", exact: true }).click();
  const lines = block.locator(".run-output pre");
  const output = async () => ((await lines.count()) ? lines.innerText() : "");
  try {
    await block.locator(".run-end").waitFor();
  } catch (cause) {
    throw new Error(`The program has not ended. It has printed:\n${await output()}`, { cause });
  }
  return output();
}

await main(import.meta, async ([path]) => {
  const folder = resolve(path);
  rmSync(folder, { recursive: true, force: true });
  await buildSite(folder, BASE);
});
