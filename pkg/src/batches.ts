// The two batches of a client: transfers by their hashes, and tokens.

import { Batch, groupByRequest, settle, type Settled } from "./batch.js";
import { invalidValue, readObject } from "./error.js";
import { readCallOptions } from "./headers.js";
import type { BridgeTransfer } from "./models.js";
import { tokenKey, transferKey } from "./request-key.js";
import { followAll, signalOf } from "./signals.js";
import type { TokenMetadata, TokenOptions, TokenQuery } from "./token.js";
import type { CallOptions, ChainType, TransferQuery } from "./types.js";

/**
 * Options of {@link Client.bridgeTransfers} and {@link Client.tokenUris}: those of each call, and how many are in
 * flight.
 * @example
 * const options: BatchOptions = { concurrency: 2, maxRetries: 0 };
 * console.log((await client.bridgeTransfers([hash], options)).length); // 1
 */
export interface BatchOptions extends CallOptions {
  /** Most calls in flight at the same time, an integer from 1. Default: 6. */
  concurrency?: number | undefined;
}

/**
 * Options of {@link Client.bridgeTransfers}.
 * @example
 * const options: TransferBatchOptions = { chain: "auto" };
 * console.log((await client.bridgeTransfers([hash], options)).length); // 1
 */
export interface TransferBatchOptions extends BatchOptions {
  /** Chain type of all transfers; `"auto"` looks on `mainnet` first, then on `sepolia`. Default: `mainnet`. */
  chain?: ChainType | "auto" | undefined;
}

/**
 * A result of {@link Client.bridgeTransfers}. `value` is `null` when the service knows no such transfer. With
 * `chain: "auto"`, `chain` is the chain type on which the transfer was found.
 * @example
 * const [result]: SettledTransfer[] = await client.bridgeTransfers([hash], { chain: "auto" });
 * if (result?.status === "fulfilled") console.log(result.value?.status, result.chain); // wait-wh mainnet
 */
export type SettledTransfer = Settled<BridgeTransfer | null> & FoundOn;

/**
 * The chain type on which a transfer was found.
 * @inline
 */
interface FoundOn {
  /** Chain type of the transfer, with `chain: "auto"`. */
  chain?: ChainType;
}

/**
 * A token, as {@link Client.tokenUris} takes it.
 * @example
 * const token: TokenRef = { address, id: 2n, chainId: 1 };
 * console.log((await client.tokenUris([token])).length); // 1
 */
export interface TokenRef extends TokenQuery {
  /** Contract address: `0x` followed by 40 hexadecimal digits. */
  address: string;
  /** Token id, up to 2^256-1. */
  id: string | number | bigint;
}

/** Makes the calls: the client, or a subclass that makes them in another way. */
interface CallSource {
  bridgeTransfer(hash: string, query: TransferQuery, options: CallOptions): Promise<BridgeTransfer | null>;
  tokenUri(address: string, id: TokenRef["id"], token: TokenQuery, options: TokenOptions): Promise<unknown>;
}

/** Prepares {@link Client.bridgeTransfers}. */
export function transferBatch(
  client: CallSource,
  hashes: readonly string[],
  options: TransferBatchOptions | undefined,
): Batch<SettledTransfer> {
  const { concurrency, chain, ...callOptions } = readCallOptions(options);
  const find = async (hash: string, signal: AbortSignal | undefined): Promise<SettledTransfer> => {
    const limits = { ...callOptions, signal };
    if (chain !== "auto") return settle(client.bridgeTransfer(hash, { chain }, limits));
    for (const chain of ["mainnet", "sepolia"] as const) {
      const result = await settle(client.bridgeTransfer(hash, { chain }, limits));
      if (result.status === "rejected") return result;
      if (result.value) return { ...result, chain };
    }
    return { status: "fulfilled", value: null };
  };
  const calls = groupByRequest(readList("hashes", hashes), (hash) => transferKey(hash), withSignal(callOptions, find));
  return new Batch(calls, concurrency);
}

/** Prepares {@link Client.tokenUris}. */
export function tokenBatch<T = TokenMetadata>(
  client: CallSource,
  tokens: readonly TokenRef[],
  options: (BatchOptions & { integers?: "exact" | undefined }) | undefined,
): Batch<Settled<T>> {
  const { concurrency, ...callOptions } = readCallOptions(options);
  const list = readList("tokens", tokens).map((token, index) => readObject(`tokens[${index}]`, token));
  const load = ({ address, id, ...token }: TokenRef, signal: AbortSignal | undefined): Promise<Settled<T>> =>
    settle(client.tokenUri(address, id, token, { ...callOptions, signal }) as Promise<T>);
  const calls = groupByRequest(
    list,
    ({ address, id, ...token }) => tokenKey(address, id, token),
    withSignal(callOptions, load),
  );
  return new Batch(calls, concurrency);
}

/** Passes a signal to `call` that aborts with the signal of the options, and with that of the batch. */
function withSignal<I, R>(
  options: CallOptions,
  call: (input: I, signal: AbortSignal | undefined) => Promise<R>,
): (input: I, signal: AbortSignal | undefined) => Promise<R> {
  const given = signalOf(options);
  return async (input, signal) => {
    const followed = followAll([given, signal]);
    try {
      return await call(input, followed?.signal);
    } finally {
      followed?.release();
    }
  };
}

function readList<T>(name: string, list: readonly T[]): T[] {
  try {
    if (Array.isArray(list)) return Array.from(list as T[]);
  } catch {
    // A revoked proxy is no array.
  }
  throw invalidValue(name, list, "an array");
}
