import { Client } from "ethereal-query";

/** Our client, with the names that the methods of the peers have. */
export const client = (options) => {
  const ours = new Client(options);
  return {
    token: (address, id, query) => ours.tokenUri(address, id, query),
    transfer: (hash, query) => ours.bridgeTransfer(hash, query),
    project: () => ours.project(),
    ethereals: (query) => ours.ethereals(query).page(),
  };
};
