// Vectors for GET /bridge/transfers/transactions/:hash. README.md describes the members of a vector.
import { canonical, sha256 } from "../match.mjs";
import { transferBody, transfers } from "./model.mjs";

const SECTION = "spec 4.2";
const path = (hash, query = "") => `/bridge/transfers/transactions/${hash}${query && `?${query}`}`;
/** A vector with status 200. `spelling` is another way to write the hash in the path. */
const ok = (name, section, hash, chain, spelling = hash) => ({
  name,
  section,
  request: { path: path(spelling, chain && `chain=${chain}`), key: "demo" },
  status: 200,
  body: transferBody(hash, chain),
});
const fail = (name, section, request, status, response = {}) => ({
  name,
  section,
  request: { key: "demo", ...request },
  status,
  ...response,
});
const unauthorized = { status: 401, body: { message: "Invalid API key." } };

const findTransfer = (chainType, matches) =>
  transfers.find((transfer) => transfer.chainType === chainType && matches(transfer));
/** Blessnet and its test chain. */
const BLESSNET_CHAINS = [45513, 11145513];
const kindOfStep = ({ step }) => {
  // The step of a chain is the chain id. The relay is the only step with a name.
  if (typeof step === "string") return "relay";
  return BLESSNET_CHAINS.includes(step) ? "blessnet" : "chain";
};
/** The kinds of a transfer's steps, such as "chain relay chain blessnet". */
const routeOf = (transfer) => transfer.route.map(kindOfStep).join(" ");
const findDone = (route) =>
  findTransfer("mainnet", (t) => t.status === "done" && routeOf(t) === route);
const toBlessnet = findDone("chain relay chain blessnet");
const fromBlessnet = findDone("blessnet chain relay chain");
const onSepolia = findTransfer("sepolia", (t) => t.status === "done");
const upper = (hash) => `0x${hash.slice(2).toUpperCase()}`;

// `whTxnHash` is the hash of the transaction that submits a transfer to the relay.
const relayHashes = new Set(transfers.map((t) => t.whTxnHash).filter(Boolean));
/** The groups of transfers that share a relay hash. Each group has its newest transfer first. */
const sharingRelayHash = [...relayHashes]
  .map((hash) => transfers.filter((t) => t.whTxnHash === hash))
  .map((group) => group.sort((a, b) => b.originTimestamp - a.originTimestamp))
  .filter((group) => group.length > 1);

const kinds = [
  ok("transfer: by origin hash", SECTION, toBlessnet.originTxnHash),
  ok("transfer: by relay submission hash", SECTION, toBlessnet.whTxnHash),
  ok("transfer: by rollup-bridge submission hash", SECTION, toBlessnet.rbTxnHash),
  ok("transfer: by delivery hash", SECTION, toBlessnet.deliveryTxnHash),
  ok("transfer: by a hash that is only in the route", SECTION, fromBlessnet.route[1].txHash),
  ok(
    "transfer: upper-case hash",
    "decisions: hash case",
    toBlessnet.originTxnHash,
    "mainnet",
    upper(toBlessnet.originTxnHash),
  ),
  ok(
    "transfer: percent-encoded hash",
    "RFC 3986",
    toBlessnet.originTxnHash,
    "mainnet",
    // "%30%78" is "0x".
    `%30%78${toBlessnet.originTxnHash.slice(2)}`,
  ),
];

const chains = [
  ok("transfer: chain=mainnet", "spec 4.2 chain", toBlessnet.originTxnHash, "mainnet"),
  ok("transfer: chain=sepolia", "spec 4.2 chain", onSepolia.originTxnHash, "sepolia"),
  fail(
    "transfer: sepolia hash with the default chain",
    "spec 4.2 chain default",
    { path: path(onSepolia.originTxnHash) },
    404,
  ),
  fail(
    "transfer: mainnet hash with chain=sepolia",
    "spec 4.2 chain",
    { path: path(toBlessnet.originTxnHash, "chain=sepolia") },
    404,
  ),
  fail(
    "transfer: chain=foo",
    "spec 4.2 chain",
    { path: path(toBlessnet.originTxnHash, "chain=foo") },
    400,
    {
      message: "\\bchain\\b.*mainnet.*sepolia",
    },
  ),
  fail(
    "transfer: chain=1",
    "spec 4.2 chain",
    { path: path(toBlessnet.originTxnHash, "chain=1") },
    400,
    {
      message: "\\bchain\\b",
    },
  ),
  fail(
    "transfer: chain twice",
    "decisions: duplicate parameter",
    { path: path(toBlessnet.originTxnHash, "chain=mainnet&chain=mainnet") },
    400,
    { message: "\\bchain\\b" },
  ),
];

