// Hostile values in every parameter. The client either rejects the parameter by name before a request, or sends the
// exact value in its place.
import { CANARY } from "./expected-responses.mjs";
import { correctResponse } from "./fetch-responses.mjs";
import { Client, isEtherealQueryError } from "../../pkg/dist/index.js";

const HOSTILE = {
  "two dots": "..",
  "one dot": ".",
  "encoded dots": "%2e%2e",
  slash: "/",
  backslash: "\\",
  "question mark": "?",
  hash: "#",
  "new line": "\r\nx-injected: 1",
  NUL: "\0",
  "lone surrogate": "\ud800",
  "a megabyte": "a".repeat(2 ** 20),
};
/** The hostile value alone, and before, after and between valid ones, because a check may look at one end only. */
const COMBINATIONS = [
  (bad) => bad,
  (bad, good) => good + bad,
  (bad, good) => bad + good,
  (bad, good) => good + bad + good,
];

const ADDRESS = `0x${"ab".repeat(20)}`;
const HASH = `0x${"cd".repeat(32)}`;
const lists = { sourceChains: "1", sourceContracts: ADDRESS, statuses: "active" };

/** Each call with valid values of all parameters, and the path and query of its URL. */
const CALLS = {
  tokenUri: {
    good: { address: ADDRESS, id: "7", chainId: "1", standard: "ERC721" },
    call: (client, { address, id, ...token }) => client.tokenUri(address, id, token),
    path: ({ address, id }) => ["tokens", address, id, "uri"],
    query: ({ chainId, standard }) => [
      ["b", chainId],
      ["s", standard === "ERC721" ? "0" : standard],
    ],
  },
  tokenOptions: {
    good: { integers: "exact", raw: true, timeoutMs: 5000, deadlineMs: 5000, maxBodyBytes: 5000, signal: undefined },
    call: (client, options) => client.tokenUri(ADDRESS, 7, { chainId: 1 }, options),
    path: () => ["tokens", ADDRESS, "7", "uri"],
    query: () => [["b", "1"]],
  },
  bridgeTransfer: {
    good: { hash: HASH, chain: "sepolia" },
    call: (client, { hash, ...query }) => client.bridgeTransfer(hash, query),
    path: ({ hash }) => ["bridge", "transfers", "transactions", hash],
    query: ({ chain }) => [["chain", chain]],
  },
  project: {
    good: { timeoutMs: 5000, deadlineMs: 5000, maxBodyBytes: 5000, signal: undefined },
    call: (client, options) => client.project(options),
    path: () => ["project"],
    query: () => [],
  },
  ethereals: {
    good: { chain: "mainnet", ...lists, pageSize: "10", cursor: "c10" },
    call: (client, query) => client.ethereals(query).page(),
    path: () => ["ethereals"],
    query: ({ chain, sourceChains, sourceContracts, statuses, pageSize, cursor }) =>
      Object.entries({
        chain,
        sourceChains: String(sourceChains),
        sourceContracts: String(sourceContracts),
        statuses: String(statuses),
        page_size: pageSize,
        cursor,
      }),
  },
  arrays: {
    good: Object.fromEntries(Object.entries(lists).map(([name, value]) => [name, [value]])),
    call: (client, query) => client.ethereals(query).page(),
    path: () => ["ethereals"],
    query: (values) => Object.keys(lists).map((name) => [name, String(values[name])]),
  },
};

/** Each parameter with each hostile value, while the others are valid. */
function* casesOfCalls() {
  for (const [name, { good, call, path, query }] of Object.entries(CALLS)) {
    for (const parameter of Object.keys(good)) {
      const validValue = good[parameter] ?? "";
      for (const [what, bad] of Object.entries(HOSTILE)) {
        for (const combine of COMBINATIONS) {
          const value = combine(bad, String(validValue));
          const values = { ...good, [parameter]: Array.isArray(validValue) ? [value] : value };
          const make = async (options) => call(new Client(options), values);
          yield { name: `${name}, ${parameter}, ${what}`, make, parameter, path: path(values), query: query(values) };
        }
      }
    }
  }
}

