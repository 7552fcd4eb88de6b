// Runs commands like the shell of a reader: in a folder with records, with the native service installed.
import assert from "node:assert/strict";
import { copyFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { root } from "../../scripts/run.mjs";
import { runToEnd, start, temporary, until } from "../service/processes.mjs";
import { binary, testEnv } from "../service/service.mjs";
import { isExport } from "./commands.mjs";

const ADDRESS = "http://127.0.0.1:8787";

export class Session {
  #folder = temporary("docs");
  #exports = [];
  #services = [];
  #address = ADDRESS;

  constructor() {
    for (const name of ["ethereals", "transfers", "tokens"]) {
      copyFileSync(join(root, "seed", `${name}.ndjson`), join(this.#folder, `${name}.ndjson`));
    }
  }

  /** Runs commands one after the other, and returns what they print. A service that a command starts goes on. */
  async run(commands) {
    let output = "";
    for (const command of commands) {
      if (isExport(command)) this.#exports.push(command);
      else if (/^ethereal-query-service serve/.test(command)) output += await this.#serve(command);
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
    const child = start(...this.#shell(`exec ${command}`));
    this.#services.push(child);
    const [, address] = await until("`Listening on …`", () => /^Listening on (\S+?)\/?$/m.exec(child.output.stdout));
    this.#address = address;
    // The document has the default address; here it is any free one.
    return child.output.stdout.replaceAll(address, ADDRESS);
  }

  #shell(command) {
    // Without this option, curl takes status 401 for a success.
    const curl = 'curl() { command curl --fail --silent --show-error "$@"; }';
    const script = [curl, ...this.#exports, command.replaceAll(ADDRESS, this.#address)].join("\n");
    const env = { ...testEnv, BIND: "127.0.0.1:0", PATH: [dirname(binary), testEnv.PATH].join(delimiter) };
    return ["bash", ["-eu", "-o", "pipefail", "-c", script], { cwd: this.#folder, env }];
  }

  /** Ends the services. */
  async end() {
    for (const service of this.#services) {
      service.kill("SIGTERM");
      assert.deepEqual(await service.ended, { status: 0, signal: null });
    }
  }
}
