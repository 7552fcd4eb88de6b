// The program that every host runs, its expected result from the seed, and the files that run it in each host.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { root } from "../../scripts/run.mjs";
import { seedOptions } from "../../scripts/seed.mjs";
import { sendFile } from "../../scripts/send-file.mjs";

/**
 * Makes the calls, a rejected call and a helper call. `programSource` copies the source of this function into files, so
 * the function uses no import.
 */
export async function program(pkg, input, fetch) {
  const { baseUrl, token, hash, sourceChain } = input;
  const client = new pkg.Client({ baseUrl, apiKey: input.apiKey, fetch });
  const document = await client.tokenUri(token.address, token.id, {
    chainId: token.chainId,
    standard: token.standard,
  });
  const transfer = await client.bridgeTransfer(hash, { chain: "mainnet" });
  const project = await client.project();
  const ethereals = [];
  for await (const record of client.ethereals({ sourceChains: [sourceChain], pageSize: 10 }))
    ethereals.push(record._id);
  const refused = await new pkg.Client({ baseUrl, apiKey: "wrong", fetch })
    .project()
    .catch((error) => ({
      kind: error.kind,
      status: error.status,
      ours: error instanceof pkg.EtherealQueryError && pkg.isEtherealQueryError(error),
    }));
  const { requestOwner, balanceWei } = project;
  const units = pkg.formatUnits("1099756711100000000");
  return {
    document,
    transfer,
    project: { requestOwner, balanceWei },
    ethereals: ethereals.sort(),
    refused,
    units,
  };
}

export const seed = (name) => readFileSync(join(root, "seed", name), "utf8");
/** The records of a file of the seed. */
export const records = (name) =>
  seed(name)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

const key = JSON.parse(seed("keys.json"))[0];
const token = records("tokens.ndjson")[0];
const transfers = records("transfers.ndjson").filter(({ chainType }) => chainType === "mainnet");
const countWith = (hash) =>
  transfers.filter((record) => JSON.stringify(record).includes(hash)).length;
/** A transfer whose delivery hash occurs in no other transfer. */
const transfer = transfers.find(({ deliveryTxnHash: hash }) => hash && countWith(hash) === 1);
const mainnetEthereals = records("ethereals.ndjson").filter(
  ({ chainType }) => chainType === "mainnet",
);
const sourceChain = mainnetEthereals[0].sourceChain;

/** The input of the program without the base URL. */
export const input = {
  apiKey: key.key,
  token: { address: token.address, id: token.id, chainId: token.chainId, standard: token.standard },
  hash: transfer.deliveryTxnHash,
  sourceChain,
};

export const expected = {
  document: JSON.parse(token.document),
  transfer,
  project: { requestOwner: key.requestOwner, balanceWei: key.balanceWei },
  ethereals: mainnetEthereals
    .filter((record) => record.sourceChain === sourceChain)
    .map(({ _id }) => _id)
    .sort(),
  refused: { kind: "unauthenticated", status: 401, ours: true },
  units: "1.0997567111",
};

const INSTALLED = "/node_modules/ethereal-query/dist/browser/ethereal-query.js";
/** A page that runs a script. */
export const pageWithScript = (script) =>
  `<!doctype html><meta charset="utf-8"><title>host</title><link rel="icon" href="data:,">
<script type="module" src="${script}"></script>\n`;

export const PROGRAM_CALL = "program(pkg, input)";
export const importLine = (from) => `import * as pkg from "${from}";\n`;
/**
 * The source of the program and its input, which also has the base URL. A call of the program needs the package as
 * `pkg`.
 */
export const programSource = (inputWithUrl) =>
  `const input = ${JSON.stringify(inputWithUrl)};\n${program}\n`;
/** A statement with which a program of Node.js prints the result. */
export const printResult = (value) =>
  `Promise.resolve(${value}).then((result) => console.log(JSON.stringify(result)));\n`;
/** A statement with which a page keeps the result, or a promise of the result, for the test. */
export const keepResult = (value) => `globalThis.result = ${value};\n`;

/** Pages that need no bundler. Pages below csp/ have a strict Content-Security-Policy. */
export const PLAIN_PAGES = ["plain/index.html", "plain/worker.html", "csp/index.html"];

/** Serves the folder of a project on loopback. */
export async function servePages(folder) {
  const server = createServer((request, response) => {
    const csp = request.url.startsWith("/csp/")
      ? { "content-security-policy": "script-src 'self' 'wasm-unsafe-eval'" }
      : {};
    sendFile(request, response, folder, request.url, csp);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${server.address().port}`, close };
}

/** Writes the files of all hosts with `write(path, text)`. */
export function writeHosts(write, inputWithUrl) {
  const text = programSource(inputWithUrl);

  write("node/esm.mjs", importLine("ethereal-query") + text + printResult(PROGRAM_CALL));
  write(
    "node/require.cjs",
    `const pkg = require("ethereal-query");\n${text}${printResult(PROGRAM_CALL)}`,
  );

  write("node/seed.json", JSON.stringify(seedOptions()));
  // The last statements of the two programs below: run the program against an embedded service with the sample data.
  const embeddedRun =
    `const service = new EmbeddedService(JSON.parse(readFileSync(new URL("seed.json", here), "utf8")));\n` +
    printResult(`program(pkg, { ...input, baseUrl: "https://service.invalid" }, service.fetch)`);
  write(
    "node/embedded.mjs",
    `${importLine("ethereal-query")}import { EmbeddedService } from "ethereal-query/embedded";
import { readFileSync } from "node:fs";\nconst here = import.meta.url;\n${text}${embeddedRun}`,
  );
  write(
    "node/embedded.cjs",
    `const pkg = require("ethereal-query");\nconst { EmbeddedService } = require("ethereal-query/embedded");
const { readFileSync } = require("node:fs");
const here = require("node:url").pathToFileURL(__filename);\n${text}${embeddedRun}`,
  );

  write("plain/index.html", pageWithScript("main.js"));
  write("plain/main.js", importLine(INSTALLED) + text + keepResult(PROGRAM_CALL));
  write("plain/worker.html", pageWithScript("starter.js"));
  write(
    "plain/starter.js",
    `const worker = new Worker("worker.js", { type: "module" });
const done = new Promise((resolve, reject) => {
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = reject;
});
${keepResult("done")}`,
  );
  write(
    "plain/worker.js",
    `${importLine(INSTALLED)}${text}
program(pkg, input).then(postMessage, (error) => postMessage(String(error)));\n`,
  );
  write("csp/index.html", pageWithScript("/plain/main.js"));

  write("vite/index.html", pageWithScript("/main.js"));
  write("vite/main.js", importLine("ethereal-query") + text + keepResult(PROGRAM_CALL));
}
