// The commands in the documents: those that the tests run, and the reason for each that they do not run.
import { FILES, blocksOf, inlineCodeOf, read } from "./markdown.mjs";
import { STEPS } from "../../scripts/test.mjs";

const { version } = JSON.parse(read("pkg/package.json"));
const PUBLISHES = "it publishes, or needs what only a release has";

/** Commands that no test runs, and the reason. */
export const NOT_RUN = new Map([
  ["cd pkg && npm pack", "tests/package packs the same folder"],
  [`npm install ./ethereal-query-${version}.tgz`, "the tests of the programs install the same tarball"],
  ["cargo install --path service --profile native --locked", "it takes minutes; the tests run a debug build"],
  ["cargo run --example native --features reqwest -- http://127.0.0.1:8787/api", "tests/native.test.mjs runs it"],
  [`sqlite3 records.db VACUUM 'PRAGMA wal_checkpoint(TRUNCATE)'`, "tests/service/shrink.test.mjs runs its SQL by Python"],
  ["cd pkg && npm publish --dry-run", PUBLISHES],
  ["cargo package -p ethereal-query", PUBLISHES],
  [`git tag v${version}`, PUBLISHES],
  [`git push origin v${version}`, PUBLISHES],
]);

const { scripts } = JSON.parse(read("package.json"));
const STEP_NAMES = STEPS.map(([name]) => name);

/** The commands of a shell block, without comments. A line that ends with `\` continues on the next. */
export function commandsOf(block) {
  const lines = block.code.replaceAll(/ *\\\n */g, " ").split("\n");
  return lines.map((line) => line.replace(/(^|\s+)# .*$/, "").trim()).filter(Boolean);
}

/** Every command of a document that a reader may type: those of its shell blocks, and those in backticks. */
export function allCommandsOf(path) {
  const inBlocks = blocksOf(path).filter(({ language }) => language === "sh").flatMap(commandsOf);
  return [...inBlocks, ...inlineCodeOf(path)].flatMap((text) => text.split(/ && |; /));
}

export const isExport = (command) => /^export \w+=/.test(command);

/** Whether the tests run the command: the native service's own, the package's, `curl`, and the variables for them. */
export const isRun = (command) =>
  isExport(command) || /^(ethereal-query-service|npx ethereal-query|curl) /.test(command);

/** Whether the command starts a service, which goes on while the next commands run. */
export const isServe = (command) => /^(ethereal-query-service|npx ethereal-query) serve /.test(`${command} `);

/** Whether the shell starts the command and goes on, like one that follows a file. */
export const isInBackground = (command) => command.endsWith(" &");

/** Whether the command is one that only names a script, a step or a file, which {@link problemOf} checks. */
export const isNamed = (command) => /^(\w+=\S+ )*(npm (start|test|run)|node \S+\.mjs)\b/.test(command);

/** The problem with a script, step or file that a command names; undefined without a problem. */
export function problemOf(command) {
  const [, script] = /\bnpm run ([\w:-]+)/.exec(command) ?? [];
  if (script && !(script in scripts)) return `package.json has no script "${script}"`;
  const [, words] = /\bnpm test -- (.+)$/.exec(command) ?? [];
  for (const [, quoted, plain] of words?.matchAll(/"([^"]+)"|([^\s"]+)/g) ?? []) {
    const word = quoted ?? plain;
    // Capital letters stand for any word.
    const isKnown = word === "fast" || /^[A-Z]+…?$/.test(word) || STEP_NAMES.some((name) => name.includes(word));
    if (!isKnown) return `no step of \`npm test\` has the word "${word}" in its name`;
  }
  const [, file] = /^(?:\w+=\S+ )*node (?!-)(\S+\.mjs)/.exec(command) ?? [];
  if (file && !FILES.includes(file)) return `the file ${file} is missing`;
  return undefined;
}
