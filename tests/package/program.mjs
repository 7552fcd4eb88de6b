// The program that every host runs, and its expected result from the seed.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/run.mjs";

/** Makes the four calls, a rejected call and a helper call. Its source is copied into files, so it uses no import. */
export async function program(pkg, input, fetch) {
  const { baseUrl, token, hash, sourceChain } = input;
  const client = new pkg.Client({ baseUrl, apiKey: input.apiKey, fetch });
  const document = await client.tokenUri(token.address, token.id, { chainId: token.chainId, standard: token.standard });
  const transfer = await client.bridgeTransfer(hash, { chain: "mainnet" });
  const project = await client.project();
  const ethereals = [];
  for await (const record of client.ethereals({ sourceChains: [sourceChain], pageSize: 10 }))
    ethereals.push(record._id);
  const refused = await new pkg.Client({ baseUrl, apiKey: "wrong", fetch }).project().catch((error) => ({
    kind: error.kind,
    status: error.status,
    ours: error instanceof pkg.EtherealQueryError && pkg.isEtherealQueryError(error),
  }));
  const { requestOwner, balanceWei } = project;
  const units = pkg.formatUnits("1099756711100000000");
  return { document, transfer, project: { requestOwner, balanceWei }, ethereals: ethereals.sort(), refused, units };
}

export const seed = (name) => readFileSync(join(root, "seed", name), "utf8");
/** The records of a file of the seed. */
export const records = (name) => seed(name).trim().split("\n").map((line) => JSON.parse(line));

const key = JSON.parse(seed("keys.json"))[0];
const token = records("tokens.ndjson")[0];
// Finds a hash that only one transfer has.
const transfers = records("transfers.ndjson").filter(({ chainType }) => chainType === "mainnet");
const countWith = (hash) => transfers.filter((record) => JSON.stringify(record).includes(hash)).length;
const transfer = transfers.find(({ deliveryTxnHash: hash }) => hash && countWith(hash) === 1);
const mirrored = records("ethereals.ndjson").filter(({ chainType }) => chainType === "mainnet");
const sourceChain = mirrored[0].sourceChain;

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
  ethereals: mirrored.filter((record) => record.sourceChain === sourceChain).map(({ _id }) => _id).sort(),
  refused: { kind: "unauthenticated", status: 401, ours: true },
  units: "1.0997567111",
};
