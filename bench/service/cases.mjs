// The cases of the service benchmarks: the requests of each contestant for the same records, and how to read the ids of
// the records from its responses.
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

const ALL_CHAINS = CHAINS.map(({ id }) => id);
const RARE_CHAIN = ALL_CHAINS.at(-1);
/**
 * The cases by name. `filter`: the filter of a list of ethereals, or null for the whole list. `peersOnly`: the service
 * is not measured.
 */
export const CASES = {
  first: { title: "First page", filter: null },
  deep: { title: "Random depth", filter: null },
  // For the next page, a peer takes its own cursor or a filter `id > LAST_ID`. Both peers turn their cursors into SQL
  // conditions that cannot seek in an index, so only this case uses the cursors.
  cursor: { title: "Random depth by the peer's own cursor", peersOnly: true },
  rare: {
    title: "Rare chain + unfunded",
    filter: { chains: [RARE_CHAIN], statuses: ["unfunded"] },
  },
  manyFilters: {
    title: "9 chains × 2 statuses, random depth",
    filter: { chains: ALL_CHAINS, statuses: STATUSES },
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
const CONTRACTS_PER_REQUEST = 100;
/** The numbers of different requests of the cases `hash`, `unknown` and `contracts`. */
const HASH_REQUESTS = 2000;
const CONTRACTS_REQUESTS = 50;
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
    // Reads only the end of the body: to parse the whole body would take longer than the request.
    cursor = /"nextCursor":"([^"]+)"/.exec(text.slice(-500))?.[1];
    if (!cursor) return cursors;
    if (page % step !== 0) continue;
    const lastRecord = text.slice(text.lastIndexOf('"_id":"'));
    const [, id] = /"_id":"([^"]+)"/.exec(lastRecord);
    cursors.push({ cursor, id });
    if (cursors.length < MAX_CURSORS) continue;
    // Too many: removes every second cursor, and from now on skips twice as many pages.
    cursors = cursors.filter((_, i) => i % 2 === 0);
    step *= 2;
  }
}

/** Returns hashes of transfers at equal distances. The hashes come from the fields of HASH_FIELDS in turn. */
function sampleHashes(rows, count) {
  const step = Math.max(1, Math.floor(rows / count));
  const hashes = [];
  let n = 0;
  for (const text of makeRecords("transfers", rows)) {
    for (const line of text.trimEnd().split("\n")) {
      if (n % step === 0) {
        const field = HASH_FIELDS[hashes.length % HASH_FIELDS.length];
        hashes.push(JSON.parse(line)[field]);
      }
      n += 1;
    }
  }
  return hashes;
}

/** Returns `count` lists of contracts at equal distances. Each list has contracts from the whole range. */
function sampleContracts(rows, count) {
  const contracts = sourceContracts(rows);
  const sampleSize = CONTRACTS_PER_REQUEST * count;
  const lists = Array.from({ length: count }, () => []);
  for (let i = 0; i < sampleSize; i += 1) {
    const contract = contracts[Math.floor((i * contracts.length) / sampleSize)];
    lists[i % count].push(contract);
  }
  return lists;
}

/**
 * Returns the requests of each case, which are the same for every contestant. A request has a hash, contracts, or a
 * cursor with the id before the page; a first page has none of these. The first run writes the requests into `folder`,
 * and later runs read them there.
 */
export async function chooseRequests(service, rows, folder) {
  const file = join(folder, "requests.json");
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8"));
  console.log("Reading the lists to their end for cursors at every depth (once).");
  const requests = {
    first: [{}],
    rare: [{}],
    hash: sampleHashes(rows, HASH_REQUESTS).map((hash) => ({ hash })),
    unknown: unknownHashes(HASH_REQUESTS).map((hash) => ({ hash })),
    contracts: sampleContracts(rows, CONTRACTS_REQUESTS).map((contracts) => ({ contracts })),
  };
  const [deep, manyFilters] = await Promise.all([
    collectCursors(service, CASES.deep.filter),
    collectCursors(service, CASES.manyFilters.filter),
  ]);
  Object.assign(requests, { deep, manyFilters, cursor: deep });
  writeFileSync(file, JSON.stringify(requests));
  return requests;
}

// The following functions return the method, the path and the body of a request of the case `name`.

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
  const filters = {
    rare: `&source_chain=${RARE_CHAIN}&status=unfunded`,
    manyFilters: `&source_chain__in=${ALL_CHAINS.join()}&status__in=${STATUSES.join()}`,
  };
  const filter = filters[name] ?? "";
  const lastRecord = name === "cursor" ? `_next=mainnet,${id}` : `id__gt=${id}`;
  return ["GET", id ? `${TABLE}${filter}&${lastRecord}` : TABLE + filter];
};

const NODES = "nodes { id doc } pageInfo { hasNextPage endCursor }";
const inList = (values) => `{ in: ${JSON.stringify(values)} }`;
/** Returns a query for a page. `moreArguments` are arguments of `allEthereals`, after a comma. */
const graphqlPage = (variables, moreArguments, condition = '{ chain: "mainnet" }') =>
  `query${variables} { all: allEthereals(first: 50, condition: ${condition}${moreArguments}) { ${NODES} } }`;
const QUERIES = {
  first: graphqlPage("", ""),
  deep: graphqlPage(" ($id: String!)", ", filter: { id: { greaterThan: $id } }"),
  cursor: graphqlPage(" ($after: Cursor)", ", after: $after"),
  rare: graphqlPage(
    "",
    "",
    `{ chain: "mainnet", sourceChain: "${RARE_CHAIN}", status: "unfunded" }`,
  ),
  manyFilters: graphqlPage(
    " ($id: String!)",
    `, filter: { id: { greaterThan: $id }, sourceChain: ${inList(ALL_CHAINS)}, status: ${inList(STATUSES)} }`,
  ),
  hash: "query ($hash: String!) { found: transferOfHash(hash: $hash) { id doc } }",
};
const postgraphileRequest = (name, { id, hash }) => {
  // A cursor of PostGraphile is JSON in base64.
  const after =
    id && Buffer.from(JSON.stringify(["primary_key_asc", ["mainnet", id]])).toString("base64");
  const variablesByCase = { hash: { hash }, cursor: { after }, deep: { id }, manyFilters: { id } };
  const variables = variablesByCase[name] ?? {};
  return ["POST", "/graphql", JSON.stringify({ query: QUERIES[name], variables })];
};

/**
 * The functions that request and read records, by the `language` of a contestant. `requestOf(case, request)` returns
 * method, path and body. `idsOf(body)` returns the ids of the records in a response, in order.
 */
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
