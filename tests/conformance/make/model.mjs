// The expected service in its plainest form: filters over arrays, without indexes, SQL, or code of the product.
import { readFileSync } from "node:fs";
import { canonical, sha256 } from "../match.mjs";

const seed = (name) => readFileSync(new URL(`../../../seed/${name}`, import.meta.url), "utf8");
/** The records of a file of the sample data. */
export const ndjson = (name) =>
  seed(name)
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

export const ethereals = ndjson("ethereals.ndjson");
export const transfers = ndjson("transfers.ndjson");
export const tokens = ndjson("tokens.ndjson");
export const keys = JSON.parse(seed("keys.json"));

/** The records that pass the filters, ordered by `_id`, as the service returns them. */
export function select({ chain = "mainnet", sourceChains, sourceContracts, statuses } = {}) {
  return (
    ethereals
      .filter((record) => record.chainType === chain)
      .filter((record) => !sourceChains || sourceChains.includes(record.sourceChain))
      .filter((record) => !sourceContracts || sourceContracts.includes(record.sourceContract))
      .filter((record) => !statuses || statuses.includes(record.status))
      .sort((a, b) => (a._id < b._id ? -1 : 1))
      // The specification has a field with this name, and the address again as its value.
      .map((record) => ({ ...record, "the service": record.ethereal }))
  );
}

/** The expected page with this number, from 0. More than two records become a digest. */
export function page(filters, size = 50, number = 0) {
  const selected = select(filters);
  const records = selected.slice(number * size, (number + 1) * size);
  const ids = records.map((record) => record._id);
  const nextCursor = selected.length > (number + 1) * size ? "string" : null;
  return {
    ids,
    ...(records.length <= 2 ? { records } : { recordsSha256: sha256(canonical(records)) }),
    nextCursor,
  };
}

/** The expected result of following the cursor through all pages. */
export function walk(filters, size) {
  const ids = select(filters).map((record) => record._id);
  return {
    pages: Math.max(1, Math.ceil(ids.length / size)),
    count: ids.length,
    idsSha256: sha256(canonical(ids)),
  };
}

const hashesOf = (t) => [
  t.originTxnHash,
  t.whTxnHash,
  t.rbTxnHash,
  t.deliveryTxnHash,
  ...t.route.map((entry) => entry.txHash),
];

/** The expected body for a hash: the newest transfer of the chain type that has it. */
export function transferBody(hash, chain = "mainnet") {
  const matching = transfers.filter((t) => t.chainType === chain && hashesOf(t).includes(hash));
  if (!matching.length) throw new Error(`No transfer has the hash ${hash} on ${chain}.`);
  const newest = matching.sort((a, b) => b.originTimestamp - a.originTimestamp)[0];
  return { bridgeData: { bridgeData: [newest], nextCursor: null } };
}

/** The digits of an integer divided by 10^18, without trailing zeros. */
export function wholeUnits(wei) {
  const digits = wei.padStart(19, "0");
  const fraction = digits.slice(-18).replace(/0+$/, "");
  return digits.slice(0, -18) + (fraction && `.${fraction}`);
}

export function projectBody(owner) {
  const { requestOwner, auth, sponsoredAccount, balanceWei } = keys.find(
    (key) => key.requestOwner === owner,
  );
  return {
    message: "Key details.",
    requestOwner,
    auth,
    sponsoredAccount,
    balanceWei,
    balance: wholeUnits(balanceWei),
  };
}

export const tokenPath = ({ address, id, chainId, standard }) =>
  `/tokens/${address}/${id}/uri?b=${chainId}${standard === "ERC1155" ? "&s=1" : ""}`;
