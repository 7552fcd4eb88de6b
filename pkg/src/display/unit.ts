// The unit of a transfer's amount: its symbol and decimals, from the record, from the chains or from well-known tokens.
import { findChain } from "../chains/known-chains.js";
import type { TransferRecord } from "./transfer-record.js";

export const NATIVE_DECIMALS = 18;
/** Maximum number of decimals: 10^77 is the largest power of ten below 2^256. */
export const MAX_DECIMALS = 77;

/** A symbol and decimals, as far as they are known. */
export interface Unit {
  symbol?: string | undefined;
  decimals?: number | undefined;
}

interface WellKnownToken {
  readonly symbol: string;
  readonly decimals: number;
  /** The address on each chain, by the chain id. */
  readonly contracts: Readonly<Record<string, string>>;
}

/** Well-known tokens, as in the token list of Uniswap. */
const TOKENS: readonly WellKnownToken[] = [
  {
    symbol: "USDC",
    decimals: 6,
    contracts: {
      1: "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
      10: "0x0b2c639c533813f4aa9d7837caf62653d097ff85",
      137: "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359",
      8453: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
      42161: "0xaf88d065e77c8cc2239327c5edb3a432268e5831",
    },
  },
  {
    symbol: "USDT",
    decimals: 6,
    contracts: {
      1: "0xdac17f958d2ee523a2206206994597c13d831ec7",
      10: "0x94b008aa00579c1307b0ef2c499ad98a8ce58e58",
      137: "0xc2132d05d31c914a87c6611c10748aeb04b58e8f",
    },
  },
  {
    symbol: "WETH",
    decimals: 18,
    contracts: {
      1: "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2",
      10: "0x4200000000000000000000000000000000000006",
      137: "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619",
      8453: "0x4200000000000000000000000000000000000006",
      42161: "0x82af49447d8a07e3bd95bd0d56f35241523fbab1",
    },
  },
];

/**
 * Returns the unit of a transfer's amount. A service may add `tokenSymbol` and `tokenDecimals` to its records. These
 * fields take precedence over the known chains and tokens.
 */
export function unitOf(transfer: TransferRecord): Unit {
  const { symbol, decimals } =
    transfer.nativeAmount === undefined ? tokenUnit(transfer) : nativeUnit(transfer);
  return {
    symbol: transfer.tokenSymbol ?? symbol,
    decimals: readDecimals(transfer.tokenDecimals) ?? decimals,
  };
}

/** Parses a number of decimals; `undefined` for any other text. */
export function readDecimals(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d{1,3}$/.test(text)) return undefined;
  const decimals = Number(text);
  return decimals <= MAX_DECIMALS ? decimals : undefined;
}

/**
 * The native currency of the origin chain. The specification does not say which chain's currency the amount has, so
 * the symbol is absent unless the currencies of both chains are known.
 */
function nativeUnit({ fromChain, toChain }: TransferRecord): Unit {
  const originCurrency = findChain(fromChain)?.currency;
  const destinationCurrency = findChain(toChain)?.currency;
  const symbol = destinationCurrency === undefined ? undefined : originCurrency;
  return { symbol, decimals: NATIVE_DECIMALS };
}

/** The unit of a well-known token. The record does not say on which of its chains the contract is, so both count. */
function tokenUnit({ tokenContract = "", fromChain, toChain }: TransferRecord): Unit {
  const contract = tokenContract.toLowerCase();
  const ids = [fromChain, toChain].map((chain) => findChain(chain)?.id ?? "");
  const token = TOKENS.find(({ contracts }) => ids.some((id) => contracts[id] === contract));
  return { symbol: token?.symbol, decimals: token?.decimals };
}