/** The options of a client that a request contains: base URL and key. */
function* casesOfOptions() {
  const project = { path: ["project"], query: [] };
  for (const [what, bad] of Object.entries(HOSTILE)) {
    for (const combine of COMBINATIONS) {
      const segment = combine(bad, "deep");
      const baseUrl = `https://input.test/v1/${segment}/more`;
      const prefix = ["v1", ...segment.split("/"), "more"];
      const make = async (options) => new Client({ ...options, baseUrl }).project();
      yield { name: `baseUrl, ${what}`, make, parameter: "baseUrl", prefix, ...project };
      const key = combine(bad, CANARY);
      for (const [form, apiKey] of [
        ["text", key],
        ["function", async () => key],
      ]) {
        const withKey = async (options) => new Client({ ...options, apiKey }).project();
        yield { name: `apiKey as ${form}, ${what}`, make: withKey, parameter: "apiKey", key, ...project };
      }
    }
  }
}

function* urlFailures(request, prefix, path, query) {
  const url = new URL(request.url);
  if (!/^[\x21-\x7e]+$/.test(request.url) || url.hash !== "") yield `URL ${request.url.slice(0, 200)}`;
  const segments = url.pathname.split("/").slice(1);
  const expected = [...prefix, ...path];
  if (segments.length !== expected.length) yield `${segments.length} segments: ${url.pathname.slice(0, 200)}`;
  // Percent-encoding in the base URL stays unchanged.
  const same = (segment, i) => (i < prefix.length ? segment : decodeURIComponent(segment)) === expected[i];
  if (!segments.every(same)) yield `path ${url.pathname.slice(0, 200)}`;
  if (url.origin !== "https://input.test") yield `origin ${url.origin}`;
  const pairs = [...url.searchParams];
  if (JSON.stringify(pairs) !== JSON.stringify(query)) yield `query ${url.search.slice(0, 200)}`;
  const headers = [...request.headers.keys()].filter((name) => name !== "x-api-key");
  if (headers.length > 0) yield `headers ${headers}`;
}

/** Runs one case and returns whether a request was sent. */
async function runCase({ make, parameter, prefix = ["v1"], path, query, key = CANARY }, report) {
  const sent = [];
  const options = { baseUrl: "https://input.test/v1", apiKey: CANARY, maxRetries: 0 };
  const fetch = async (url, init) => {
    const request = new Request(url, init);
    sent.push(request);
    return correctResponse(new Request(request.url, { headers: { "x-api-key": CANARY } }));
  };
  const error = await make({ ...options, fetch }).then(
    () => undefined,
    (thrown) => thrown,
  );
  if (sent.length === 0) {
    if (!isEtherealQueryError(error, "invalid_argument")) report(`nothing sent, and ${error}`);
    else if (error.parameter !== parameter) report(`rejected, naming ${error.parameter}`);
    else if (error.message.length > 500) report(`a message of ${error.message.length} characters`);
    return false;
  }
  if (sent.length > 1) report(`${sent.length} requests`);
  for (const text of urlFailures(sent[0], prefix, path, query)) report(text);
  const header = sent[0].headers.get("x-api-key");
  if (header !== null && header !== key) report("another key was sent");
  return true;
}

/** Runs all cases. Returns how many were rejected and how many were sent. */
export async function runInput() {
  const failures = [];
  const counts = { cases: 0, refused: 0, sent: 0 };
  for (const each of [...casesOfCalls(), ...casesOfOptions()]) {
    const sent = await runCase(each, (text) => failures.push(`${each.name}: ${text}`));
    counts.cases++;
    counts[sent ? "sent" : "refused"]++;
  }
  return { failures, ...counts };
}
