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
      // By the specification, a record also has its address in a field with the name "the service".
      .map((record) => ({ ...record, "the service": record.ethereal }))
  );
}

/**
 * The expected page of this number. The first page has number 0. More than two records are compared by their digest.
 */
export function page(filters, size = 50, number = 0) {
  const selected = select(filters);
  const records = selected.slice(number * size, (number + 1) * size);
  const ids = records.map((record) => record._id);
  // "string" stands for any text that is not empty.
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

/** A source contract of more than one collection. */
export const sharedContract = ethereals
  .map((record) => record.sourceContract)
  .find((address, index, addresses) => addresses.indexOf(address) !== index);

const hashesOf = (transfer) => [
  transfer.originTxnHash,
  transfer.whTxnHash,
  transfer.rbTxnHash,
  transfer.deliveryTxnHash,
  ...transfer.route.map((entry) => entry.txHash),
];

/** The expected body for a hash: the newest transfer of the chain type that has the hash. */
export function transferBody(hash, chain = "mainnet") {
  const matching = transfers.filter(
    (transfer) => transfer.chainType === chain && hashesOf(transfer).includes(hash),
  );
  if (!matching.length) throw new Error(`No transfer has the hash ${hash} on ${chain}.`);
  const [newest] = matching.sort((a, b) => b.originTimestamp - a.originTimestamp);
  return { bridgeData: { bridgeData: [newest], nextCursor: null } };
}

/** The digits of an integer divided by 10^18, without trailing zeros. */
export function wholeUnits(wei) {
  const decimals = 18;
  const digits = wei.padStart(decimals + 1, "0");
  const whole = digits.slice(0, -decimals);
  const fraction = digits.slice(-decimals).replace(/0+$/, "");
  return fraction === "" ? whole : `${whole}.${fraction}`;
}

/** The expected body of `/project` for the key of this owner. */
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
