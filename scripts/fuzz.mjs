// `npm run fuzz`: every target of fuzz/ for ten million executions; `npm run fuzz -- body uri --runs 1000000`: these,
// and as long. `--smoke` is what `npm test` runs: 100,000 executions or ten seconds each, beginning the same every time.
// `npm run fuzz -- body FILE` runs one input again. A stable compiler will do.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { SEEDS } from "../fuzz/seeds.mjs";
import { Stop, main, root, run } from "./run.mjs";
import { fuzzTools } from "./tools.mjs";

const RUNS = 10_000_000;
const SMOKE = { runs: 100_000, seconds: 10 };
const folder = join(root, "fuzz");
const names = readdirSync(join(folder, "targets")).map((file) => file.replace(".rs", "").replaceAll("_", "-")).sort();

/** Builds the targets; their programs by name. */
async function build() {
  const args = ["build", "--release", "--locked", "--message-format", "json-render-diagnostics"];
  const text = await run("cargo", args, { cwd: folder, env: { RUSTC_WRAPPER: join(folder, "rustc.sh") } });
  const lines = text.split("\n").filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
  const programs = lines.filter(({ executable }) => executable);
  return new Map(programs.map(({ target, executable }) => [target.name, executable]));
}

/** Writes what a target begins with; gives libFuzzer's arguments for it. */
function seed(name, place) {
  const { inputs, words } = SEEDS[name];
  const [seeds, dictionary] = [join(place, "seeds", name), join(place, `${name}.dict`)];
  rmSync(seeds, { recursive: true, force: true });
  mkdirSync(seeds, { recursive: true });
  inputs.forEach((input, index) => writeFileSync(join(seeds, String(index).padStart(3, "0")), input));
  const hex = (byte) => `\\x${byte.toString(16).padStart(2, "0")}`;
  writeFileSync(dictionary, words.map((word) => `"${[...Buffer.from(word)].map(hex).join("")}"\n`).join(""));
  // libFuzzer refuses an empty dictionary.
  return [seeds, ...(words.length > 0 ? [`-dict=${dictionary}`] : [])];
}

/** Runs one target; what libFuzzer counted, or the crash it ended with. */
async function fuzz(name, program, place, { runs, seconds }) {
  const artifacts = join(folder, "artifacts", name);
  // What was found stays for the next run; a smoke run begins anew, so that it does the same every time.
  const corpus = seconds ? mkdtempSync(join(tmpdir(), "fuzz-")) : join(place, "corpus", name);
  for (const path of [artifacts, corpus]) mkdirSync(path, { recursive: true });
  const args = [
    corpus, ...seed(name, place), `-artifact_prefix=${artifacts}/`, `-runs=${runs}`,
    "-max_len=4096", "-timeout=10", "-rss_limit_mb=1024", "-print_final_stats=1",
    ...(seconds ? ["-seed=1", `-max_total_time=${seconds}`] : []),
  ];
  const start = performance.now();
  try {
    const text = await run(program, args, { live: Boolean(process.env.VERBOSE) });
    return { ...counted(text, start), crash: null };
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    return { ...counted(error.output, start), crash: crash(name, error) };
  } finally {
    if (seconds) rmSync(corpus, { recursive: true, force: true });
  }
}

function counted(text, start) {
  const executions = Number(/^stat::number_of_executed_units:\s+(\d+)$/m.exec(text)?.[1] ?? 0);
  return { executions, seconds: (performance.now() - start) / 1000 };
}

/** The panic's words, where the input is and how to run it again. */
function crash(name, { output: text, message }) {
  const why = /^thread .* panicked at [^]*?(?=\n(?:note: |stack backtrace:|==\d))/m.exec(text)?.[0]
    ?? /^==\d+== ?ERROR: .*$/m.exec(text)?.[0] ?? message.split("\n").slice(-20).join("\n");
  const file = /Test unit written to (.*)$/m.exec(text)?.[1];
  if (!file) return why;
  const path = relative(root, file);
  return `${why}\nThe input: ${path}\nIt alone: npm run fuzz -- ${name} ${path}`;
}

/** Names of targets, numbers and one file, as written behind `npm run fuzz --`. */
function understood(words) {
  const wanted = { targets: [], runs: RUNS, seconds: 0, file: null };
  const rest = [...words];
  while (rest.length > 0) {
    const word = rest.shift();
    if (word === "--smoke") Object.assign(wanted, SMOKE);
    else if (word === "--runs") {
      wanted.runs = Number(rest.shift()?.replaceAll(/[_,]/g, ""));
      if (!Number.isSafeInteger(wanted.runs) || wanted.runs < 1) throw new Stop("--runs takes a number of executions.");
    } else if (names.includes(word)) wanted.targets.push(word);
    else if (existsSync(word) && wanted.targets.length === 1) wanted.file = resolve(word);
    else throw new Stop(`There is no target "${word}". There are: ${names.join(", ")}`);
  }
  return wanted;
}

await main(import.meta, async (words) => {
  const wanted = understood(words);
  await fuzzTools();
  const programs = await build();
  if (wanted.file) {
    await run(programs.get(wanted.targets[0]), [wanted.file], { live: true });
    return;
  }
  const place = join(dirname(dirname(programs.values().next().value)), "fuzz");
  const failed = [];
  for (const name of wanted.targets.length > 0 ? wanted.targets : names) {
    process.stdout.write(`${name.padEnd(12)} … `);
    const { executions, seconds, crash: why } = await fuzz(name, programs.get(name), place, wanted);
    const number = (value) => Math.round(value).toLocaleString("en-US");
    const speed = `${number(executions / seconds)} exec/s`;
    console.log(`${number(executions)} executions, ${speed}, ${seconds.toFixed(1)} s, ${why ? 1 : 0} crashes`);
    if (!why) continue;
    console.log(why);
    failed.push(name);
  }
  if (failed.length > 0) throw new Stop(`Crashed: ${failed.join(", ")}`);
});
