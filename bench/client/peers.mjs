// Installs the peers into .tools/bench/client, and bundles programs with them as a web app would.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { builtinModules, createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { root, run, toolsDir } from "../../scripts/run.mjs";

export const PEERS = [
  "zod@4.6.7",
  "valibot@1.5.0",
  "ajv@8.20.0",
  "ky@1.14.3",
  "openapi-fetch@0.17.0",
  "json-bigint@1.0.0",
  "viem@2.57.0",
  "alchemy-sdk@3.6.5",
  "@lifi/sdk@4.3.0",
  "@across-protocol/app-sdk@0.4.4",
  "@opensea/sdk@12.9.1",
];
const home = join(toolsDir, "bench", "client");
const nodeModules = join(home, "node_modules");

export async function installPeers() {
  mkdirSync(home, { recursive: true });
  const installedFile = join(home, "installed.txt");
  if (existsSync(installedFile) && readFileSync(installedFile, "utf8") === PEERS.join()) return;
  writeFileSync(join(home, "package.json"), '{ "private": true }\n');
  console.log("Installing the peers (once).");
  await run(
    "npm",
    ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--save-exact", ...PEERS],
    { cwd: home },
  );
  writeFileSync(installedFile, PEERS.join());
}

// Parts of the JSON Schemas below.
const text = { type: "string" };
const number = { type: "number" };
const scalar = { type: ["number", "string"] };
const list = (items) => ({ type: "array", items });
const object = (properties, required = []) => ({ type: "object", properties, required });

const transferRecord = object(
  {
    _id: text,
    status: text,
    type: text,
    chainType: text,
    fromChain: scalar,
    toChain: scalar,
    fromAddress: text,
    toAddress: text,
    originTimestamp: number,
    nativeAmount: text,
    tokenContract: text,
    tokenAmount: text,
    tokenIds: list(text),
    originTxnHash: text,
    whTxnHash: text,
    rbTxnHash: text,
    deliveryTxnHash: text,
    route: list(object({ step: scalar, txHash: text })),
  },
  ["_id", "status"],
);

const ethereal = object(
  {
    _id: text,
    status: text,
    ethereal: text,
    balance: text,
    sourceChain: scalar,
    sourceContract: text,
    tokenName: text,
    tokenSymbol: text,
    lastCheckedTimestamp: number,
    lastCheckedDate: text,
    lastSyncTimestamp: number,
    lastSyncData: text,
    deposits: { type: "array" },
  },
  ["_id", "status"],
);

/** The four responses as JSON Schemas, with the same checks as the other peers. */
const schemas = {
  token: {},
  transfer: object({ bridgeData: object({ bridgeData: list(transferRecord) }, ["bridgeData"]) }, [
    "bridgeData",
  ]),
  project: object({
    message: text,
    requestOwner: text,
    auth: { type: "object" },
    sponsoredAccount: text,
    balanceWei: text,
    balance: text,
  }),
  ethereals: object({ etherealData: list(ethereal), nextCursor: { type: ["string", "null"] } }, [
    "etherealData",
  ]),
};

/** Resolves "virtual:ajv" to the functions that ajv compiles from the JSON Schemas. */
const compiledAjv = {
  name: "compiled-ajv",
  setup(build) {
    build.onResolve({ filter: /^virtual:ajv$/ }, ({ path }) => ({ path, namespace: "ajv" }));
    build.onLoad({ filter: /.*/, namespace: "ajv" }, async () => {
      // ajv is installed in `home`.
      const require = createRequire(pathToFileURL(join(home, "package.json")));
      const Ajv = require("ajv");
      const standalone = require("ajv/dist/standalone");
      const ajv = new Ajv({
        code: { source: true, esm: true, optimize: 2 },
        allowUnionTypes: true,
      });
      const names = Object.keys(schemas);
      for (const name of names) ajv.addSchema(schemas[name], name);
      const schemaOfExport = Object.fromEntries(names.map((name) => [name, name]));
      const contents = standalone(ajv, schemaOfExport);
      return { contents, resolveDir: home };
    });
  },
};

/** Replaces the modules of Node.js, which some peers import, with empty modules. */
const emptyNodeModules = {
  name: "no-node",
  setup(build) {
    // Matches `node:fs`, `fs` and `fs/promises`.
    const filter = new RegExp(`^(node:.*|(${builtinModules.join("|")})(/.*)?)$`);
    build.onResolve({ filter }, ({ path }) => ({ path, namespace: "no-node" }));
    build.onLoad({ filter: /.*/, namespace: "no-node" }, () => ({
      contents: "module.exports = {};",
    }));
  },
};

const dist = join(root, "pkg", "dist");

/** Bundles a source text or a file into one ES module. Returns its bytes. */
export async function bundle(entry, { minify = true } = {}) {
  // The name of a file has neither a line break nor a semicolon.
  const isSource = entry.includes("\n") || entry.includes(";");
  const {
    outputFiles: [file],
  } = await build({
    ...(isSource
      ? { stdin: { contents: entry, resolveDir: join(root, "bench", "client") } }
      : { entryPoints: [join(root, "bench", "client", entry)] }),
    bundle: true,
    write: false,
    minify,
    format: "esm",
    platform: "browser",
    mainFields: ["browser", "module", "main"],
    target: "es2022",
    // As in Vite. By default, esbuild would escape the characters of the WebAssembly.
    charset: "utf8",
    legalComments: "none",
    logLevel: "error",
    nodePaths: [nodeModules],
    define: { "process.env.NODE_ENV": '"production"', global: "globalThis" },
    alias: { "ethereal-query": join(dist, "index.js") },
    plugins: [compiledAjv, emptyNodeModules],
  });
  return file.contents;
}
