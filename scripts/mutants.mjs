// @ts-nocheck
// `npm run mutants -- typescript`, `-- rust` or `-- service`: changes the code in many small ways, and reports the
// changes that no test notices.
//   SEED=2     another sample
//   SHARE=1    the share of the code to change; 1 for all of it. For Rust, rounded to 1 divided by a whole number
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { mulberry32 } from "../seed/generate/mulberry32.mjs";
import { ScriptError, main, root, run, toolsDir } from "./run.mjs";
import { shuffled } from "./statistics.mjs";
import { installCrates } from "./tools.mjs";

const SEED = Number(process.env.SEED ?? 1);
const STRYKER_PACKAGES = ["@stryker-mutator/core@9.6.1", "@stryker-mutator/tap-runner@9.6.1"];
const CARGO_MUTANTS_VERSION = "27.1.0";

/** The folders of pkg/src with logic that tests call directly. */
const TYPESCRIPT_FOLDERS = ["format", "lists", "metadata", "transfers", "watch"];
/**
 * The default shares. A sample has at least 300 mutants of TypeScript or of the library. The service has the same share
 * as the library.
 */
const TYPESCRIPT_SHARE = 0.25;
const RUST_SHARE = 1 / 6;

/** Returns a random part of the files, as large as `share`. The seed decides which. */
function sampleOfFiles(share) {
  const files = TYPESCRIPT_FOLDERS.flatMap((folder) =>
    readdirSync(join(root, "pkg", "src", folder)).map((name) => `pkg/src/${folder}/${name}`),
  );
  const length = Math.ceil(share * files.length);
  return shuffled(files, mulberry32(SEED)).slice(0, length);
}

async function testTypeScript() {
  const home = join(toolsDir, "stryker");
  mkdirSync(home, { recursive: true });
  await run("npm", ["install", "--prefix", home, "--no-audit", "--no-fund", ...STRYKER_PACKAGES]);
  const share = Number(process.env.SHARE ?? TYPESCRIPT_SHARE);
  const config = {
    mutate: sampleOfFiles(share),
    buildCommand: "node scripts/bundle.mjs",
    // Not in a copy of the repository: the build writes pkg/dist of this folder, and the tests import it.
    inPlace: true,
    testRunner: "tap",
    tap: {
      testFiles: ["tests/client/*.test.mjs", "tests/watch/*.test.mjs", "tests/query/*.test.mjs"],
    },
    coverageAnalysis: "perTest",
    // Leaves out the constants of modules. They are evaluated before any test, so each such mutant would run all tests.
    ignoreStatic: true,
    reporters: ["clear-text", "progress-append-only", "json"],
    jsonReporter: { fileName: "target/mutants/typescript.json" },
    tempDirName: "target/stryker",
    concurrency: 2,
  };
  const configFile = join(root, "target", "stryker.config.json");
  mkdirSync(join(root, "target"), { recursive: true });
  writeFileSync(configFile, JSON.stringify(config, null, 2));
  const stryker = join(home, "node_modules", "@stryker-mutator", "core", "bin", "stryker.js");
  await run("node", [stryker, "run", configFile], { live: true });
}

/**
 * Tests a crate with its unit tests alone, because examples of documents and integration tests would take most of the
 * time. `target` is the option of Cargo that selects the library or the program of the crate. `.cargo/mutants.toml`
 * selects the files.
 */
async function testRust(crate, target) {
  await installCrates([["cargo-mutants", CARGO_MUTANTS_VERSION, "cargo-mutants"]]);
  const share = Number(process.env.SHARE ?? RUST_SHARE);
  const shards = Math.round(1 / share);
  const shard = `${SEED % shards}/${shards}`;
  const results = join(root, "target", "mutants", "mutants.out", "outcomes.json");
  // Results of an earlier run would otherwise be printed if this run fails at its start.
  rmSync(results, { force: true });
  const args = [
    "mutants",
    "--package",
    crate,
    "--shard",
    shard,
    "--sharding",
    "round-robin",
    "--output",
    "target/mutants",
    "--",
    target,
  ];
  try {
    await run("cargo", args, { live: true });
  } finally {
    // cargo-mutants fails when the tests miss a single mutant. The scores are of interest even then.
    if (existsSync(results)) printScores(JSON.parse(readFileSync(results, "utf8")).outcomes);
  }
}

/**
 * Prints how many mutants of each folder the tests notice. A mutant that does not compile does not count. A mutant
 * whose tests exceed their time counts as noticed.
 */
function printScores(outcomes) {
  const scores = new Map();
  for (const { scenario, summary } of outcomes) {
    // The first outcome is the run without a mutant.
    if (!scenario.Mutant || summary === "Unviable") continue;
    const folder = dirname(scenario.Mutant.file);
    const score = scores.get(folder) ?? { caught: 0, total: 0 };
    score.total += 1;
    if (summary !== "MissedMutant") score.caught += 1;
    scores.set(folder, score);
  }
  for (const [folder, { caught, total }] of [...scores].sort())
    console.log(`${folder}: ${caught} of ${total} caught`);
}

/** What the argument of the command selects. */
const PARTS = {
  typescript: testTypeScript,
  rust: () => testRust("ethereal-query", "--lib"),
  service: () => testRust("ethereal-query-service", "--bins"),
};

await main(import.meta, ([name]) => {
  const test = Object.hasOwn(PARTS, name ?? "") ? PARTS[name] : undefined;
  if (!test) throw new ScriptError("Expected `typescript`, `rust` or `service`.");
  return test();
});
