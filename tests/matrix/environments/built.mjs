// The sources of pages and workers that run the program, and the checks of the pages that bundlers build.
import assert from "node:assert/strict";
import { PROGRAM_CALL, importLine, keepResult, pageWithScript } from "../../package/hosts.mjs";

/** An expression for the program's result, or for the stack of its error. */
const RESULT = `${PROGRAM_CALL}.catch((error) => String(error.stack))`;

/** The script of a worker that sends the result to its page. */
export const workerScript = (lab, from) =>
  `${importLine(from)}${lab.programSource}${RESULT}.then((result) => postMessage(result));\n`;

/** The script of a page that starts a worker by an expression and keeps the worker's result. */
export const startWorker = (expression) =>
  keepResult(`new Promise((resolve, reject) => {
  const worker = ${expression};
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = reject;
})`);

/** The script of a service worker that sends the result to the port of each message. */
export const serviceWorkerScript = (lab, from) => `${importLine(from)}${lab.programSource}
addEventListener("message", (event) => {
  event.waitUntil(${RESULT}.then((result) => event.ports[0].postMessage(result)));
});\n`;

/** The script of a page that registers the service worker and keeps the service worker's result. */
export const registerServiceWorker = (type) =>
  keepResult(`new Promise(async (resolve, reject) => {
  try {
    const { installing } = await navigator.serviceWorker.register("worker.js", { type: "${type}" });
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    installing.postMessage("run", [port2]);
  } catch (error) {
    reject(error);
  }
})`);

/** Bundlers recognise a worker by this expression. */
export const START_BUNDLED_WORKER = startWorker(
  'new Worker(new URL("./worker.js", import.meta.url), { type: "module" })',
);

export const mainScript = (lab) =>
  importLine("ethereal-query") + lab.programSource + keepResult(PROGRAM_CALL);

/**
 * Checks the page in `folder`. With `script`, first writes a page that runs this script. With `ascii`, the script must
 * be ASCII only.
 */
export async function assertBuiltPage(lab, project, folder, script, { ascii = false } = {}) {
  if (script) project.write(`${folder}/index.html`, pageWithScript(script));
  if (ascii) assert.match(project.read(folder, script), /^[\0-\x7f]*$/, "not ASCII only");
  const origin = await lab.serveFolder(project.path(folder));
  await lab.assertPage(`${origin}/`);
}

/**
 * Checks a page whose program runs in a worker. With `script`, first writes a page that runs this script. Checks only
 * the result: `assertPage` also checks which modules the page loads, but a page does not see the modules of its worker.
 */
export async function assertWorkerPage(lab, project, folder, script) {
  if (script) project.write(`${folder}/index.html`, pageWithScript(script));
  const origin = await lab.serveFolder(project.path(folder));
  lab.assertResult(await lab.resultOf(`${origin}/`));
}

/** Writes a page for bundlers whose entry is a page. */
export function writePage(lab, project) {
  project.write("index.html", pageWithScript("main.js"));
  project.write("main.js", mainScript(lab));
}

export function writeWorkerPage(lab, project) {
  project.write("worker/index.html", pageWithScript("main.js"));
  project.write("worker/main.js", START_BUNDLED_WORKER);
  project.write("worker/worker.js", workerScript(lab, "ethereal-query"));
}
