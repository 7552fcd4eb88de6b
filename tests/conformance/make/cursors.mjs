// Vectors for the pages of the list: all pages, resuming, and invalid cursors.
import { ethereals, page, sharedContract, walk } from "./model.mjs";

const SECTION = "spec 4.4 cursor";
/** A request whose `query` asks for the first page of three records. */
const firstPage = (name, query) => ({
  name,
  section: SECTION,
  request: { path: `/ethereals?${query}`, key: "demo" },
  status: 200,
  page: page({}, 3),
});
/** A walk through all pages. The records of `query` must be those that pass `filters`. */
const walkVector = (name, query, filters, size) => {
  const separator = query === "" ? "" : "&";
  return {
    name: `walk: ${name}`,
    section: SECTION,
    key: "demo",
    walk: { path: `/ethereals?${query}${separator}page_size=${size}`, ...walk(filters, size) },
  };
};

const walks = [
  walkVector("mainnet by 7", "", {}, 7),
  walkVector("mainnet by 50", "", {}, 50),
  walkVector("mainnet by 500", "", {}, 500),
  walkVector("sepolia by 1", "chain=sepolia", { chain: "sepolia" }, 1),
  walkVector("a page size that divides the count", "sourceChains=10", { sourceChains: ["10"] }, 6),
  walkVector("two chains", "sourceChains=8453,42161", { sourceChains: ["8453", "42161"] }, 9),
  walkVector("one status", "statuses=unfunded", { statuses: ["unfunded"] }, 4),
  walkVector(
    "chains and statuses",
    "sourceChains=1,10,81457&statuses=active,unfunded",
    // Every record has one of these two statuses.
    { sourceChains: ["1", "10", "81457"] },
    11,
  ),
  walkVector(
    "one contract",
    `sourceContracts=${sharedContract}`,
    { sourceContracts: [sharedContract] },
    1,
  ),
  walkVector("nothing", "sourceChains=999", { sourceChains: ["999"] }, 5),
];

/**
 * One request of a vector with several steps. In the query, `{cursor}` stands for the last `nextCursor` of the previous
 * steps, and `{cursor|damage}` for a damaged form of this cursor.
 */
const step = (query, expectation) => ({ request: { path: `/ethereals?${query}` }, ...expectation });
/** Expects page `number` of the records that pass `filters`. The first page has number 0. */
const expectPage = (filters, size, number) => ({ status: 200, page: page(filters, size, number) });
/** Expects an error whose message contains "cursor". */
const expectRefusal = { status: 400, message: "cursor" };
const steps = (name, ...list) => ({
  name: `cursor: ${name}`,
  section: SECTION,
  key: "demo",
  steps: list,
});
const start = step("page_size=3", expectPage({}, 3, 0));
const active = { statuses: ["active"] };

const resumed = [
  steps(
    "second and third page",
    start,
    step("page_size=3&cursor={cursor}", expectPage({}, 3, 1)),
    step("page_size=3&cursor={cursor}", expectPage({}, 3, 2)),
  ),
  steps(
    "the parameters in another order",
    start,
    step("cursor={cursor}&page_size=3", expectPage({}, 3, 1)),
  ),
  // After three records, pages of one record continue with page 3.
  steps(
    "page_size is not part of the filters",
    start,
    step("page_size=1&cursor={cursor}", expectPage({}, 1, 3)),
  ),
  steps(
    "chain=mainnet spelled out is the same as the default",
    start,
    step("chain=mainnet&page_size=3&cursor={cursor}", expectPage({}, 3, 1)),
  ),
  steps(
    "spaces and duplicates do not change the filters",
    step("statuses=active&page_size=2", expectPage(active, 2, 0)),
    step("statuses=%20active,active&page_size=2&cursor={cursor}", expectPage(active, 2, 1)),
  ),
  steps(
    "the case of a contract does not change the filters",
    step(
      `sourceContracts=${sharedContract}&page_size=1`,
      expectPage({ sourceContracts: [sharedContract] }, 1, 0),
    ),
    step(
      `sourceContracts=0x${sharedContract.slice(2).toUpperCase()}&page_size=1&cursor={cursor}`,
      expectPage({ sourceContracts: [sharedContract] }, 1, 1),
    ),
  ),
  steps(
    "the same cursor gives the same page again",
    start,
    // This page is the last and has no cursor, so the next step sends the cursor of `start` again.
    step("page_size=500&cursor={cursor}", { status: 200 }),
    step("page_size=3&cursor={cursor}", expectPage({}, 3, 1)),
  ),
];

/** Cursors that a request with other filters uses. Read each name as "the cursor of a request with …, used …". */
const otherFilters = [
  steps(
    "of no filter used with a status",
    start,
    step("statuses=active&page_size=3&cursor={cursor}", expectRefusal),
  ),
  steps(
    "of no filter used with a chain",
    start,
    step("sourceChains=1&page_size=3&cursor={cursor}", expectRefusal),
  ),
  steps(
    "of mainnet used on sepolia",
    start,
    step("chain=sepolia&page_size=3&cursor={cursor}", expectRefusal),
  ),
  steps(
    "of one status used without",
    step("statuses=active&page_size=2", expectPage(active, 2, 0)),
    step("page_size=2&cursor={cursor}", expectRefusal),
  ),
  steps(
    "of one source chain used with another",
    step("sourceChains=1&page_size=2", expectPage({ sourceChains: ["1"] }, 2, 0)),
    step("sourceChains=10&page_size=2&cursor={cursor}", expectRefusal),
  ),
  steps(
    "of a contract used without",
    step(
      `sourceContracts=${sharedContract}&page_size=1`,
      expectPage({ sourceContracts: [sharedContract] }, 1, 0),
    ),
    step("page_size=1&cursor={cursor}", expectRefusal),
  ),
];

/** The ways to damage a cursor that run.mjs declares. */
const damaged = [
  "edit-first",
  "edit-middle",
  "edit-late",
  "edit-last",
  "cut-start",
  "cut-end",
  "longer",
  "twice",
].map((damage) =>
  steps(`damaged: ${damage}`, start, step(`page_size=3&cursor={cursor|${damage}}`, expectRefusal)),
);

const foreign = [
  "abc",
  "not%20a%20cursor!",
  "0",
  // {"id":"67"} in base64url, and in base64 with padding.
  "eyJpZCI6IjY3In0",
  "eyJpZCI6IjY3In0%3D",
  // U+1F333, a tree emoji.
  "%F0%9F%8C%B3",
  "A".repeat(5000),
  ethereals[0]._id,
].map((cursor, i) => ({
  name: `cursor: foreign ${i + 1} (${cursor.slice(0, 24)})`,
  section: "decisions: cursor",
  request: { path: `/ethereals?cursor=${cursor}`, key: "demo" },
  ...expectRefusal,
}));

export const vectors = [
  firstPage("cursor: null means the first page", "page_size=3&cursor=null"),
  firstPage("cursor: empty means the first page", "page_size=3&cursor="),
  ...walks,
  ...resumed,
  ...otherFilters,
  ...damaged,
  ...foreign,
];
