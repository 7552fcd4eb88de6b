// Checks that the scripts and files in the commands of the documents exist. Runs the commands of the native service and
// of the package, which must print what the document says.
import assert from "node:assert/strict";
import { copyFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { describe, test } from "node:test";
import { root } from "../../../scripts/run.mjs";
import { KEYS_FILE, SEED_FILES, seedPath } from "../../../scripts/seed.mjs";
import { runToEnd, start, temporary, until } from "../../service/processes.mjs";
import { binary, testEnv } from "../../service/service.mjs";
import {
  FILES,
  blocksOf,
  commandsOf,
  inlineCodeOf,
  read,
  DOCUMENTS,
  MARKDOWN,
} from "../markdown.mjs";
import { assertPrinted, promisedLines } from "../programs.mjs";

const { version } = JSON.parse(read("pkg/package.json"));
/** A reason in NOT_RUN. */
const PUBLISHES = "it publishes, or needs what only a release has";

/** Commands that no test runs, and the reason. */
const NOT_RUN = new Map([
  [
    "cargo install --path service --profile native --locked",
    "it takes minutes; the tests run a debug build",
  ],
  [
    "cargo run --example native --features reqwest -- http://127.0.0.1:8787/api",
    "tests/native.test.mjs runs it",
  ],
  [
    `sqlite3 records.db VACUUM 'PRAGMA wal_checkpoint(TRUNCATE)'`,
    "tests/service/files.test.mjs runs its SQL by Python",
  ],
  ["npm publish ./pkg --dry-run", PUBLISHES],
  ["cargo publish -p ethereal-query --dry-run --allow-dirty", PUBLISHES],
  [`git commit --all --message "Release ${version}"`, PUBLISHES],
  ["git push", PUBLISHES],
  [`git tag v${version}`, PUBLISHES],
  [`git push origin v${version}`, PUBLISHES],
  ["npx ethereal-query@latest --version", PUBLISHES],
]);

const { scripts } = JSON.parse(read("package.json"));

/** Every command of a document that a reader may type: in its shell blocks, and in backticks. */
function allCommandsOf(path) {
  const inBlocks = blocksOf(path)
    .filter(({ language }) => language === "sh")
    .flatMap(commandsOf);
  return [...inBlocks, ...inlineCodeOf(path)].flatMap((text) => text.split(/ && |; /));
}

/**
 * What the tests do with a command:
 * - "export": set the variable for all later commands of the document;
 * - "serve": start the service, which runs until the document ends;
 * - "background": start the command, which runs until the document ends;
 * - "run": run the command to its end;
 * - "name": check only that the script or file in the command exists;
 * - "none": nothing. NOT_RUN has the reason.
 */
function useOf(command) {
  if (/^export \w+=/.test(command)) return "export";
  if (/^(ethereal-query-service|npx ethereal-query) serve( |$)/.test(command)) return "serve";
  if (/^(ethereal-query-service|npx ethereal-query|curl) /.test(command)) {
    return command.endsWith(" &") ? "background" : "run";
  }
  return /^(\w+=\S+ )*(npm (ci|start|test|run)|node \S+\.mjs)\b/.test(command) ? "name" : "none";
}

/** Whether a `Session` runs the command. */
const isRun = (command) => !["name", "none"].includes(useOf(command));

/** The file in which a reader of the first pages saves the first program. */
const FIRST_PROGRAM = "first.mjs";

/** The problem with a script or file that a command names; undefined without a problem. */
function problemOf(command) {
  const [, script] = /\bnpm run ([\w:-]+)/.exec(command) ?? [];
  if (script && !(script in scripts)) return `package.json has no script "${script}"`;
  const [, file] = /^(?:\w+=\S+ )*node (?!-)(\S+\.mjs)/.exec(command) ?? [];
  if (file && !FILES.includes(file) && file !== FIRST_PROGRAM) return `the file ${file} is missing`;
  return undefined;
}

const ADDRESS = "http://127.0.0.1:8787";
/**
 * The command that starts the program of the package. tests/cli/packed.test.mjs runs the program of the tarball, with
 * npx.
 */
const PROGRAM = `'${process.execPath}' '${join(root, "pkg", "dist", "cli", "main.js")}'`;

/**
 * Runs commands like the shell of a reader: in a folder with records, with the native service and the package
 * installed.
 */
class Session {
  #folder = temporary("docs");
  #exports = [];
  #started = [];
  #address = ADDRESS;

  constructor() {
    for (const name of [KEYS_FILE, ...Object.values(SEED_FILES)]) {
      copyFileSync(seedPath(name), join(this.#folder, name));
    }
  }

  /** Runs commands one after the other, and returns what they print. Services and background commands keep running. */
  async run(commands) {
    let output = "";
    for (const command of commands) {
      const use = useOf(command);
      if (use === "export") this.#exports.push(command);
      else if (use === "serve") output += await this.#serve(command);
      else if (use === "background") await this.#startInBackground(command);
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
    // The port 0 is any free port. The native service gets it from BIND.
    const child = this.#start(command.replace(/^npx .*/, "$& --port 0"));
    const [, address] = await until("`Listening on …`", () =>
      /^Listening on (\S+?)\/?$/m.exec(child.output.stdout),
    );
    this.#address = address;
    // The document shows the default address.
    return child.output.stdout.replaceAll(address, ADDRESS);
  }

  async #startInBackground(command) {
    const child = this.#start(command.replace(/ &$/, ""));
    await until(
      `the first message of \`${command}\``,
      () => child.output.stdout + child.output.stderr,
    );
  }

  #start(command) {
    // With `exec`, the command replaces the shell, so a signal to the child reaches the command.
    const child = start(...this.#shell(`exec ${command}`));
    this.#started.push(child);
    return child;
  }

  #shell(command) {
    // Without `--fail`, curl takes status 401 for a success.
    const curl = 'curl() { command curl --fail --silent --show-error "$@"; }';
    const lines = [curl, ...this.#exports, command.replace("npx ethereal-query", PROGRAM)];
    const script = lines.join("\n").replaceAll(ADDRESS, this.#address);
    const env = {
      ...testEnv,
      TZ: "UTC",
      BIND: "127.0.0.1:0",
      PATH: [dirname(binary), testEnv.PATH].join(delimiter),
    };
    return ["bash", ["-eu", "-o", "pipefail", "-c", script], { cwd: this.#folder, env }];
  }

  /** Ends the services and background commands. */
  async end() {
    for (const child of this.#started) {
      child.kill("SIGTERM");
      assert.deepEqual(await child.ended, { status: 0, signal: null }, child.output.stderr);
    }
  }
}

describe("scripts and files that commands name", () => {
  for (const path of MARKDOWN) {
    test(`${path} names existing scripts and files`, () => {
      const problems = allCommandsOf(path).map((command) => [command, problemOf(command)]);
      assert.deepEqual(
        problems.filter(([, problem]) => problem),
        [],
      );
    });
  }
});

/** tests/weekly/first-steps.test.mjs runs the commands of these documents. */
const FIRST_STEPS = ["README.md", "docs/getting-started.md"];

for (const path of DOCUMENTS.filter((path) => !FIRST_STEPS.includes(path))) {
  const blocks = blocksOf(path).map((block, index, all) => ({
    ...block,
    promised: promisedLines(all, index),
  }));
  const shell = blocks.filter(({ language }) => language === "sh");
  if (shell.length === 0) continue;
  describe(`the commands of ${path}`, () => {
    const session = new Session();
    for (const block of shell) {
      const commands = commandsOf(block);
      for (const command of commands.filter((command) => !isRun(command))) {
        const reason = NOT_RUN.get(command);
        test(command, { skip: reason ?? false }, () => {
          // Only the commands that the tests above check by name may lack a reason.
          assert.equal(
            useOf(command),
            "name",
            `line ${block.line}: run this command, or say in NOT_RUN why not.`,
          );
        });
      }
      const runCommands = commands.filter(isRun);
      if (runCommands.length === 0) continue;
      test(runCommands.join("; "), async () => {
        const output = await session.run(runCommands);
        assertPrinted(output, block.promised);
      });
    }
    test("the services and background commands end after SIGTERM", () => session.end());
  });
}

test("every command in NOT_RUN is in a document", () => {
  const commands = DOCUMENTS.flatMap(blocksOf)
    .filter(({ language }) => language === "sh")
    .flatMap(commandsOf);
  assert.deepEqual(
    [...NOT_RUN.keys()].filter((command) => !commands.includes(command)),
    [],
  );
});
