// Chromium without any tool: the page imports the installed file as it is.
import assert from "node:assert/strict";
import { RUN, imported, keep, page } from "../../package/hosts.mjs";
import { registrar, service, starter, worker } from "./in-workers.mjs";

const INSTALLED = "/node_modules/ethereal-query/dist/index.js";
const html = (head) => page("").replace(/<script.*/, `${head}\n`);

/** A row: `files` by name, of which index.html is opened. */
const plain = (name, files, headers, look) => [name, async (lab, project) => {
  const folder = name.replace(/\W+/g, "-");
  for (const [file, text] of Object.entries(files(lab))) project.write(`${folder}/${file}`, text);
  const url = `${await lab.site(project.folder, headers)}/${folder}/`;
  return (look ?? ((here) => here.page(url)))(lab, url);
}];

/** For workers, whose modules nobody counts. */
const answer = async (lab, url) => lab.right(await lab.result(url));

const policy = (text) => ({ "content-security-policy": text });
const STRICT = policy("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src http:; img-src data:");
const WITHOUT = policy("script-src 'self'");
const main = (lab) => imported(INSTALLED) + lab.source + keep(RUN);
const names = `<script type="importmap">{ "imports": { "ethereal-query": "${INSTALLED}" } }</script>`;

const chromium = {
  id: "chromium",
  name: "Chromium, without tools",
  version: async (lab) => (await lab.browser()).version(),
  rows: [
    plain("`<script type=\"module\">`", (lab) => ({ "index.html": page("main.js"), "main.js": main(lab) })),
    plain("import map", (lab) => ({
      "index.html": html(`${names}<script type="module" src="main.js"></script>`),
      "main.js": imported("ethereal-query") + lab.source + keep(RUN),
    })),
    plain("classic `<script>` with `import()`", (lab) => ({
      "index.html": html(`<script src="main.js"></script>`),
      "main.js": lab.source + keep(`import("${INSTALLED}").then((pkg) => ${RUN})`),
    })),
    plain("Web Worker", (lab) => ({
      "index.html": page("main.js"),
      "main.js": starter('new Worker("worker.js", { type: "module" })'),
      "worker.js": worker(lab, INSTALLED),
    }), {}, answer),
    plain("Service Worker", (lab) => ({
      "index.html": page("main.js"), "main.js": registrar("module"), "worker.js": service(lab, INSTALLED),
    }), {}, answer),
    plain("strict CSP with `'wasm-unsafe-eval'`",
      (lab) => ({ "index.html": page("main.js"), "main.js": main(lab) }), STRICT),
    plain("CSP without `'wasm-unsafe-eval'`", (lab) => ({
      "index.html": page("main.js"),
      "main.js": main(lab).replace(RUN, `${RUN}.catch(({ code }) => code)`),
    }), WITHOUT, async (lab, url) => {
      assert.equal(await lab.result(url, /wasm-unsafe-eval|unsafe-eval/), "init_failed");
      return { impossible: "such a policy forbids every WebAssembly; the error says what to allow" };
    }),
  ],
};

export const browsers = [chromium];
