// The sources for bundlers, and the checks of the pages that they build.
import assert from "node:assert/strict";
import { PROGRAM_CALL, importLine, keepResult, pageWithScript } from "../../package/hosts.mjs";
import { START_BUNDLED_WORKER, workerScript } from "./worker-scripts.mjs";

export const mainScript = (lab) => importLine("ethereal-query") + lab.programSource + keepResult(PROGRAM_CALL);

/** Checks the page in `folder`. With `script`, writes a page for it. With `ascii`, the script must be ASCII only. */
export async function assertBuiltPage(lab, project, folder, script, { ascii = false } = {}) {
  if (script) project.write(`${folder}/index.html`, pageWithScript(script));
  const text = script ? project.read(folder, script) : "";
  if (ascii) assert.match(text, /^[\0-\x7f]*$/, "not ASCII only");
  await lab.assertPage(`${await lab.serveFolder(project.path(folder))}/`);
}

/**
 * Checks a page whose program runs in a worker: the result only, because the page does not see the worker's modules.
 */
export async function assertWorkerPage(lab, project, folder, script) {
  if (script) project.write(`${folder}/index.html`, pageWithScript(script));
  lab.assertResult(await lab.resultOf(`${await lab.serveFolder(project.path(folder))}/`));
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
