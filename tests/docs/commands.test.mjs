// Every command in the documents exists; those of the native service run and print what the document says.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { NOT_RUN, allCommandsOf, commandsOf, problemOf, isNamed, isRun } from "./commands.mjs";
import { assertPrinted, promisedLines } from "./expected.mjs";
import { DOCUMENTS, MARKDOWN, blocksOf } from "./markdown.mjs";
import { Session } from "./session.mjs";

describe("scripts, steps and files that commands name", () => {
  for (const path of MARKDOWN) {
    test(`${path} names existing scripts, steps and files`, () => {
      const problems = allCommandsOf(path).map((command) => [command, problemOf(command)]);
      assert.deepEqual(problems.filter(([, problem]) => problem), []);
    });
  }
});

for (const path of DOCUMENTS) {
  const blocks = blocksOf(path).map((block, index, all) => ({ ...block, promised: promisedLines(all, index) }));
  const shell = blocks.filter(({ language }) => language === "sh");
  if (shell.length === 0) continue;
  describe(`the commands of ${path}`, () => {
    const session = new Session();
    for (const block of shell) {
      const commands = commandsOf(block);
      for (const command of commands.filter((command) => !isRun(command))) {
        const reason = NOT_RUN.get(command);
        test(command, { skip: reason ?? false }, () => {
          assert.ok(isNamed(command), `line ${block.line}: run this command, or say in commands.mjs why not.`);
        });
      }
      const run = commands.filter(isRun);
      if (run.length > 0) test(run.join("; "), async () => assertPrinted(await session.run(run), block.promised));
    }
    test("the commands that go on end after SIGTERM", () => session.end());
  });
}

test("every command that is not run is in a document", () => {
  const commands = DOCUMENTS.flatMap(blocksOf).filter(({ language }) => language === "sh").flatMap(commandsOf);
  assert.deepEqual([...NOT_RUN.keys()].filter((command) => !commands.includes(command)), []);
});
