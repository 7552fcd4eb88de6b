// `ethereal-query completion`: types into each shell on a pseudo-terminal and checks the completions.
import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, test } from "node:test";
import { temporary, until } from "../service/processes.mjs";
import { launchCommandOnTerminal, noTerminal, run } from "./program.mjs";

/** How each shell starts without the files of the user, and a function that replaces the program. */
const SHELLS = {
  bash: ["bash --norc --noprofile -i", 'ethereal-query() { echo "RAN $*."; }'],
  zsh: ["zsh -f -i", 'autoload -U compinit; compinit -u -D; ethereal-query() { echo "RAN $*."; }'],
  fish: ["fish --no-config -i", 'function ethereal-query; echo "RAN $argv."; end'],
};

/** What a person types, with `\t` for the Tab key, and the arguments that the program then gets. */
const TYPED = [
  ["tr\t--chain s\t", "transfer --chain sepolia"],
  ["ethereals --stat\tunf\t", "ethereals --status unfunded"],
  ["completion fi\t", "completion fish"],
  ["serve tokens.nd\t--ke\t", "serve tokens.ndjson --keys"],
];

const folder = temporary("completion");
const isInstalled = (shell) =>
  process.env.PATH.split(delimiter).some((path) => existsSync(join(path, shell)));

describe("completion", () => {
  for (const [shell, [command, setUp]] of Object.entries(SHELLS)) {
    const skip = noTerminal || (!isInstalled(shell) && `${shell} is not installed`);
    test(`${shell} completes commands, options, values and files`, { skip }, async () => {
      const { status, stdout } = await run(["completion", shell]);
      assert.equal(status, 0);
      const script = join(folder, shell);
      writeFileSync(script, stdout);
      writeFileSync(join(folder, "tokens.ndjson"), "");
      const child = launchCommandOnTerminal(command, {
        env: { HOME: folder, XDG_CONFIG_HOME: folder },
        cwd: folder,
      });
      // The terminal echoes `rea''dy`. Only the output of the command has `ready`.
      child.stdin.write(`${setUp}; source ${script}; echo rea''dy\r`);
      await until(`the prompt of ${shell}`, () => child.text.includes("ready"));
      for (const [keys, words] of TYPED) {
        child.stdin.write(`ethereal-query ${keys}\r`);
        const output = new RegExp(`RAN ${words} ?\\.`);
        try {
          await until(words, () => output.test(child.text));
        } catch (error) {
          throw new Error(`${error.message} ${child.text}`, { cause: error });
        }
      }
      child.stdin.write("exit\r");
      await child.ended;
    });
  }
});
