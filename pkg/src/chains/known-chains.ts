// The known chains. The elements show any other chain by its id, without links.
import { decimalChainId } from "./chain-id.js";
import { isAddress, isHash } from "../format/hex.js";
import { TRANSFER_CHAINS } from "../generated/chains.js";
import { plain } from "../display/plain-text.js";

/**
 * A chain with a name and a block explorer.
 * @example
 * const explorer = "https://gnosisscan.io";
 * const chain: KnownChain = { id: "100", name: "Gnosis", mark: "GNO", explorer, type: "mainnet" };
 * chains.push(chain);
 * console.log(chainName(100)); // Gnosis
 */
export interface KnownChain {
  /** Chain id in decimal. */
  id: string;
  /** Name that the elements show. */
  name: string;
  /** Short name in the chain's node of a route, at most four letters. */
  mark: string;
  /** Origin of the URL of its block explorer. */
  explorer: string;
  /** Chain type of its transfers. */
  type: "mainnet" | "sepolia";
  /** Symbol of its native currency; absent if it is not known for certain. */
  currency?: string;
}

/**
 * The known chains. A page can add chains before the elements draw.
 * @example
 * console.log(chains[0]?.name); // Ethereum
 */
export const chains: KnownChain[] = (["mainnet", "sepolia"] as const).flatMap((type) =>
  TRANSFER_CHAINS[type].map(([id, name, mark, host, currency]) => {
    return { id, name, mark, explorer: `https://${host}`, type, ...(currency && { currency }) };
  }),
);

/**
 * Returns the known chain with an id: a number, or a text such as `10`, `0xa` or `eip155:10`.
 * @example
 * console.log(findChain(42161)?.name, findChain("0x1")?.name, findChain("7")); // Arbitrum One Ethereum undefined
 */
export function findChain(id: unknown): KnownChain | undefined {
  const decimal = decimalChainId(plain(id));
  return chains.find((known) => known.id === decimal);
}

/**
 * Returns the name of a chain; `Chain` and the id for an unknown chain.
 * @example
 * console.log(chainName(10), chainName(7)); // OP Mainnet Chain 7
 */
export function chainName(id: unknown): string {
  if (id === undefined || id === null || id === "") return "an unnamed chain";
  const text = plain(id);
  return findChain(text)?.name ?? `Chain ${decimalChainId(text) ?? text}`;
}

/**
 * Returns the URL of a transaction or address in the chain's block explorer; `undefined` for an unknown chain or an
 * invalid value.
 * @example
 * const url = explorerUrl(1, "address", "0xc1a625bee9fc58d2e43438243d9dd64b012cec47");
 * console.log(url); // https://etherscan.io/address/0xc1a625bee9fc58d2e43438243d9dd64b012cec47
 */
export function explorerUrl(
  chainId: unknown,
  kind: "tx" | "address",
  value: unknown,
): string | undefined {
  const known = findChain(chainId);
  const isValid = kind === "tx" ? isHash : isAddress;
  return known && isValid(value) ? `${known.explorer}/${kind}/${value}` : undefined;
}

/** The known messaging relays by their names in routes. `explorer` is the origin of the relay's explorer. */
const RELAYS = new Map([["wormhole", { name: "Wormhole", explorer: "https://wormholescan.io" }]]);

/** Relay of a transfer whose record does not name the relay. Statuses and fields have Wormhole's initials, `wh`. */
const UNNAMED_RELAY = "wormhole";

/**
 * Returns the name of a step of a route: of its chain, or of its relay.
 * @example
 * console.log(stepName({ step: "wormhole" }), stepName({ step: "10", chainId: "10" })); // Wormhole OP Mainnet
 */
export function stepName({ step, chainId }: { step: string; chainId?: string }): string {
  return chainId === undefined ? (RELAYS.get(step)?.name ?? step) : chainName(chainId);
}

/**
 * Returns the URL of the transaction of a step in the explorer of its chain or relay; `undefined` for an unknown chain
 * or relay. `type` is the chain type of the transfer, because a relay has one explorer for both chain types.
 * @example
 * console.log(stepUrl({ step: "relay", txHash: hash })); // undefined
 */
export function stepUrl(
  { step, chainId, txHash }: { step: string; chainId?: string; txHash?: string },
  type: KnownChain["type"] = "mainnet",
): string | undefined {
  return chainId === undefined ? relayUrl(txHash, type, step) : explorerUrl(chainId, "tx", txHash);
}

/**
 * Returns the URL of a transaction in the explorer of a relay; `undefined` for an invalid hash or an unknown relay. The
 * hash of any transaction of a transfer leads to the transfer's message.
 * @example
 * console.log(relayUrl("0x12", "mainnet")); // undefined
 */
export function relayUrl(
  txHash: unknown,
  type: KnownChain["type"],
  relay = UNNAMED_RELAY,
): string | undefined {
  const explorer = RELAYS.get(relay)?.explorer;
  const network = type === "sepolia" ? "?network=TESTNET" : "";
  return explorer !== undefined && isHash(txHash)
    ? `${explorer}/#/tx/${txHash}${network}`
    : undefined;
}

/**
 * Returns the chain type of a route, which is the chain type of its first known chain.
 * @example
 * console.log(chainTypeOf([{ chainId: "11155111" }])); // sepolia
 */
export function chainTypeOf(steps: readonly { chainId?: string }[]): KnownChain["type"] {
  const known = steps.map(({ chainId }) => findChain(chainId)).find(Boolean);
  return known?.type ?? "mainnet";
}
