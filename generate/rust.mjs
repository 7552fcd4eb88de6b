// The files that are written from the declarations of Rust. `src/main.rs` prints them.
import { run } from "../scripts/run.mjs";

export async function generatedFiles() {
  const output = await run("cargo", [
    "run",
    "--quiet",
    "--locked",
    "-p",
    "ethereal-query-generate",
  ]);
  // Warnings of the compiler come before the line of the program.
  return JSON.parse(output.trimEnd().split("\n").at(-1));
}
