// The one place that knows chains by name. An id that is missing here still works: it is shown as a number, without links.

/** @typedef {{ id: string, name: string, explorer: string, type: "mainnet" | "sepolia" }} Chain */

/** @type {readonly Chain[]} */
export const chains = [
  { id: "1", name: "Ethereum", explorer: "https://etherscan.io", type: "mainnet" },
  { id: "10", name: "OP Mainnet", explorer: "https://optimistic.etherscan.io", type: "mainnet" },
  { id: "137", name: "Polygon", explorer: "https://polygonscan.com", type: "mainnet" },
  { id: "8453", name: "Base", explorer: "https://basescan.org", type: "mainnet" },
  { id: "42161", name: "Arbitrum One", explorer: "https://arbiscan.io", type: "mainnet" },
  { id: "81457", name: "Blast", explorer: "https://blastscan.io", type: "mainnet" },
  { id: "45513", name: "Blessnet", explorer: "https://blessnet.calderaexplorer.xyz", type: "mainnet" },
  { id: "11155111", name: "Sepolia", explorer: "https://sepolia.etherscan.io", type: "sepolia" },
  { id: "421614", name: "Arbitrum Sepolia", explorer: "https://sepolia.arbiscan.io", type: "sepolia" },
  { id: "11155420", name: "OP Sepolia", explorer: "https://sepolia-optimism.etherscan.io", type: "sepolia" },
  { id: "84532", name: "Base Sepolia", explorer: "https://sepolia.basescan.org", type: "sepolia" },
  {
    id: "11145513",
    name: "Blessnet Sepolia",
    explorer: "https://blessnet-sepolia-testnet.explorer.caldera.xyz",
    type: "sepolia",
  },
];

const byId = new Map(chains.map((chain) => [chain.id, chain]));

/** Records carry chain ids as strings or numbers; both find the chain. */
export const findChain = (id) => byId.get(String(id));

export const chainName = (id) =>
  findChain(id)?.name ?? (id === undefined || id === null || id === "" ? "an unnamed chain" : `Chain ${id}`);

/** The explorer's page of a transaction or address, or undefined: only well-formed values of known chains are linked. */
export function explorerUrl(chainId, kind, value) {
  const chain = findChain(chainId);
  const digits = kind === "tx" ? 64 : 40;
  if (!chain || !new RegExp(`^0x[0-9a-f]{${digits}}$`, "i").test(String(value))) return undefined;
  return `${chain.explorer}/${kind}/${value}`;
}

/** The chain whose explorer a pasted link belongs to. */
export const chainOfHost = (host) => chains.find((chain) => new URL(chain.explorer).host === host)?.id;
