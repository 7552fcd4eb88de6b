// Runs commands like the shell of a reader: in a folder with records, with the native service and the package
// installed.
import assert from "node:assert/strict";
import { copyFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { root } from "../../scripts/run.mjs";
import { runToEnd, start, temporary, until } from "../service/processes.mjs";
import { binary, testEnv } from "../service/service.mjs";
import { isExport, isInBackground, isServe } from "./commands.mjs";

const ADDRESS = "http://127.0.0.1:8787";
/** The package's program; tests/cli runs the packed one by npx. */
const PROGRAM = `'${process.execPath}' '${join(root, "pkg", "dist", "cli", "main.js")}'`;

export class Session {
  #folder = temporary("docs");
  #exports = [];
  #started = [];
  #address = ADDRESS;

  constructor() {
    for (const name of ["ethereals.ndjson", "transfers.ndjson", "tokens.ndjson", "keys.json"]) {
      copyFileSync(join(root, "seed", name), join(this.#folder, name));
    }
  }

  /** Runs commands one after the other, and returns what they print. Services and commands in the background go on. */
  async run(commands) {
    let output = "";
    for (const command of commands) {
      if (isExport(command)) this.#exports.push(command);
      else if (isServe(command)) output += await this.#serve(command);
      else if (isInBackground(command)) await this.#startInBackground(command);
      else output += await this.#runToEnd(command);
    }
    return output;
  }

  async #runToEnd(command) {
    const { status, stdout, stderr } = await runToEnd(...this.#shell(command));
    assert.equal(status, 0, `${command}\n${stdout}${stderr}`);
    return stdout;
  }

  async #serve(command) {
    const child = this.#start(command.replace(/^npx .*/, "$& --port 0"));
    const [, address] = await until("`Listening on …`", () => /^Listening on (\S+?)\/?$/m.exec(child.output.stdout));
    this.#address = address;
    // The document has the default address; here it is any free one.
    return child.output.stdout.replaceAll(address, ADDRESS);
  }

  async #startInBackground(command) {
    const child = this.#start(command.replace(/ &$/, ""));
    await until(`the first message of \`${command}\``, () => child.output.stdout + child.output.stderr);
  }

  #start(command) {
    const child = start(...this.#shell(`exec ${command}`));
    this.#started.push(child);
    return child;
  }

  #shell(command) {
    // Without this option, curl takes status 401 for a success.
    const curl = 'curl() { command curl --fail --silent --show-error "$@"; }';
    const lines = [curl, ...this.#exports, command.replace("npx ethereal-query", PROGRAM)];
    const script = lines.join("\n").replaceAll(ADDRESS, this.#address);
    const env = { ...testEnv, TZ: "UTC", BIND: "127.0.0.1:0", PATH: [dirname(binary), testEnv.PATH].join(delimiter) };
    return ["bash", ["-eu", "-o", "pipefail", "-c", script], { cwd: this.#folder, env }];
  }

  /** Ends the commands that go on. */
  async end() {
    for (const child of this.#started) {
      child.kill("SIGTERM");
      assert.deepEqual(await child.ended, { status: 0, signal: null }, child.output.stderr);
    }
  }
}
