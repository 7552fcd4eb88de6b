// The chains that have a name here. Any other chain is shown by its id, without links.
import { plain } from "./json.js";

/** A chain with a name and a block explorer. */
export interface KnownChain {
  /** Chain id in decimal. */
  id: string;
  /** Name that the elements show. */
  name: string;
  /** At most four letters, shown in the chain's node of a route. */
  mark: string;
  /** Origin of its block explorer. */
  explorer: string;
  /** Chain type that a search for its transfers needs. */
  type: "mainnet" | "sepolia";
}

/** The known chains. A chain that is added before the elements draw is known too. */
export const chains: KnownChain[] = [
  chain("1", "Ethereum", "ETH", "etherscan.io"),
  chain("10", "OP Mainnet", "OP", "optimistic.etherscan.io"),
  chain("137", "Polygon", "POL", "polygonscan.com"),
  chain("8453", "Base", "BASE", "basescan.org"),
  chain("42161", "Arbitrum One", "ARB", "arbiscan.io"),
  chain("81457", "Blast", "BLST", "blastscan.io"),
  chain("45513", "Blessnet", "BLES", "blessnet.calderaexplorer.xyz"),
  chain("11155111", "Sepolia", "SEP", "sepolia.etherscan.io"),
  chain("421614", "Arbitrum Sepolia", "ARB", "sepolia.arbiscan.io"),
  chain("11155420", "OP Sepolia", "OP", "sepolia-optimism.etherscan.io"),
  chain("84532", "Base Sepolia", "BASE", "sepolia.basescan.org"),
  chain("11145513", "Blessnet Sepolia", "BLES", "blessnet-sepolia-testnet.explorer.caldera.xyz"),
];

function chain(id: string, name: string, mark: string, explorerHost: string): KnownChain {
  return {
    id,
    name,
    mark,
    explorer: `https://${explorerHost}`,
    type: name.includes("Sepolia") ? "sepolia" : "mainnet",
  };
}

/** The known chain with an id, which is a string or a number in records. */
export function findChain(id: unknown): KnownChain | undefined {
  return chains.find((known) => known.id === String(id));
}

/** The name of a known chain; `Chain 7` for any other. */
export function chainName(id: unknown): string {
  if (id === undefined || id === null || id === "") return "an unnamed chain";
  return findChain(id)?.name ?? `Chain ${plain(id)}`;
}

/** The URL of a transaction or address in the chain's explorer; `undefined` for an unknown chain or a malformed value. */
export function explorerUrl(chainId: unknown, kind: "tx" | "address", value: unknown): string | undefined {
  const known = findChain(chainId);
  const pattern = kind === "tx" ? /^0x[0-9a-f]{64}$/i : /^0x[0-9a-f]{40}$/i;
  return known && pattern.test(String(value)) ? `${known.explorer}/${kind}/${String(value)}` : undefined;
}
