// The cases: for each contestant the same questions in its own language, and how its answers are read.
import { createReadStream, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { CHAINS, STATUSES } from "./data.mjs";

const ALL = CHAINS.map(([chain]) => chain);
const RARE = ALL.at(-1);
export const CASES = {
  first: { title: "First page", filter: null },
  deep: { title: "Random depth", filter: null },
  // Their cursors become conditions that no index can seek, so that above they get their best: a filter by `id`.
  cursor: { title: "Random depth by the peer's own cursor", peersOnly: true },
  rare: { title: "Rare chain + unfunded", filter: { chains: [RARE], statuses: ["unfunded"] } },
  arms: { title: "9 chains × 2 statuses, random depth", filter: { chains: ALL, statuses: STATUSES } },
  hash: { title: "Transfer by hash" },
};

const lists = ({ chains, statuses }) => `sourceChains=${chains.join()}&statuses=${statuses.join()}`;
const path = (filter, more) => `/ethereals?${[filter && lists(filter), more].filter(Boolean).join("&")}`;

/** Pages through everything in steps of 500: the service's own cursors at every depth, and where each one is. */
async function walk(service, filter) {
  const stops = [];
  for (let cursor = null; ;) {
    const more = `page_size=500${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`;
    const text = await (await fetch(service.url + path(filter, more), { headers: service.headers })).text();
    // Reading all of it would take longer than getting it.
    cursor = /"nextCursor":"([^"]+)"/.exec(text.slice(-500))?.[1];
    if (!cursor) return stops;
    stops.push({ cursor, id: /"_id":"([^"]+)"/.exec(text.slice(text.lastIndexOf('"_id":"')))[1] });
  }
}

/** Hashes of all four kinds from transfers all over the file. */
async function hashes(file, rows, count) {
  const kinds = ["originTxnHash", "whTxnHash", "rbTxnHash", "deliveryTxnHash"];
  const step = Math.max(1, Math.floor(rows / count));
  const found = [];
  let n = 0;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (n % step === 0) found.push(JSON.parse(line)[kinds[found.length % 4]]);
    n += 1;
  }
  return found;
}

/** What is asked: for each case a list of places, the same for every contestant; found once and kept in `folder`. */
export async function places(service, files, rows, folder) {
  const kept = join(folder, "places.json");
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, "utf8"));
  console.log("Paging through everything for cursors at every depth (once).");
  const found = await hashes(files.transfers, rows, 2000);
  const asked = { first: [{}], rare: [{}], hash: found.map((hash) => ({ hash })) };
  const deep = ["deep", "arms"];
  const stops = await Promise.all(deep.map((name) => walk(service, CASES[name].filter)));
  deep.forEach((name, i) => (asked[name] = stops[i]));
  asked.cursor = asked.deep;
  writeFileSync(kept, JSON.stringify(asked));
  return asked;
}

const ours = (name, { cursor, hash }) => {
  if (name === "hash") return ["GET", `/bridge/transfers/transactions/${hash}`];
  return ["GET", path(CASES[name].filter ?? null, cursor && `cursor=${encodeURIComponent(cursor)}`)];
};

// `_nocount` and the like switch off all that a page needs and an interface does not.
const TABLE = "/service/ethereal.json?_shape=array&_col=doc&_size=50&_nocount=1&_nofacet=1&_nosuggest=1&chain=mainnet";
const datasette = (name, { id, hash }) => {
  if (name === "hash") return ["GET", `/service/transfer_by_hash.json?_shape=array&hash=${hash}`];
  const from = (last) => (last ? `&${name === "cursor" ? "_next=mainnet," : "id__gt="}${last}` : "");
  const exact = `&source_chain=${RARE}&status=unfunded`;
  const within = `&source_chain__in=${ALL.join()}&status__in=${STATUSES.join()}`;
  return ["GET", `${TABLE}${{ rare: exact, arms: within }[name] ?? ""}${from(id)}`];
};

const NODES = "nodes { id doc } pageInfo { hasNextPage endCursor }";
const among = (values) => `{ in: ${JSON.stringify(values)} }`;
const page = (variable, more, condition = '{ chain: "mainnet" }') =>
  `query${variable} { all: allEthereals(first: 50, condition: ${condition}${more}) { ${NODES} } }`;
const QUERIES = {
  first: page("", ""),
  deep: page(" ($id: String!)", ", filter: { id: { greaterThan: $id } }"),
  cursor: page(" ($after: Cursor)", ", after: $after"),
  rare: page("", "", `{ chain: "mainnet", sourceChain: "${RARE}", status: "unfunded" }`),
  arms: page(
    " ($id: String!)",
    `, filter: { id: { greaterThan: $id }, sourceChain: ${among(ALL)}, status: ${among(STATUSES)} }`,
  ),
  hash: `query ($hash: String!) { all: allTransferHashes(first: 1, condition: { chain: "mainnet", hash: $hash }) {
    nodes { transferById { id doc } } } }`.replace(/\s+/g, " "),
};
const postgraphile = (name, { id, hash }) => {
  const after = id && Buffer.from(JSON.stringify(["primary_key_asc", ["mainnet", id]])).toString("base64");
  const variables = { hash: { hash }, cursor: { after }, deep: { id }, arms: { id } }[name] ?? {};
  return ["POST", "/graphql", JSON.stringify({ query: QUERIES[name], variables })];
};

/** `ask`: case and place to method, path and body. `ids`: the records of an answer, in order. */
export const LANGUAGES = {
  ours: {
    ask: ours,
    ids: (answer) => (answer.etherealData ?? answer.bridgeData.bridgeData).map((record) => record._id),
  },
  datasette: { ask: datasette, ids: (answer) => answer.map((row) => JSON.parse(row.doc)._id) },
  postgraphile: {
    ask: postgraphile,
    ids: (answer) => answer.data.all.nodes.map((node) => JSON.parse((node.transferById ?? node).doc)._id),
  },
};
