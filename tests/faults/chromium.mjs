// The calls of calls.mjs in headless Chromium, in pages that load the built package.
import { createServer } from "node:http";
import { dirname, join, basename } from "node:path";
import { fileURLToPath } from "node:url";
import { sendFile } from "../../scripts/send-file.mjs";
import { root } from "../../scripts/run.mjs";
import { launch } from "../page/browser.mjs";
import { checkCalls } from "./check-calls.mjs";
import { listenOnClosablePort } from "./closable-port.mjs";
import { packagePath } from "./package.mjs";
import { startFaultServer } from "./fault-server.mjs";

const HTML = '<!doctype html><meta charset="utf-8"><title>faults</title><link rel="icon" href="data:,">';
const entry = packagePath.startsWith("file:") ? fileURLToPath(packagePath) : packagePath;
/** The file for a page without a bundler, in the same build. */
const file = join(dirname(entry), "browser", "ethereal-query.js");

/** Serves an empty page at `/`, the package at `/package/`, and the files of this folder. */
function startFileServer() {
  return listenOnClosablePort(createServer((request, response) => {
    if (request.url === "/") return response.writeHead(200, { "content-type": "text/html" }).end(HTML);
    if (request.url.startsWith("/package/"))
      return sendFile(request, response, dirname(file), request.url.slice("/package".length));
    return sendFile(request, response, join(root, "tests", "faults"), request.url);
  }));
}

/** Runs in the page. */
async function program(options) {
  const [pkg, { workload }] = await Promise.all([import(options.packageUrl), import("/workload.mjs")]);
  return workload(pkg, options);
}

/** Runs the program in a page of a new context. Chromium has six connections for each server in a context. */
async function runInPage(browser, origin, options, problems) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    // Also reports unhandled rejections.
    page.on("pageerror", (error) => problems.push(String(error)));
    await page.goto(origin);
    return await page.evaluate(program, options);
  } finally {
    await context.close();
  }
}

/** Makes `calls` calls in three pages with one client at a time each. */
export async function runChromium({ seed = 1, calls = 10_000, rate = 0.3 } = {}) {
  const [server, files, browser] = await Promise.all([startFaultServer({ seed, rate }), startFileServer(), launch()]);
  const problems = [];
  const started = performance.now();
  try {
    const workers = [0, 1, 2];
    const packageUrl = `/package/${basename(file)}`;
    const optionsOf = (worker) => ({
      packageUrl,
      baseUrl: server.url,
      workers: [worker],
      calls: Math.ceil(calls / workers.length),
    });
    const origin = `http://127.0.0.1:${files.port}/`;
    const records = (
      await Promise.all(workers.map((worker) => runInPage(browser, origin, optionsOf(worker), problems)))
    ).flat();
    const seconds = (performance.now() - started) / 1000;
    const preflights = server.preflights.length;
    return { ...checkCalls(records, server, { browser: true }), preflights, unhandled: problems, seconds };
  } finally {
    await browser.close();
    await Promise.all([server.close(), files.close()]);
  }
}
