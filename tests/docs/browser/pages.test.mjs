// Every page in the documents runs in Chromium with the packed package, and shows what the document says.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { build } from "esbuild";
import { sendFile } from "../../../scripts/send-file.mjs";
import { serve } from "../../../scripts/serve.mjs";
import { launchChromium } from "../../package/browser.mjs";
import { createProject } from "../../package/project.mjs";
import { DOCUMENTS, read } from "../markdown.mjs";
import { pagesOf } from "../programs.mjs";

const DEMO_KEY = JSON.parse(read("seed/keys.json"))[0].key;
let project, service, browser, server;
/** The files that the server has, by path. */
const files = new Map();

before(async () => {
  [project, service, browser] = await Promise.all([
    createProject(),
    serve({ port: 0 }),
    launchChromium(),
  ]);
  server = createServer((request, response) => void respond(request, response));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
});
after(async () => {
  await browser?.close();
  server?.close();
  await service?.close();
  project?.remove();
});

/** Serves the pages and the packages of the project. Below /api, sends requests on to the service with the API key. */
async function respond(request, response) {
  if (request.url.startsWith("/api/")) {
    const proxied = await fetch(service.url + request.url, { headers: { "x-api-key": DEMO_KEY } });
    response.writeHead(proxied.status, { "content-type": proxied.headers.get("content-type") });
    response.end(Buffer.from(await proxied.arrayBuffer()));
    return;
  }
  if (request.url.startsWith("/node_modules/")) {
    await sendFile(
      request,
      response,
      join(project.folder, "node_modules"),
      request.url.slice("/node_modules".length),
    );
    return;
  }
  const text = files.get(request.url);
  const type = request.url.endsWith(".js") ? "text/javascript" : "text/html; charset=utf-8";
  response.writeHead(text === undefined ? 404 : 200, { "content-type": type }).end(text);
}

/** Replaces the address of the documents by the address of the service that these tests start. */
const withAddress = (text) => text.replaceAll("http://127.0.0.1:8787", service.url);

/** Bundles a script as a user would, with the package that is installed. */
async function bundle(code) {
  const stdin = { contents: withAddress(code), resolveDir: project.folder };
  const { outputFiles } = await build({
    stdin,
    bundle: true,
    format: "esm",
    write: false,
    logLevel: "silent",
  });
  return outputFiles[0].text;
}

/** Puts a page and its bundled scripts on the server. A page with an import map needs no bundler. */
async function publish(folder, { code, files: scripts }) {
  let html = withAddress(code);
  const isBundled = !html.includes('<script type="importmap">');
  const inlineScripts = [...html.matchAll(/<script type="module">([^]*?)<\/script>/g)];
  for (const [index, [tag, source]] of inlineScripts.entries()) {
    files.set(`${folder}/inline-${index}.js`, isBundled ? await bundle(source) : source);
    html = html.replace(tag, `<script type="module" src="inline-${index}.js"></script>`);
  }
  for (const [name, source] of scripts) files.set(`${folder}/${name}`, await bundle(source));
  // Without an icon, the browser would request an icon and log a 404.
  files.set(`${folder}/`, html.replace("<!doctype html>", '$&<link rel="icon" href="data:,">'));
}

for (const path of DOCUMENTS) {
  describe(path, () => {
    for (const documented of pagesOf(path)) {
      test(`the page in line ${documented.line} runs in Chromium`, async () => {
        assert.notEqual(
          documented.lines.length,
          0,
          "The document says nothing about what the page shows or prints.",
        );
        const folder = `/${path.replaceAll("/", "-")}-${documented.line}`;
        await publish(folder, documented);
        const page = await browser.newPage();
        const printed = [];
        const problems = [];
        // Every console message other than a log is a problem, such as a warning or an error.
        page.on("console", (message) => {
          const messages = message.type() === "log" ? printed : problems;
          messages.push(message.text());
        });
        page.on("pageerror", (error) => problems.push(String(error)));
        try {
          await page.goto(`http://127.0.0.1:${server.address().port}${folder}/`);
          const missing = () => missingLines(page, documented.lines, printed);
          await waitUntil(async () => problems.length > 0 || (await missing()).length === 0);
          assert.deepEqual({ problems, missing: await missing() }, { problems: [], missing: [] });
        } finally {
          await page.close();
        }
      });
    }
  });
}

/** The lines that a page has neither shown nor printed. */
async function missingLines(page, lines, printed) {
  const visible = await Promise.all(
    lines.map((line) => page.getByText(line, { exact: true }).first().isVisible()),
  );
  return lines.filter((line, index) => !visible[index] && !printed.includes(line));
}

/** Waits until a condition holds, ten seconds at most. The caller then asserts the condition. */
async function waitUntil(condition) {
  const end = Date.now() + 10_000;
  while (Date.now() < end) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
