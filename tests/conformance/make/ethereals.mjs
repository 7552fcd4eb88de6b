// Vectors for GET /ethereals: parameters, filters and limits. Cursors are in cursors.mjs.
import { page, select, sharedContract } from "./model.mjs";

const SECTION = "spec 4.4";
const path = (query = "") => `/ethereals${query && `?${query}`}`;
/** A request with status 200. The page has the first `size` records that pass `filters`. */
const ok = (name, section, query, filters, size) => ({
  name,
  section,
  request: { path: path(query), key: "demo" },
  status: 200,
  page: page(filters, size),
});
/** A request with status 400. The regular expression `message` matches the message of the error. */
const bad = (name, section, query, message) => ({
  name,
  section,
  request: { path: path(query), key: "demo" },
  status: 400,
  message,
});
const unauthorized = { status: 401, body: { message: "Invalid API key." } };

/** 10 is the chain id of Optimism. */
const onOptimism = select({ sourceChains: ["10"] });
const [firstContract, secondContract] = onOptimism.map((record) => record.sourceContract);
const upper = (address) => `0x${address.slice(2).toUpperCase()}`;
const unknownContract = `0x${"0".repeat(39)}1`;
/** The chain ids "1" to `n`. A template literal joins the array with commas: `${chains(2)}` is "1,2". */
const chains = (n) => Array.from({ length: n }, (_, i) => String(i + 1));
/** A list of `n` contracts. Only the first contract has a collection. */
const contracts = (n) => {
  const unknown = Array.from(
    { length: n - 1 },
    (_, i) => `0x${(i + 1).toString(16).padStart(40, "0")}`,
  );
  return [firstContract, ...unknown];
};

const defaults = [
  ok("list: no parameter: mainnet, 50 records, ascending _id", `${SECTION} defaults`, "", {}),
  ok("list: chain=mainnet is the default", `${SECTION} chain`, "chain=mainnet", {}),
  ok("list: chain=sepolia", `${SECTION} chain`, "chain=sepolia", { chain: "sepolia" }),
  ok("list: page_size=50 is the default", `${SECTION} page_size default`, "page_size=50", {}),
  ok(
    "list: whole records, with both spellings of the collection address",
    "spec 2.4, decisions",
    "page_size=2",
    {},
    2,
  ),
  ok(
    "list: whole records on sepolia",
    "spec 2.4",
    "chain=sepolia&page_size=2",
    { chain: "sepolia" },
    2,
  ),
  {
    ...ok("list: any valid key may list", "spec 5", "page_size=1", {}, 1),
    request: { path: path("page_size=1"), key: "reader" },
  },
];

const sizes = [
  ok("list: page_size=1", `${SECTION} page_size`, "page_size=1", {}, 1),
  ok(
    "list: page_size=500 is the largest and holds everything",
    "decisions: page_size",
    "page_size=500",
    {},
    500,
  ),
  ok(
    "list: a page that is exactly full is the last",
    `${SECTION} nextCursor`,
    `sourceChains=10&page_size=${onOptimism.length}`,
    { sourceChains: ["10"] },
    onOptimism.length,
  ),
  ok(
    "list: one record less than there are",
    `${SECTION} nextCursor`,
    `sourceChains=10&page_size=${onOptimism.length - 1}`,
    { sourceChains: ["10"] },
    onOptimism.length - 1,
  ),
  ...["0", "501", "abc", "-1", "1.5", "1e2", "99999999999999999999999"].map((size) =>
    bad(`list: page_size=${size}`, "decisions: page_size", `page_size=${size}`, "page_size.*500"),
  ),
];

