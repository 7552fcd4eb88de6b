/** Our client under the names of the others. */
export const adapted = (client) => ({
  token: (address, id, query) => client.tokenUri(address, id, query),
  bridge: (hash, query) => client.bridgeTransfer(hash, query),
  project: () => client.project(),
  ethereals: (query) => client.ethereals(query).page(),
});
