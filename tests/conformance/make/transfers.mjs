// Vectors for GET /bridge/transfers/transactions/:hash.
import { canonical, sha256 } from "../match.mjs";
import { transferBody, transfers } from "./model.mjs";

const SECTION = "spec 4.2";
const path = (hash, query = "") => `/bridge/transfers/transactions/${hash}${query && `?${query}`}`;
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

const on = (chainType, test) => transfers.find((t) => t.chainType === chainType && test(t));
const kindOf = ({ step }) => {
  if (typeof step === "string") return "relay";
  return step % 100000 === 45513 ? "child" : "chain";
};
const orderOf = (t) => t.route.map(kindOf).join(" ");
const full = on("mainnet", (t) => t.status === "done" && orderOf(t) === "chain relay chain child");
const outward = on(
  "mainnet",
  (t) => t.status === "done" && orderOf(t) === "child chain relay chain",
);
const test = on("sepolia", (t) => t.status === "done");
const upper = (hash) => `0x${hash.slice(2).toUpperCase()}`;

/** The transfers that share one relay hash, newest first. */
const shared = [...new Set(transfers.map((t) => t.whTxnHash))]
  .map((hash) =>
    transfers
      .filter((t) => hash && t.whTxnHash === hash)
      .sort((a, b) => b.originTimestamp - a.originTimestamp),
  )
  .filter((group) => group.length > 1);

const kinds = [
  ok("transfer: by origin hash", SECTION, full.originTxnHash),
  ok("transfer: by relay submission hash", SECTION, full.whTxnHash),
  ok("transfer: by rollup-bridge submission hash", SECTION, full.rbTxnHash),
  ok("transfer: by delivery hash", SECTION, full.deliveryTxnHash),
  ok("transfer: by a hash that is only in the route", SECTION, outward.route[1].txHash),
  ok(
    "transfer: upper-case hash",
    "decisions: hash case",
    full.originTxnHash,
    "mainnet",
    upper(full.originTxnHash),
  ),
  ok(
    "transfer: percent-encoded hash",
    "RFC 3986",
    full.originTxnHash,
    "mainnet",
    `%30%78${full.originTxnHash.slice(2)}`,
  ),
];

const chains = [
  ok("transfer: chain=mainnet", "spec 4.2 chain", full.originTxnHash, "mainnet"),
  ok("transfer: chain=sepolia", "spec 4.2 chain", test.originTxnHash, "sepolia"),
  fail(
    "transfer: sepolia hash with the default chain",
    "spec 4.2 chain default",
    { path: path(test.originTxnHash) },
    404,
  ),
  fail(
    "transfer: mainnet hash with chain=sepolia",
    "spec 4.2 chain",
    { path: path(full.originTxnHash, "chain=sepolia") },
    404,
  ),
  fail(
    "transfer: chain=foo",
    "spec 4.2 chain",
    { path: path(full.originTxnHash, "chain=foo") },
    400,
    {
      message: "\\bchain\\b.*mainnet.*sepolia",
    },
  ),
  fail("transfer: chain=1", "spec 4.2 chain", { path: path(full.originTxnHash, "chain=1") }, 400, {
    message: "\\bchain\\b",
  }),
  fail(
    "transfer: chain twice",
    "decisions: duplicate parameter",
    { path: path(full.originTxnHash, "chain=mainnet&chain=mainnet") },
    400,
    { message: "\\bchain\\b" },
  ),
];

const newest = shared.map(([newer], i) =>
  ok(
    `transfer: shared relay hash ${i + 1} gives the newest`,
    "decisions: one hash in several transfers",
    newer.whTxnHash,
  ),
);
const stillFound = shared.map(([, older], i) =>
  ok(
    `transfer: the older one of shared relay hash ${i + 1} is found by its own hash`,
    "decisions: one hash in several transfers",
    older.originTxnHash,
  ),
);

const spread = (field, section, values) =>
  values.map((value) => {
    const t = on("mainnet", (row) => row[field] === value);
    return ok(`transfer: ${field} ${value}`, section, t.originTxnHash);
  });
const types = spread("type", "spec 2.2 type", ["NATIVE", "ERC20", "ERC721", "ERC1155", "TXN"]);
const statuses = spread("status", "spec 3.1", [
  "done",
  "wait-wh",
  "wait-rb",
  "wait-cc",
  "manual",
  "error",
]);

const all = {
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
    { path: path(full.originTxnHash.slice(0, -1)) },
    400,
    {
      message: "hash",
    },
  ),
  fail("transfer: hash too long", "spec 4.2 hash", { path: path(`${full.originTxnHash}0`) }, 400, {
    message: "hash",
  }),
  fail(
    "transfer: hash with a letter that is not a digit",
    "spec 4.2 hash",
    { path: path(`0xz${full.originTxnHash.slice(3)}`) },
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
    { path: path(full.originTxnHash), key: null },
    401,
    unauthorized,
  ),
  fail(
    "transfer: unknown key",
    "spec 5",
    { path: path(full.originTxnHash), key: "nobody" },
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
    { path: path(full.originTxnHash, "chain=foo"), key: "nobody" },
    401,
    unauthorized,
  ),
];

export const vectors = [
  ...kinds,
  ...chains,
  ...newest,
  ...stillFound,
  ...types,
  ...statuses,
  all,
  ...failures,
];