const filters = [
  ok("list: one source chain", `${SECTION} sourceChains`, "sourceChains=137", {
    sourceChains: ["137"],
  }),
  ok("list: the rare source chain", `${SECTION} sourceChains`, "sourceChains=81457", {
    sourceChains: ["81457"],
  }),
  // The records of both chains together, ascending by `_id`.
  ok("list: two source chains in one order", `${SECTION} sourceChains`, "sourceChains=1,42161", {
    sourceChains: ["1", "42161"],
  }),
  ok("list: encoded comma", `${SECTION} sourceChains`, "sourceChains=1%2C42161", {
    sourceChains: ["1", "42161"],
  }),
  ok("list: spaces around items", "decisions: trimmed", "sourceChains=%2010%20,%20137", {
    sourceChains: ["10", "137"],
  }),
  ok("list: plus signs are spaces", "decisions: trimmed", "sourceChains=10,+137", {
    sourceChains: ["10", "137"],
  }),
  ok("list: duplicate items", "decisions: de-duplicated", "sourceChains=10,10,137,10", {
    sourceChains: ["10", "137"],
  }),
  ok("list: a chain without records", `${SECTION} empty list`, "sourceChains=999", {
    sourceChains: ["999"],
  }),
  ok(
    "list: mainnet and a chain that only sepolia has",
    `${SECTION} chain`,
    "sourceChains=11155111",
    {
      sourceChains: ["11155111"],
    },
  ),
  ok(
    "list: a test chain on sepolia",
    `${SECTION} sourceChains`,
    "chain=sepolia&sourceChains=11155420",
    {
      chain: "sepolia",
      sourceChains: ["11155420"],
    },
  ),
  ok(
    "list: one contract, mirrored from several chains",
    `${SECTION} sourceContracts`,
    `sourceContracts=${sharedContract}`,
    {
      sourceContracts: [sharedContract],
    },
  ),
  ok(
    "list: contract in upper case",
    `${SECTION} sourceContracts`,
    `sourceContracts=${upper(sharedContract)}`,
    {
      sourceContracts: [sharedContract],
    },
  ),
  ok(
    "list: two contracts",
    `${SECTION} sourceContracts`,
    `sourceContracts=${firstContract},${secondContract}`,
    {
      sourceContracts: [firstContract, secondContract],
    },
  ),
  ok(
    "list: contracts with spaces and duplicates in two cases",
    "decisions: trimmed, de-duplicated",
    `sourceContracts=${firstContract},%20${upper(firstContract)}%20,${secondContract}`,
    { sourceContracts: [firstContract, secondContract] },
  ),
  ok("list: unknown contract", `${SECTION} empty list`, `sourceContracts=${unknownContract}`, {
    sourceContracts: [unknownContract],
  }),
  ok(
    "list: status active",
    `${SECTION} statuses`,
    "statuses=active&page_size=5",
    { statuses: ["active"] },
    5,
  ),
  ok("list: status unfunded", `${SECTION} statuses`, "statuses=unfunded", {
    statuses: ["unfunded"],
  }),
  ok(
    "list: both statuses",
    `${SECTION} statuses`,
    "statuses=unfunded,active&page_size=5",
    { statuses: ["active", "unfunded"] },
    5,
  ),
  ok(
    "list: statuses with spaces and duplicates",
    "decisions: trimmed, de-duplicated",
    "statuses=%20unfunded%20,unfunded",
    { statuses: ["unfunded"] },
  ),
  ok(
    "list: chains and status",
    `${SECTION} filters together`,
    "sourceChains=10,137&statuses=unfunded",
    {
      sourceChains: ["10", "137"],
      statuses: ["unfunded"],
    },
  ),
  ok(
    "list: rare chain and a status it lacks",
    `${SECTION} empty list`,
    "sourceChains=81457&statuses=unfunded",
    {
      sourceChains: ["81457"],
      statuses: ["unfunded"],
    },
  ),
  ok(
    "list: contract and chain",
    `${SECTION} filters together`,
    `sourceContracts=${sharedContract}&sourceChains=1`,
    {
      sourceContracts: [sharedContract],
      sourceChains: ["1"],
    },
  ),
  ok(
    "list: all three filters on sepolia",
    `${SECTION} filters together`,
    "chain=sepolia&sourceChains=11155111,84532&statuses=active&page_size=500",
    { chain: "sepolia", sourceChains: ["11155111", "84532"], statuses: ["active"] },
    500,
  ),
  ok(
    "list: every chain and every status",
    `${SECTION} filters together`,
    "sourceChains=1,10,137,8453,42161,81457&statuses=active,unfunded",
    {},
  ),
];

const limits = [
  ok(
    "list: 32 chains",
    "decisions: limits",
    `sourceChains=${chains(32)}&page_size=3`,
    { sourceChains: chains(32) },
    3,
  ),
  bad("list: 33 chains", "decisions: limits", `sourceChains=${chains(33)}`, "sourceChains.*32"),
  ok("list: 100 contracts", "decisions: limits", `sourceContracts=${contracts(100)}`, {
    sourceContracts: [firstContract],
  }),
  bad(
    "list: 101 contracts",
    "decisions: limits",
    `sourceContracts=${contracts(101)}`,
    "sourceContracts.*100",
  ),
  bad(
    "list: unknown status",
    "decisions: statuses",
    "statuses=paused",
    "statuses.*active.*unfunded",
  ),
  bad(
    "list: one unknown status among known ones",
    "decisions: statuses",
    "statuses=active,paused",
    "statuses",
  ),
  bad("list: chain=foo", `${SECTION} chain`, "chain=foo", "\\bchain\\b.*mainnet.*sepolia"),
  ...[
    "chain=mainnet&chain=sepolia",
    "sourceChains=1&sourceChains=10",
    "sourceContracts=&sourceContracts=",
    "statuses=active&statuses=unfunded",
    "page_size=2&page_size=2",
    "cursor=&cursor=",
  ].map((query) => {
    const [parameter] = query.split("=");
    return bad(`list: ${parameter} twice`, "decisions: duplicate parameter", query, parameter);
  }),
  // The message may be any text.
  bad("list: malformed percent-encoding", "RFC 3986", "statuses=%E0%A4%A", "."),
];

const INVALID_KEYS = [
  { name: "no key", key: null },
  { name: "unknown key", key: "nobody" },
  { name: "empty key", key: "" },
];
const keyChecks = INVALID_KEYS.map(({ name, key }) => ({
  name: `list: ${name}`,
  section: "spec 5",
  request: { path: path(), key },
  ...unauthorized,
}));
keyChecks.push({
  name: "list: the key is checked before the parameters",
  section: "decisions: key first",
  request: { path: path("page_size=0"), key: null },
  ...unauthorized,
});

export const vectors = [...defaults, ...sizes, ...filters, ...limits, ...keyChecks];
