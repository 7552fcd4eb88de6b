// Calls to the fault server, from Node.js and from pages in headless Chromium. Each call must end with the correct
// result or with an error that fits the injected faults.
import { createServer } from "node:http";
import { join } from "node:path";
import * as pkg from "../../pkg/dist/index.js";
import { root } from "../../scripts/run.mjs";
import { sendFile } from "../../scripts/send-file.mjs";
import { launch } from "../page/browser.mjs";
import { checkCalls } from "./check-calls.mjs";
import { startFaultServer, listenOnClosablePort, until } from "./fault-server.mjs";
import { workload } from "./workload.mjs";
import { collectGarbage } from "../collect-garbage.mjs";

/** Collects unhandled rejections and uncaught errors until `stop`. */
export function collectUnhandledErrors() {
  const errors = [];
  const record = (error) => errors.push(String(error?.stack ?? error));
  process.on("unhandledRejection", record).on("uncaughtException", record);
  return {
    stop() {
      process.off("unhandledRejection", record).off("uncaughtException", record);
      return errors;
    },
  };
}

/**
 * Waits until all connections are closed, for at most six seconds. Returns the number of open connections. After an
 * abort, Node's fetch keeps a connection open for four seconds.
 */
export async function countOpenSockets(server) {
  await until(() => server.sockets() === 0, 6000);
  return server.sockets();
}

/**
 * Runs the garbage collector each second. Node's fetch holds the signal of a request only weakly. If the client does
 * not hold the signal either, the collector removes the signal, and the timeout never ends the request.
 */
function collectEachSecond() {
  const timer = setInterval(collectGarbage, 1000);
  return { stop: () => clearInterval(timer) };
}

/** Makes `calls` calls. At each time, five clients have four calls each in flight. */
export async function runCalls({ seed = 1, calls = 10_000, rate = 0.3 } = {}) {
  const server = await startFaultServer({ seed, rate });
  const unhandled = collectUnhandledErrors();
  const garbage = collectEachSecond();
  const started = performance.now();
  try {
    const workers = [0, 1, 2, 3, 4];
    const records = await workload(pkg, {
      baseUrl: server.url,
      workers,
      calls: Math.ceil(calls / workers.length),
    });
    const seconds = (performance.now() - started) / 1000;
    const openSockets = await countOpenSockets(server);
    return { ...checkCalls(records, server), openSockets, unhandled: unhandled.stop(), seconds };
  } finally {
    unhandled.stop();
    garbage.stop();
    await server.close();
  }
}

const HTML =
  '<!doctype html><meta charset="utf-8"><title>faults</title><link rel="icon" href="data:,">';

/**
 * Serves an empty page at `/`, the package at `/package/`, the files of this folder, and the files of seed/. The module
 * workload.mjs of this folder needs a file of seed/ for its random values.
 */
function startFileServer() {
  return listenOnClosablePort(
    createServer((request, response) => {
      if (request.url === "/")
        return response.writeHead(200, { "content-type": "text/html" }).end(HTML);
      if (request.url.startsWith("/package/")) {
        const path = request.url.slice("/package".length);
        return sendFile(request, response, join(root, "pkg/dist/browser"), path);
      }
      const folder = request.url.startsWith("/seed/") ? root : join(root, "tests", "faults");
      return sendFile(request, response, folder, request.url);
    }),
  );
}

/** Runs in the browser page. Returns the records of the calls. */
async function program(options) {
  const [pkg, { workload }] = await Promise.all([
    import("/package/ethereal-query.js"),
    import("/workload.mjs"),
  ]);
  return workload(pkg, options);
}

/** Runs the program in a new context, because Chromium opens at most six connections to a server in each context. */
async function runInPage(browser, origin, options, problems) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    // Chromium also reports unhandled rejections as `pageerror`.
    page.on("pageerror", (error) => problems.push(String(error)));
    await page.goto(origin);
    return await page.evaluate(program, options);
  } finally {
    await context.close();
  }
}

/** Makes `calls` calls in three pages. Each page has one client at a time. */
export async function runChromium({ seed = 1, calls = 10_000, rate = 0.3 } = {}) {
  const [server, files, browser] = await Promise.all([
    startFaultServer({ seed, rate }),
    startFileServer(),
    launch(),
  ]);
  const problems = [];
  const started = performance.now();
  try {
    const workers = [0, 1, 2];
    const optionsOf = (worker) => ({
      baseUrl: server.url,
      workers: [worker],
      calls: Math.ceil(calls / workers.length),
    });
    const origin = `http://127.0.0.1:${files.port}/`;
    const recordsOfPages = await Promise.all(
      workers.map((worker) => runInPage(browser, origin, optionsOf(worker), problems)),
    );
    const records = recordsOfPages.flat();
    const seconds = (performance.now() - started) / 1000;
    const preflights = server.preflights.length;
    return {
      ...checkCalls(records, server, { browser: true }),
      preflights,
      unhandled: problems,
      seconds,
    };
  } finally {
    await browser.close();
    await Promise.all([server.close(), files.close()]);
  }
}
