/** Gives the methods of our client the names that the peers have. */
export const adapt = (client) => ({
  token: (address, id, query) => client.tokenUri(address, id, query),
  bridge: (hash, query) => client.bridgeTransfer(hash, query),
  project: () => client.project(),
  ethereals: (query) => client.ethereals(query).page(),
});
