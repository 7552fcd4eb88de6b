// Chromium without tools: the page imports the installed file.
import assert from "node:assert/strict";
import { PROGRAM_CALL, importLine, keepResult, pageWithScript } from "../../package/hosts.mjs";
import { registerServiceWorker, serviceWorkerScript, startWorker, workerScript } from "./built.mjs";

const INSTALLED = "/node_modules/ethereal-query/dist/browser/ethereal-query.js";
/** A page with `head` instead of a module script. */
const pageWithHead = (head) => pageWithScript("").replace(/<script.*/, `${head}\n`);

/** Creates a row that writes `files`, opens index.html, and runs `check`, by default {@link Lab.assertPage}. */
const createRow = (name, files, headers, check) => [
  name,
  async (lab, project) => {
    const folder = name.replace(/\W+/g, "-");
    for (const [file, text] of Object.entries(files(lab))) project.write(`${folder}/${file}`, text);
    const origin = await lab.serveFolder(project.folder, headers);
    const url = `${origin}/${folder}/`;
    return check ? check(lab, url) : lab.assertPage(url);
  },
];

/** Checks only the result, because a page does not see the modules that its worker compiles. */
const checkResult = async (lab, url) => lab.assertResult(await lab.resultOf(url));

const policyHeader = (text) => ({ "content-security-policy": text });
const STRICT_POLICY = policyHeader(
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src http:; img-src data:",
);
const POLICY_WITHOUT_WASM = policyHeader("script-src 'self'");
const mainScript = (lab) => importLine(INSTALLED) + lab.programSource + keepResult(PROGRAM_CALL);
const IMPORT_MAP = `<script type="importmap">{ "imports": { "ethereal-query": "${INSTALLED}" } }</script>`;

const chromium = {
  id: "chromium",
  name: "Chromium, without tools",
  version: async (lab) => (await lab.browser()).version(),
  rows: [
    createRow('`<script type="module">`', (lab) => ({
      "index.html": pageWithScript("main.js"),
      "main.js": mainScript(lab),
    })),
    createRow("import map", (lab) => ({
      "index.html": pageWithHead(`${IMPORT_MAP}<script type="module" src="main.js"></script>`),
      "main.js": importLine("ethereal-query") + lab.programSource + keepResult(PROGRAM_CALL),
    })),
    createRow("classic `<script>` with `import()`", (lab) => ({
      "index.html": pageWithHead(`<script src="main.js"></script>`),
      "main.js":
        lab.programSource + keepResult(`import("${INSTALLED}").then((pkg) => ${PROGRAM_CALL})`),
    })),
    createRow(
      "Web Worker",
      (lab) => ({
        "index.html": pageWithScript("main.js"),
        "main.js": startWorker('new Worker("worker.js", { type: "module" })'),
        "worker.js": workerScript(lab, INSTALLED),
      }),
      {},
      checkResult,
    ),
    createRow(
      "Service Worker",
      (lab) => ({
        "index.html": pageWithScript("main.js"),
        "main.js": registerServiceWorker("module"),
        "worker.js": serviceWorkerScript(lab, INSTALLED),
      }),
      {},
      checkResult,
    ),
    createRow(
      "strict CSP with `'wasm-unsafe-eval'`",
      (lab) => ({ "index.html": pageWithScript("main.js"), "main.js": mainScript(lab) }),
      STRICT_POLICY,
    ),
    createRow(
      "CSP without `'wasm-unsafe-eval'`",
      (lab) => ({
        "index.html": pageWithScript("main.js"),
        "main.js": mainScript(lab).replace(
          PROGRAM_CALL,
          `${PROGRAM_CALL}.catch(({ code }) => code)`,
        ),
      }),
      POLICY_WITHOUT_WASM,
      async (lab, url) => {
        assert.equal(await lab.resultOf(url, /wasm-unsafe-eval|unsafe-eval/), "init_failed");
        // The row fails as expected, and the table shows this reason.
        return {
          impossible: "such a policy forbids every WebAssembly; the error says what to allow",
        };
      },
    ),
  ],
};

export const browsers = [chromium];
