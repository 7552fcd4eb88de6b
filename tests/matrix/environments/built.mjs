// What is given to bundlers, and how the pages they make are looked at.
import assert from "node:assert/strict";
import { RUN, imported, keep, page } from "../../package/hosts.mjs";
import { BUNDLED, worker } from "./in-workers.mjs";

export const main = (lab) => imported("ethereal-query") + lab.source + keep(RUN);

/** Opens `folder`'s page, of which `script` is written; `ascii`: nothing else may be in the script. */
export async function opened(lab, project, folder, script, { ascii = false } = {}) {
  if (script) project.write(`${folder}/index.html`, page(script));
  const text = script ? project.read(folder, script) : "";
  if (ascii) assert.match(text, /^[\0-\x7f]*$/, "not ASCII only");
  await lab.page(`${await lab.site(project.path(folder))}/`);
}

/** The same when the program ran in a worker, whose modules nobody counts. */
export async function answered(lab, project, folder, script) {
  if (script) project.write(`${folder}/index.html`, page(script));
  lab.right(await lab.result(`${await lab.site(project.path(folder))}/`));
}

/** For bundlers that begin at the page. */
export function writePage(lab, project) {
  project.write("index.html", page("main.js"));
  project.write("main.js", main(lab));
}

export function writeWorkerPage(lab, project) {
  project.write("worker/index.html", page("main.js"));
  project.write("worker/main.js", BUNDLED);
  project.write("worker/worker.js", worker(lab, "ethereal-query"));
}