const newestOfSharedHash = sharingRelayHash.map(([newer], i) =>
  ok(
    `transfer: shared relay hash ${i + 1} gives the newest`,
    "decisions: one hash in several transfers",
    newer.whTxnHash,
  ),
);
const olderByOwnHash = sharingRelayHash.map(([, older], i) =>
  ok(
    `transfer: the older one of shared relay hash ${i + 1} is found by its own hash`,
    "decisions: one hash in several transfers",
    older.originTxnHash,
  ),
);

/** A vector for each value of a field: a transfer with this value. */
const vectorsFor = (field, section, values) =>
  values.map((value) => {
    const transfer = findTransfer("mainnet", (t) => t[field] === value);
    return ok(`transfer: ${field} ${value}`, section, transfer.originTxnHash);
  });
const types = vectorsFor("type", "spec 2.2 type", ["NATIVE", "ERC20", "ERC721", "ERC1155", "TXN"]);
const statuses = vectorsFor("status", "spec 3.1", [
  "done",
  "wait-wh",
  "wait-rb",
  "wait-cc",
  "manual",
  "error",
]);

const everyHash = {
  name: "transfer: every transfer of the sample data by every hash on its route",
  section: SECTION,
  key: "demo",
  steps: transfers.flatMap((t) =>
    t.route.map(({ txHash }) => ({
      request: { path: path(txHash, t.chainType === "sepolia" ? "chain=sepolia" : "") },
      status: 200,
      bodySha256: sha256(canonical(transferBody(txHash, t.chainType))),
    })),
  ),
};

const unknownHash = `0x${"12".repeat(32)}`;
const failures = [
  fail("transfer: unknown hash", "decisions: unknown hash", { path: path(unknownHash) }, 404),
  fail(
    "transfer: hash too short",
    "spec 4.2 hash",
    { path: path(toBlessnet.originTxnHash.slice(0, -1)) },
    400,
    {
      message: "hash",
    },
  ),
  fail(
    "transfer: hash too long",
    "spec 4.2 hash",
    { path: path(`${toBlessnet.originTxnHash}0`) },
    400,
    {
      message: "hash",
    },
  ),
  fail(
    "transfer: hash with a letter that is not a digit",
    "spec 4.2 hash",
    { path: path(`0xz${toBlessnet.originTxnHash.slice(3)}`) },
    400,
    { message: "hash" },
  ),
  fail("transfer: hash is the literal :hash", "spec 4.2 hash", { path: path(":hash") }, 400, {
    message: "hash",
  }),
  fail("transfer: malformed percent-encoding", "RFC 3986", { path: path("%zz") }, 400),
  fail(
    "transfer: no key",
    "spec 5",
    { path: path(toBlessnet.originTxnHash), key: null },
    401,
    unauthorized,
  ),
  fail(
    "transfer: unknown key",
    "spec 5",
    { path: path(toBlessnet.originTxnHash), key: "nobody" },
    401,
    unauthorized,
  ),
  fail(
    "transfer: the key is checked before the hash",
    "decisions: key first",
    { path: path("bad"), key: null },
    401,
    unauthorized,
  ),
  fail(
    "transfer: the key is checked before the chain",
    "decisions: key first",
    { path: path(toBlessnet.originTxnHash, "chain=foo"), key: "nobody" },
    401,
    unauthorized,
  ),
];

export const vectors = [
  ...kinds,
  ...chains,
  ...newestOfSharedHash,
  ...olderByOwnHash,
  ...types,
  ...statuses,
  everyHash,
  ...failures,
];
