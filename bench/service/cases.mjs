// The cases: how each contestant is asked for the same records, and where its response has their ids.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  CHAINS,
  HASH_FIELDS,
  STATUSES,
  makeRecords,
  sourceContracts,
  unknownHashes,
} from "./data.mjs";

const ALL = CHAINS.map(({ id }) => id);
const RARE = ALL.at(-1);
export const CASES = {
  first: { title: "First page", filter: null },
  deep: { title: "Random depth", filter: null },
  // A peer's cursor becomes a condition that no index can seek. In the other cases the peers use a filter by `id`.
  cursor: { title: "Random depth by the peer's own cursor", peersOnly: true },
  rare: { title: "Rare chain + unfunded", filter: { chains: [RARE], statuses: ["unfunded"] } },
  manyFilters: {
    title: "9 chains × 2 statuses, random depth",
    filter: { chains: ALL, statuses: STATUSES },
  },
  hash: { title: "Transfer by hash" },
};

/** The cases of the scale benchmark, which measures the service only. `notFound`: the responses have status 404. */
export const SCALE_CASES = {
  first: CASES.first,
  deep: CASES.deep,
  rare: CASES.rare,
  manyFilters: CASES.manyFilters,
  contracts: { title: "100 contracts" },
  hash: CASES.hash,
  unknown: { title: "Unknown hash", notFound: true },
};
/** The maximum number of cursors of a list. */
const MAX_CURSORS = 4000;

const filterQuery = ({ chains, statuses }) =>
  `sourceChains=${chains.join()}&statuses=${statuses.join()}`;
const listPath = (filter, pageQuery) =>
  `/ethereals?${[filter && filterQuery(filter), pageQuery].filter(Boolean).join("&")}`;

/**
 * Reads a list to its end in pages of 500. Returns the cursor and the last id of each page, or of every second, fourth,
 * … page if there are more than MAX_CURSORS.
 */
async function collectCursors(service, filter) {
  let cursors = [];
  let cursor = null;
  let step = 1;
  for (let page = 0; ; page += 1) {
    const cursorQuery = cursor ? `&cursor=${encodeURIComponent(cursor)}` : "";
    const path = listPath(filter, `page_size=500${cursorQuery}`);
    const response = await fetch(service.url + path, { headers: service.headers });
    const text = await response.text();
    // To parse the whole body would take longer than the request.
    cursor = /"nextCursor":"([^"]+)"/.exec(text.slice(-500))?.[1];
    if (!cursor) return cursors;
    if (page % step !== 0) continue;
    cursors.push({
      cursor,
      id: /"_id":"([^"]+)"/.exec(text.slice(text.lastIndexOf('"_id":"')))[1],
    });
    if (cursors.length < MAX_CURSORS) continue;
    cursors = cursors.filter((_, i) => i % 2 === 0);
    step *= 2;
  }
}

/** Returns hashes of all four fields, of transfers at equal distances. */
function sampleHashes(rows, count) {
  const step = Math.max(1, Math.floor(rows / count));
  const hashes = [];
  let n = 0;
  for (const text of makeRecords("transfers", rows)) {
    for (const line of text.trimEnd().split("\n")) {
      if (n % step === 0) {
        const field = HASH_FIELDS[hashes.length % 4];
        hashes.push(JSON.parse(line)[field]);
      }
      n += 1;
    }
  }
  return hashes;
}

/** Returns lists of 100 contracts each, at equal distances. */
function sampleContracts(rows, count) {
  const all = sourceContracts(rows);
  const at = (i) => all[Math.floor((i * all.length) / (100 * count))];
  return Array.from({ length: count }, (_, list) =>
    Array.from({ length: 100 }, (_, i) => at(i * count + list)),
  );
}

/**
 * Returns the requests of each case: a cursor, an id, a hash or contracts for each request, the same for every
 * contestant. The first run writes them into `folder`.
 */
