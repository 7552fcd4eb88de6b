// `npm run fuzz`: runs every target ten million times, with a stable compiler. README.md lists its arguments.
// `npm run test:all` uses `--smoke`: each target runs 100,000 times or ten seconds, always from the same seed.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { SEEDS } from "./seeds.mjs";
import { ScriptError, main, root, run } from "../scripts/run.mjs";
import { installFuzzTools } from "../scripts/tools.mjs";

const RUNS = 10_000_000;
const SMOKE = { runs: 100_000, maxSeconds: 10 };
const folder = join(root, "fuzz");
const names = readdirSync(join(folder, "targets"))
  .map((file) => file.replace(".rs", "").replaceAll("_", "-"))
  .sort();

/** Builds the targets and returns the paths of their programs by name. */
async function buildTargets() {
  const args = ["build", "--release", "--locked", "--message-format", "json-render-diagnostics"];
  const text = await run("cargo", args, {
    cwd: folder,
    // The wrapper adds the coverage instructions of libFuzzer.
    env: { RUSTC_WRAPPER: join(folder, "rustc.sh") },
  });
  const lines = text
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line));
  const programs = lines.filter(({ executable }) => executable);
  return new Map(programs.map(({ target, executable }) => [target.name, executable]));
}

/** Writes the seed inputs and the dictionary of a target. Returns the arguments of libFuzzer for them. */
function writeSeeds(name, workFolder) {
  const { inputs, words } = SEEDS[name];
  const seeds = join(workFolder, "seeds", name);
  const dictionary = join(workFolder, `${name}.dict`);
  rmSync(seeds, { recursive: true, force: true });
  mkdirSync(seeds, { recursive: true });
  inputs.forEach((input, index) =>
    writeFileSync(join(seeds, String(index).padStart(3, "0")), input),
  );
  // In the dictionary, each word is a quoted line with an escape for each byte, such as "\x2f\x2e".
  const hex = (byte) => `\\x${byte.toString(16).padStart(2, "0")}`;
  writeFileSync(
    dictionary,
    words.map((word) => `"${[...Buffer.from(word)].map(hex).join("")}"\n`).join(""),
  );
  // libFuzzer refuses an empty dictionary.
  return [seeds, ...(words.length > 0 ? [`-dict=${dictionary}`] : [])];
}

/** Runs one target. Returns the number of executions, the time, and the description of a crash or `null`. */
async function runTarget(name, program, workFolder, { runs, maxSeconds }) {
  const isSmoke = maxSeconds !== null;
  const artifacts = join(folder, "artifacts", name);
  // A normal run keeps its corpus for the next run. A smoke run starts with an empty corpus, so that all smoke runs are
  // equal.
  const corpus = isSmoke ? mkdtempSync(join(tmpdir(), "fuzz-")) : join(workFolder, "corpus", name);
  for (const path of [artifacts, corpus]) mkdirSync(path, { recursive: true });
  const args = [
    corpus,
    ...writeSeeds(name, workFolder),
    `-artifact_prefix=${artifacts}/`,
    `-runs=${runs}`,
    "-max_len=4096",
    "-timeout=10",
    "-rss_limit_mb=1024",
    "-print_final_stats=1",
    ...(isSmoke ? ["-seed=1", `-max_total_time=${maxSeconds}`] : []),
  ];
  const start = performance.now();
  try {
    const text = await run(program, args, { live: Boolean(process.env.VERBOSE) });
    return { ...readCounts(text, start), crash: null };
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    return { ...readCounts(error.output, start), crash: describeCrash(name, error) };
  } finally {
    if (isSmoke) rmSync(corpus, { recursive: true, force: true });
  }
}

function readCounts(text, start) {
  const executions = Number(/^stat::number_of_executed_units:\s+(\d+)$/m.exec(text)?.[1] ?? 0);
  return { executions, seconds: (performance.now() - start) / 1000 };
}

/** The message of a panic, without the note, the backtrace or the line of libFuzzer that follows. */
const PANIC = /^thread .* panicked at [^]*?(?=\n(?:note: |stack backtrace:|==\d))/m;
/** The error that libFuzzer reports without a panic. */
const FUZZER_ERROR = /^==\d+== ?ERROR: .*$/m;

/** The message of the panic, the path of the input, and how to run it again. */
function describeCrash(name, { output: text, message }) {
  const match = PANIC.exec(text) ?? FUZZER_ERROR.exec(text);
  const reason = match?.[0] ?? message.split("\n").slice(-20).join("\n");
  const file = /Test unit written to (.*)$/m.exec(text)?.[1];
  if (!file) return reason;
  const path = relative(root, file);
  return `${reason}\nInput: ${path}\nTo run it again: npm run fuzz -- ${name} ${path}`;
}

/** Parses the arguments: options and names of targets. With a file after a target, the target runs once on the file. */
function parseArguments(words) {
  const selection = { targets: [], runs: RUNS, maxSeconds: null, file: null };
  const rest = [...words];
  while (rest.length > 0) {
    const word = rest.shift();
    if (word === "--smoke") Object.assign(selection, SMOKE);
    else if (word === "--runs") {
      selection.runs = Number(rest.shift()?.replaceAll(/[_,]/g, ""));
      if (!Number.isSafeInteger(selection.runs) || selection.runs < 1)
        throw new ScriptError("Invalid --runs. Expected a number of executions, at least 1.");
    } else if (names.includes(word)) selection.targets.push(word);
    else if (existsSync(word) && selection.targets.length === 1) selection.file = resolve(word);
    else throw new ScriptError(`Unknown target: ${word}. Known targets: ${names.join(", ")}`);
  }
  return selection;
}

await main(import.meta, async (words) => {
  const selection = parseArguments(words);
  await installFuzzTools();
  const programs = await buildTargets();
  if (selection.file) {
    await run(programs.get(selection.targets[0]), [selection.file], { live: true });
    return;
  }
  // The programs are in target/release, and the work folder is target/fuzz.
  const [program] = programs.values();
  const workFolder = join(dirname(dirname(program)), "fuzz");
  const failed = [];
  for (const name of selection.targets.length > 0 ? selection.targets : names) {
    process.stdout.write(`${name.padEnd(12)} … `);
    const { executions, seconds, crash } = await runTarget(
      name,
      programs.get(name),
      workFolder,
      selection,
    );
    const number = (value) => Math.round(value).toLocaleString("en-US");
    const speed = `${number(executions / seconds)} exec/s`;
    console.log(
      `${number(executions)} executions, ${speed}, ${seconds.toFixed(1)} s, ${crash ? 1 : 0} crashes`,
    );
    if (crash === null) continue;
    console.log(crash);
    failed.push(name);
  }
  if (failed.length > 0) throw new ScriptError(`Crashed: ${failed.join(", ")}`);
});
