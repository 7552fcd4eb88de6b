// The one place that knows chains by name. An id that is missing here still works: it is shown as a number, without
// links.

/** `mark` is what stands in the chain's node on a route. */
export const chains = [
  ["1", "Ethereum", "ETH", "etherscan.io"],
  ["10", "OP Mainnet", "OP", "optimistic.etherscan.io"],
  ["137", "Polygon", "POL", "polygonscan.com"],
  ["8453", "Base", "BASE", "basescan.org"],
  ["42161", "Arbitrum One", "ARB", "arbiscan.io"],
  ["81457", "Blast", "BLST", "blastscan.io"],
  ["45513", "Blessnet", "BLES", "blessnet.calderaexplorer.xyz"],
  ["11155111", "Sepolia", "SEP", "sepolia.etherscan.io"],
  ["421614", "Arbitrum Sepolia", "ARB", "sepolia.arbiscan.io"],
  ["11155420", "OP Sepolia", "OP", "sepolia-optimism.etherscan.io"],
  ["84532", "Base Sepolia", "BASE", "sepolia.basescan.org"],
  ["11145513", "Blessnet Sepolia", "BLES", "blessnet-sepolia-testnet.explorer.caldera.xyz"],
].map(([id, name, mark, host]) => ({
  id,
  name,
  mark,
  explorer: `https://${host}`,
  type: name.includes("Sepolia") ? "sepolia" : "mainnet",
}));

/** Records carry chain ids as strings or numbers; both find the chain. */
export const findChain = (id) => chains.find((chain) => chain.id === String(id));

export const chainName = (id) =>
  findChain(id)?.name ?? (id === undefined || id === null || id === "" ? "an unnamed chain" : `Chain ${id}`);

/**
 * The explorer's page of a transaction or address, or undefined: only well-formed values of known chains are linked.
 */
export function explorerUrl(chainId, kind, value) {
  const chain = findChain(chainId);
  const digits = kind === "tx" ? 64 : 40;
  if (!chain || !new RegExp(`^0x[0-9a-f]{${digits}}$`, "i").test(String(value))) return undefined;
  return `${chain.explorer}/${kind}/${value}`;
}