export async function chooseRequests(service, rows, folder) {
  const file = join(folder, "requests.json");
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8"));
  console.log("Reading the lists to their end for cursors at every depth (once).");
  const requests = {
    first: [{}],
    rare: [{}],
    hash: sampleHashes(rows, 2000).map((hash) => ({ hash })),
    unknown: unknownHashes(2000).map((hash) => ({ hash })),
    contracts: sampleContracts(rows, 50).map((contracts) => ({ contracts })),
  };
  const [deep, manyFilters] = await Promise.all([
    collectCursors(service, CASES.deep.filter),
    collectCursors(service, CASES.manyFilters.filter),
  ]);
  Object.assign(requests, { deep, manyFilters, cursor: deep });
  writeFileSync(file, JSON.stringify(requests));
  return requests;
}

const oursRequest = (name, { cursor, hash, contracts }) => {
  if (hash) return ["GET", `/bridge/transfers/transactions/${hash}`];
  if (contracts) return ["GET", listPath(null, `sourceContracts=${contracts.join()}`)];
  return [
    "GET",
    listPath(CASES[name].filter ?? null, cursor && `cursor=${encodeURIComponent(cursor)}`),
  ];
};

// `_nocount` and the like switch off work for Datasette's web pages.
const TABLE =
  "/service/ethereal.json?_shape=array&_col=doc&_size=50&_nocount=1&_nofacet=1&_nosuggest=1&chain=mainnet";
const datasetteRequest = (name, { id, hash }) => {
  if (name === "hash") return ["GET", `/service/transfer_by_hash.json?_shape=array&hash=${hash}`];
  const from = (last) =>
    last ? `&${name === "cursor" ? "_next=mainnet," : "id__gt="}${last}` : "";
  const exact = `&source_chain=${RARE}&status=unfunded`;
  const within = `&source_chain__in=${ALL.join()}&status__in=${STATUSES.join()}`;
  const filters = { rare: exact, manyFilters: within };
  return ["GET", TABLE + (filters[name] ?? "") + from(id)];
};

const NODES = "nodes { id doc } pageInfo { hasNextPage endCursor }";
const inList = (values) => `{ in: ${JSON.stringify(values)} }`;
const graphqlPage = (variable, argument, condition = '{ chain: "mainnet" }') =>
  `query${variable} { all: allEthereals(first: 50, condition: ${condition}${argument}) { ${NODES} } }`;
const QUERIES = {
  first: graphqlPage("", ""),
  deep: graphqlPage(" ($id: String!)", ", filter: { id: { greaterThan: $id } }"),
  cursor: graphqlPage(" ($after: Cursor)", ", after: $after"),
  rare: graphqlPage("", "", `{ chain: "mainnet", sourceChain: "${RARE}", status: "unfunded" }`),
  manyFilters: graphqlPage(
    " ($id: String!)",
    `, filter: { id: { greaterThan: $id }, sourceChain: ${inList(ALL)}, status: ${inList(STATUSES)} }`,
  ),
  hash: "query ($hash: String!) { found: transferOfHash(hash: $hash) { id doc } }",
};
const postgraphileRequest = (name, { id, hash }) => {
  const after =
    id && Buffer.from(JSON.stringify(["primary_key_asc", ["mainnet", id]])).toString("base64");
  const variablesByCase = { hash: { hash }, cursor: { after }, deep: { id }, manyFilters: { id } };
  const variables = variablesByCase[name] ?? {};
  return ["POST", "/graphql", JSON.stringify({ query: QUERIES[name], variables })];
};

/** `requestOf(case, request)` returns method, path and body. `idsOf(body)` returns the ids of the records, in order. */
export const LANGUAGES = {
  ours: {
    requestOf: oursRequest,
    idsOf: (body) => (body.etherealData ?? body.bridgeData.bridgeData).map((record) => record._id),
  },
  datasette: {
    requestOf: datasetteRequest,
    idsOf: (body) => body.map((row) => JSON.parse(row.doc)._id),
  },
  postgraphile: {
    requestOf: postgraphileRequest,
    idsOf: ({ data }) => (data.all?.nodes ?? [data.found]).map(({ doc }) => JSON.parse(doc)._id),
  },
};
