// A service in memory with a client and a query client of TanStack Query.
import { QueryClient, environmentManager } from "@tanstack/query-core";
import { Client } from "../../pkg/dist/index.js";
import { EmbeddedService } from "../../pkg/dist/embedded.js";

// TanStack Query does not poll on a server, so it must not take Node.js for a server.
environmentManager.setIsServer(() => false);

export const KEY = "test-key";
export const ADDRESS = "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed";
export const HASH = `0x${"ab".repeat(32)}`;
export const TRANSFER = {
  _id: "t1",
  chainType: "mainnet",
  status: "wait-rb",
  fromChain: 1,
  toChain: 10,
  originTxnHash: HASH,
};
export const ETHEREALS = ["a", "b", "c"].map((id) => ({
  _id: id,
  chainType: "mainnet",
  status: "active",
  sourceChain: "1",
}));
const DOCUMENT = '{"name":"Tree #7","supply":123456789012345678901234567890}';
const DATASET = {
  tokens: [
    {
      chainId: 1,
      address: ADDRESS,
      id: "7",
      standard: "ERC721",
      uri: "ipfs://x",
      document: DOCUMENT,
    },
  ],
  transfers: [TRANSFER],
  ethereals: ETHEREALS,
};

/**
 * Returns a service in memory, a client, a query client, and the requests of the client. If there is a function
 * `options.fetch`, this function responds instead of the service.
 */
export function setUp(t, options = {}) {
  const service = new EmbeddedService({
    dataset: DATASET,
    keys: [{ key: KEY, requestOwner: "me", auth: {} }],
  });
  const requests = [];
  const fetch = async (url, init) => {
    const request = new Request(url, init);
    requests.push(request);
    return options.fetch ? options.fetch(request) : service.fetch(request);
  };
  const client = new Client({
    baseUrl: "https://service.invalid",
    apiKey: KEY,
    maxRetries: 0,
    fetch,
  });
  // With the default `gcTime`, a timer would keep the process alive for five minutes.
  const queryClient = new QueryClient({ defaultOptions: { queries: { gcTime: Infinity } } });
  t.after(() => queryClient.clear());
  return { client, queryClient, requests, service };
}
