// What the environments share: the packed package, the service, a browser, and a server for built pages.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { sendFile } from "../../scripts/send-file.mjs";
import { root, toolsDir } from "../../scripts/run.mjs";
import { serve } from "../../scripts/serve.mjs";
import { launchChromium, runPage } from "../package/browser.mjs";
import { programSource, expected, input } from "../package/hosts.mjs";
import { pack } from "../package/project.mjs";
import { Project } from "./project.mjs";

const matrixFolder = join(toolsDir, "matrix");
const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

/**
 * Packs the package, and deletes the tarballs of earlier runs. The name of the tarball has the hash of its content,
 * because npm caches tarballs by name.
 */
async function packByHash() {
  mkdirSync(matrixFolder, { recursive: true });
  const folder = mkdtempSync(join(matrixFolder, "pack-"));
  const { tarball } = await pack(folder);
  const name = `ethereal-query-${sha256(readFileSync(tarball)).slice(0, 12)}.tgz`;
  const oldTarballs = readdirSync(matrixFolder).filter(
    (file) => file.endsWith(".tgz") && file !== name,
  );
  for (const file of oldTarballs) rmSync(join(matrixFolder, file));
  renameSync(tarball, join(matrixFolder, name));
  rmSync(folder, { recursive: true });
  return join(matrixFolder, name);
}

export class Lab {
  #closing = [];
  #browser;
  #clientHash = sha256(readFileSync(join(root, "pkg", "dist", "ethereal_query.wasm")));

  static async open() {
    const lab = new Lab();
    const [tarball, service] = await Promise.all([packByHash(), serve({ port: 0 })]);
    lab.tarball = tarball;
    lab.#closing.push(() => service.close());
    lab.input = { ...input, baseUrl: `${service.url}/api` };
    /** The source of the program and its input. Every environment runs it. */
    lab.programSource = programSource(lab.input);
    return lab;
  }

  async close() {
    for (const close of this.#closing.reverse()) await close();
  }

  /** Installs the packages of an environment and the package of this repository into the environment's folder. */
  async createProject(environment) {
    const project = new Project(join(matrixFolder, environment.id));
    await project.install(environment, this.tarball);
    return project;
  }

  /** Returns the browser. The first call launches it. */
  browser() {
    this.#browser ??= this.#launchBrowser();
    return this.#browser;
  }

  async #launchBrowser() {
    const browser = await launchChromium();
    this.#closing.push(() => browser.close());
    return browser;
  }

  /** Serves the files of a folder. Returns the URL. */
  async serveFolder(folder, headers) {
    const server = createServer((request, response) =>
      sendFile(request, response, folder, request.url, headers),
    );
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    this.#closing.push(() => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${server.address().port}`;
  }

  /** Asserts that a page has the expected result, and that it compiled the bytes of the packed WebAssembly. */
  async assertPage(url) {
    const { result, modules } = await runPage(await this.browser(), url);
    this.assertResult(result);
    assert.deepEqual(
      modules,
      [this.#clientHash],
      "the page did not compile the bytes of the package",
    );
  }

  /** The value of `globalThis.result` in a page. Console errors that match `allowed` are accepted. */
  async resultOf(url, allowed) {
    const { result } = await runPage(await this.browser(), url, allowed);
    return result;
  }

  /** Asserts that a value is the expected result of the program, or the JSON of the expected result. */
  assertResult(result) {
    const isText = typeof result === "string";
    if (isText && !/^\s*\{/.test(result)) assert.fail(`Expected JSON: ${result}`);
    assert.deepEqual(isText ? JSON.parse(result) : result, expected);
  }
}
