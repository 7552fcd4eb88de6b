// Derives www/tokens.json and www/transfers.json, the examples of the demo page, from the records in seed/.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { importSource } from "../source.mjs";

const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const records = (name) =>
  readFileSync(path(`seed/${name}`), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

/**
 * The examples of tokens: [predicate, group, label]. The first token that matches a predicate becomes the example.
 * Without a label, the example has the name of the token.
 */
const TOKEN_KINDS = [
  [
    (token) => token.document.includes('"ipfs://') && token.document.includes("First edition"),
    "Pictures",
  ],
  [
    (token) =>
      token.document.includes("First edition") && token.chainId === 42161 && token.id === "2",
    "Pictures",
  ],
  // An integer of at least 16 digits, such as `:12345678901234567890,`.
  [(token) => /:-?\d{16,}[,}]/.test(token.document), "Large numbers", "Exact digits"],
  // The maximum id, 2^256 − 1, has 78 digits.
  [(token) => token.id.length > 70, "Large numbers", "Largest id"],
  [(token) => token.document.includes("樹"), "Unusual", "Many scripts"],
  [(token) => !token.document.includes('"image"'), "Unusual", "No picture"],
  [(token) => token.document.includes("<script>"), "Unusual", "Hostile text"],
];

/** The examples of transfers: [status, group, label]. */
const STATUS_KINDS = [
  ["wait-wh", "Waiting for", "Relay"],
  ["wait-rb", "Waiting for", "Rollup bridge"],
  ["wait-cc", "Waiting for", "Child chain"],
  ["manual", "Waiting for", "Confirmation"],
  ["done", "Ended", "Delivered"],
  ["error", "Ended", "Failed"],
];

/** The transfer type that the example of a status should have. */
const PREFERRED_TYPES = { done: "NATIVE", "wait-rb": "ERC721", error: "ERC20" };

function deriveExamples(tokens, transfers, simulatedTransfers) {
  const chosenTokens = [];
  for (const [matches, group, label] of TOKEN_KINDS) {
    const token = tokens.find(matches);
    if (!token) continue;
    chosenTokens.push({
      group,
      label: label ?? JSON.parse(token.document).name,
      chainId: String(token.chainId),
      address: token.address,
      id: token.id,
      standard: token.standard,
    });
  }
  const example = (group, label, transfer) => {
    // Each hash of the route finds the transfer, not only the first hash.
    const middleStep = transfer.route[Math.floor(transfer.route.length / 2)];
    return {
      group,
      label,
      hash: middleStep.txHash,
      ...(transfer.chainType === "sepolia" && { chain: "sepolia" }),
    };
  };
  const longest = (list) =>
    list.reduce((best, next) => (next.route.length > best.route.length ? next : best));
  const chosenTransfers = [];
  for (const [status, group, label] of STATUS_KINDS) {
    const candidates = transfers.filter(
      (transfer) => transfer.status === status && transfer.chainType === "mainnet",
    );
    if (candidates.length === 0) continue;
    const preferred = candidates.filter(({ type }) => type === PREFERRED_TYPES[status]);
    const transfer = longest(preferred.length > 0 ? preferred : candidates);
    chosenTransfers.push(example(group, label, transfer));
  }
  const sepolia = transfers.filter(
    (transfer) => transfer.chainType === "sepolia" && transfer.status === "done",
  );
  if (sepolia.length > 0) chosenTransfers.push(example("Ended", "On Sepolia", longest(sepolia)));
  const live = simulatedTransfers.map(({ title }, index) => ({
    group: "Live",
    label: title.replace(/ (token|transfer)$/, ""),
    live: String(index),
  }));
  return { tokens: chosenTokens, transfers: [...live, ...chosenTransfers] };
}

/** Returns the examples from the seed: `{ tokens, transfers }`. */
export async function examplesFromSeed() {
  const { simulatedTransfersAt } = await importSource("embedded/simulation");
  return deriveExamples(
    records("tokens.ndjson"),
    records("transfers.ndjson"),
    simulatedTransfersAt(0),
  );
}

/** Returns the text of each generated file, by the path of the file. */
export async function generatedFiles() {
  const { tokens, transfers } = await examplesFromSeed();
  const text = (list) => `[\n${list.map((item) => JSON.stringify(item)).join(",\n")}\n]\n`;
  return { "www/tokens.json": text(tokens), "www/transfers.json": text(transfers) };
}
