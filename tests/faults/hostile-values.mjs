// The cases of hostile-input.mjs: hostile values for each parameter, and the expected URL of the request.
import { Client } from "./package.mjs";
import { CANARY } from "./expected-responses.mjs";

const HOSTILE = {
  "two dots": "..", "one dot": ".", "encoded dots": "%2e%2e",
  slash: "/", backslash: "\\", "question mark": "?", hash: "#",
  "new line": "\r\nx-injected: 1", NUL: "\0", "lone surrogate": "\ud800", "a megabyte": "a".repeat(2 ** 20),
};
/** The hostile value alone, and before, after and between valid ones, because a check may look at one end only. */
const COMBINATIONS = [
  (bad) => bad, (bad, good) => good + bad, (bad, good) => bad + good, (bad, good) => good + bad + good,
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
    query: ({ chainId, standard }) => [["b", chainId], ["s", standard === "ERC721" ? "0" : standard]],
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
    query: ({ chain, sourceChains, sourceContracts, statuses, pageSize, cursor }) => Object.entries({
      chain, sourceChains: String(sourceChains), sourceContracts: String(sourceContracts), statuses: String(statuses),
      page_size: pageSize, cursor,
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
export function* casesOfCalls() {
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
export function* casesOfOptions() {
  const project = { path: ["project"], query: [] };
  for (const [what, bad] of Object.entries(HOSTILE)) {
    for (const combine of COMBINATIONS) {
      const segment = combine(bad, "deep");
      const baseUrl = `https://input.test/v1/${segment}/more`;
      const prefix = ["v1", ...segment.split("/"), "more"];
      const make = async (options) => new Client({ ...options, baseUrl }).project();
      yield { name: `baseUrl, ${what}`, make, parameter: "baseUrl", prefix, ...project };
      const key = combine(bad, CANARY);
      for (const [form, apiKey] of [["text", key], ["function", async () => key]]) {
        const withKey = async (options) => new Client({ ...options, apiKey }).project();
        yield { name: `apiKey as ${form}, ${what}`, make: withKey, parameter: "apiKey", key, ...project };
      }
    }
  }
}
