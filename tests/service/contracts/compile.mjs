// Compiles the contracts into contracts.json: node tests/service/contracts/compile.mjs [--check]
// Run it after a change of a contract. It installs the compiler from npm into a temporary folder.
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ScriptError, main, run } from "../../../scripts/run.mjs";

const SOLC = "0.8.37";
const folder = new URL("./", import.meta.url);
const target = new URL("contracts.json", folder);

/** Returns the deployment bytecode and the selectors of every contract in this folder. */
function compileContracts(solc) {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(".sol"))
    .sort();
  const sources = Object.fromEntries(
    files.map((name) => [name, { content: readFileSync(new URL(name, folder), "utf8") }]),
  );
  // Without the hash of comments and settings, the bytecode changes only when the program does.
  const settings = {
    evmVersion: "cancun",
    optimizer: { enabled: true },
    metadata: { bytecodeHash: "none", appendCBOR: false },
    outputSelection: { "*": { "*": ["evm.bytecode.object", "evm.methodIdentifiers"] } },
  };
  const result = JSON.parse(
    solc.compile(JSON.stringify({ language: "Solidity", sources, settings })),
  );
  const errors = (result.errors ?? []).filter(({ severity }) => severity === "error");
  if (errors.length)
    throw new ScriptError(errors.map(({ formattedMessage }) => formattedMessage).join("\n"));
  const contracts = Object.values(result.contracts).flatMap((file) => Object.entries(file));
  return Object.fromEntries(
    contracts.map(([name, { evm }]) => [
      name,
      { bytecode: `0x${evm.bytecode.object}`, selectors: evm.methodIdentifiers },
    ]),
  );
}

await main(import.meta, async ([option]) => {
  const temporary = mkdtempSync(join(tmpdir(), "eq-solc-"));
  try {
    await run("npm", ["install", "--no-audit", "--no-fund", "--prefix", temporary, `solc@${SOLC}`]);
    const solc = createRequire(join(temporary, "package.json"))("solc");
    const text = `${JSON.stringify({ solc: solc.version(), contracts: compileContracts(solc) }, null, 1)}\n`;
    if (option === "--check" && readFileSync(target, "utf8") !== text)
      throw new ScriptError("contracts.json is out of date: run compile.mjs.");
    if (option !== "--check") writeFileSync(target, text);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
});
