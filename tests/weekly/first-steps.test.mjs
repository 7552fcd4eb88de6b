// The commands of README.md and of docs/getting-started.md run as they are printed: in a clone of the repository, and
// in an empty folder next to the clone.
import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, test } from "node:test";
import { childEnv, root } from "../../scripts/run.mjs";
import { runToEnd, start, temporary, until } from "../service/processes.mjs";
import { FILES, blocksOf, commandsOf, read } from "../docs/markdown.mjs";
import { assertPrinted, programsOf } from "../docs/programs.mjs";

/** The words above a block whose commands a reader runs in the clone. */
const IN_CLONE = /\b[Ii]n (a|the) clone\b/;
const ADDRESS = "http://127.0.0.1:8787";

/** Commands that the test does not run, and the reason. */
const NOT_RUN = new Map([
  ["npm ci", "the clone of the test has the packages that are installed here"],
  ["npm test", "it would run this test"],
]);

/** Commands that run until Ctrl-C, and what they print when they are ready. */
const RUN_UNTIL_STOPPED = new Map([
  ["npm start", /^Ready: open (\S+) in a browser/m],
  ["npx ethereal-query demo", /^Open (\S+) in a browser/m],
]);

// No command needs a network: the package has no dependency, and Cargo finds the compiled dependencies.
const env = {
  ...childEnv,
  CARGO_TARGET_DIR: join(root, "target"),
  npm_config_offline: "true",
  npm_config_audit: "false",
  npm_config_update_notifier: "false",
};

/** Copies the files of the repository and links the installed tools and packages. Returns the folder of the copy. */
function makeClone() {
  const folder = temporary("clone");
  for (const path of FILES.filter((path) => existsSync(join(root, path)))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path));
  }
  symlinkSync(join(root, ".tools"), join(folder, ".tools"));
  // A link for each package, because an `npm ci` in the clone must not change the packages of the repository.
  const packages = join(folder, "node_modules");
  mkdirSync(packages);
  for (const name of readdirSync(join(root, "node_modules"))) {
    symlinkSync(join(root, "node_modules", name), join(packages, name));
  }
  return folder;
}

const clone = makeClone();

/** Sends SIGINT to the program and to every process that the program has started, as a terminal does. */
function pressCtrlC(child) {
  const isRunning = child.exitCode === null && child.signalCode === null;
  if (isRunning) process.kill(-child.pid, "SIGINT");
}

/** The paragraph directly above a block. */
function wordsAbove(path, { line }) {
  // `line` is the number of the first line of code. The line before opens the block.
  const lines = read(path)
    .split("\n")
    .slice(0, line - 2);
  return lines.join("\n").trimEnd().split("\n\n").at(-1);
}

for (const path of ["README.md", "docs/getting-started.md"]) {
  describe(`the commands of ${path}, one after the other`, () => {
    // The folder of the next command outside the clone.
    let folder = temporary("first-steps");
    symlinkSync(clone, join(folder, "ethereal-query"));
    // The address of the service that `npm start` has started.
    let address = ADDRESS;
    const started = [];

    /**
     * Runs a command to its end. A command outside the clone, such as `cd`, sets the folder of the next command.
     * Returns the output.
     */
    async function runCommand(command, cwd) {
      // The last line of the output is the folder.
      const script = `${command}\npwd`;
      const result = await runToEnd("bash", ["-eu", "-c", script], { cwd, env, ms: 600_000 });
      assert.equal(result.status, 0, result.stdout + result.stderr);
      const lines = result.stdout.trimEnd().split("\n");
      if (cwd !== clone) folder = lines.at(-1);
      return lines.slice(0, -1).join("\n");
    }

    /**
     * Starts a command and waits until it is ready. The service of `npm start` then runs on for the next commands. Any
     * other command ends.
     */
    async function startCommand(command, cwd, ready) {
      const child = start("bash", ["-c", `exec ${command}`], { cwd, env, detached: true });
      started.push(child);
      const findAddress = () => ready.exec(child.output.stdout + child.output.stderr);
      // The first start compiles the WebAssembly modules.
      const [, url] = await until(command, findAddress, { timeoutMs: 900_000 });
      if (command === "npm start") address = url;
      else pressCtrlC(child);
    }

    for (const block of blocksOf(path).filter(({ language }) => language === "sh")) {
      for (const command of commandsOf(block)) {
        test(command, { skip: NOT_RUN.get(command) ?? false }, async () => {
          const cwd = IN_CLONE.test(wordsAbove(path, block)) ? clone : folder;
          const ready = RUN_UNTIL_STOPPED.get(command);
          if (ready) return startCommand(command, cwd, ready);
          // Before a command such as `node first.mjs`, the reader saves the first program of the document in the file.
          const [program] = programsOf(path);
          const [, file] = /^node (\S+\.mjs)$/.exec(command) ?? [];
          // If another program uses the port in the document, the service runs on a different port.
          if (file) writeFileSync(join(cwd, file), program.code.replaceAll(ADDRESS, address));
          const printed = await runCommand(command, cwd);
          if (file) assertPrinted(printed, program.lines);
        });
      }
    }

    test("the service of `npm start` ends with Ctrl-C", async () => {
      for (const child of started) pressCtrlC(child);
      await Promise.all(started.map(({ ended }) => ended));
    });
  });
}
