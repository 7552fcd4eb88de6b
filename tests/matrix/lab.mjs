// Where the environments are tried: the packed package, the service, a browser, and a kept folder for each environment.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { sendFile } from "../../scripts/send-file.mjs";
import { root, toolsDir } from "../../scripts/run.mjs";
import { serve } from "../../scripts/serve.mjs";
import { launched, openedWith } from "../package/browser.mjs";
import { source } from "../package/hosts.mjs";
import { expected, input } from "../package/program.mjs";
import { pack } from "../package/project.mjs";
import { Project } from "./project.mjs";

const cache = join(toolsDir, "matrix");
const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

/** The tarball under a name that follows its content, or npm would take a changed one for the one it has. */
async function packed() {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "pack-"));
  const { tarball } = await pack(folder);
  const name = `ethereal-query-${sha256(readFileSync(tarball)).slice(0, 12)}.tgz`;
  const old = readdirSync(cache).filter((file) => file.endsWith(".tgz") && file !== name);
  for (const file of old) rmSync(join(cache, file));
  renameSync(tarball, join(cache, name));
  rmSync(folder, { recursive: true });
  return join(cache, name);
}

export class Lab {
  #closing = [];
  #browser;
  #wasm = ["ethereal_query", "ethereal_query_helpers"].map((name) => sha256(readFileSync(join(root, "pkg", "dist", `${name}.wasm`))));

  static async open() {
    const lab = new Lab();
    const [tarball, service] = await Promise.all([packed(), serve({ port: 0 })]);
    lab.tarball = tarball;
    lab.#closing.push(() => service.close());
    lab.input = { ...input, baseUrl: `${service.url}/api` };
    /** The program every environment runs, with what it is given: a call is `program(pkg, input)`. */
    lab.source = source(lab.input);
    return lab;
  }

  async close() {
    for (const close of this.#closing.reverse()) await close();
  }

  /** The environment's folder with its packages and the package of this repository installed. */
  async project(environment) {
    const project = new Project(join(cache, environment.id));
    await project.install(environment, this.tarball);
    return project;
  }

  browser() {
    return (this.#browser ??= launched().then((browser) => {
      this.#closing.push(() => browser.close());
      return browser;
    }));
  }

  /** Serves a folder's files; the answer is its URL. */
  async site(folder, headers) {
    const server = createServer((request, response) => sendFile(request, response, folder, request.url, headers));
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    this.#closing.push(() => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${server.address().port}`;
  }

  /** A page has to come to what the program must come to, with the WebAssembly inside intact to the last byte. */
  async page(url) {
    const { result, modules } = await openedWith(await this.browser(), url);
    this.right(result);
    assert.deepEqual(modules.sort(), this.#wasm.sort(), "the page compiled other bytes than were packed");
  }

  /** What `globalThis.result` of a page comes to; complaints in its console that match `allowed` are no failure. */
  async result(url, allowed) {
    return (await openedWith(await this.browser(), url, allowed)).result;
  }

  /** The program's result, or its JSON. */
  right(result) {
    if (typeof result === "string" && !/^\s*\{/.test(result)) assert.fail(`instead of a result: ${result}`);
    assert.deepEqual(typeof result === "string" ? JSON.parse(result) : result, expected);
  }
}
