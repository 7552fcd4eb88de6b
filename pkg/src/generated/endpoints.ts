// Written from the requests of Rust by `npm run generate`; do not edit.

/** The endpoints by the names of their calls. */
export const ENDPOINTS = {
  tokenUri: "GET /tokens/:address/:id/uri",
  bridgeTransfer: "GET /bridge/transfers/transactions/:hash",
  project: "GET /project",
  ethereals: "GET /ethereals",
} as const;

/**
 * An endpoint, by the name of its call.
 * @example
 * const allow: ProxyEndpoint[] = ["tokenUri", "bridgeTransfer"];
 */
export type ProxyEndpoint = "tokenUri" | "bridgeTransfer" | "project" | "ethereals";

/** The names of the parameters of each call that are members of its query or its options. */
export const NAMES: Record<ProxyEndpoint, readonly string[]> = {
  tokenUri: ["chainId", "standard", "integers"],
  bridgeTransfer: ["chain"],
  project: [],
  ethereals: [
    "chain",
    "sourceChains",
    "sourceContracts",
    "statuses",
    "pageSize",
    "cursor",
    "onInvalidRecord",
  ],
};
