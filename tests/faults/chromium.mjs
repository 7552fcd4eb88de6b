// The same calls from pages in headless Chromium, which load the built package from a plain file server.
import { createServer } from "node:http";
import { dirname, join, basename } from "node:path";
import { fileURLToPath } from "node:url";
import { sendFile } from "../../scripts/files.mjs";
import { root } from "../../scripts/run.mjs";
import { launch } from "../page/browser.mjs";
import { judge } from "./judge.mjs";
import { listener } from "./listener.mjs";
import { packagePath } from "./package.mjs";
import { startFaultServer } from "./server.mjs";

const HTML = '<!doctype html><meta charset="utf-8"><title>faults</title><link rel="icon" href="data:,">';
const file = packagePath.startsWith("file:") ? fileURLToPath(packagePath) : packagePath;

/** `/` is an empty page, `/package/` the folder of the package; everything else is a file of these tests. */
function startFiles() {
  return listener(createServer((request, response) => {
    if (request.url === "/") return response.writeHead(200, { "content-type": "text/html" }).end(HTML);
    if (request.url.startsWith("/package/")) return sendFile(request, response, dirname(file), request.url.slice("/package".length));
    return sendFile(request, response, join(root, "tests", "faults"), request.url);
  }));
}

/** Runs in the page. */
async function program(options) {
  const [pkg, { workload }] = await Promise.all([import(options.packageUrl), import("/workload.mjs")]);
  return workload(pkg, options);
}

/** One page in a context of its own: contexts share no connections, of which Chromium has six for each server. */
async function inPage(browser, origin, options, problems) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    // Also for rejections nobody handled.
    page.on("pageerror", (error) => problems.push(String(error)));
    await page.goto(origin);
    return await page.evaluate(program, options);
  } finally {
    await context.close();
  }
}

/** `calls` calls altogether, in three pages with one client at a time each. */
export async function soakChromium({ seed = 1, calls = 10_000, rate = 0.3 } = {}) {
  const [server, files, browser] = await Promise.all([startFaultServer({ seed, rate }), startFiles(), launch()]);
  const problems = [];
  const started = performance.now();
  try {
    const workers = [0, 1, 2];
    const packageUrl = `/package/${basename(file)}`;
    const one = (worker) => ({ packageUrl, baseUrl: server.url, workers: [worker], calls: Math.ceil(calls / workers.length) });
    const origin = `http://127.0.0.1:${files.port}/`;
    const records = (await Promise.all(workers.map((worker) => inPage(browser, origin, one(worker), problems)))).flat();
    const seconds = (performance.now() - started) / 1000;
    const preflights = server.preflights.length;
    return { ...judge(records, server, { browser: true }), preflights, unhandled: problems, seconds };
  } finally {
    await browser.close();
    await Promise.all([server.close(), files.close()]);
  }
}
