// Written from the requests of Rust by `npm run generate`; do not edit.

import type { ChainType } from "../values.js";
import type { EtherealStatus } from "./models.js";

/**
 * Query of {@link Client.tokenUri}.
 * @example
 * const token: TokenQuery = { chainId: 42161, standard: "ERC721" };
 * const { name } = await client.tokenUri("0x041bb8988d4dcf2fe9b475f734e0dff18835faf7", 2, token);
 * console.log(name); // Woven Tiles #2
 */
export interface TokenQuery {
  /** Chain id of the contract's chain (EIP-155), 1 to 2^53-1. */
  chainId: number | string | bigint;
  /**
   * Token standard: 0 is ERC721, 1 is ERC1155.
   *
   * In JavaScript also `"ERC721"` and `"ERC1155"`. By default, the client sends no standard,
   * and the service assumes ERC721.
   */
  standard?: "ERC721" | "ERC1155" | 0 | 1 | undefined;
}

/**
 * Query of {@link Client.bridgeTransfer}.
 * @example
 * const query: TransferQuery = { chain: "mainnet" };
 * console.log((await client.bridgeTransfer(hash, query))?.status); // wait-wh
 */
export interface TransferQuery {
  /**
   * Chain type, `mainnet` or `sepolia`.
   *
   * By default, the client sends no chain type, and the service assumes `mainnet`. In
   * JavaScript also `"auto"`: the client looks on `mainnet`. If `mainnet` does not have the
   * transfer, the client looks on `sepolia` in a second call. Each call has its own limits,
   * and a failed call is an error. The result is `null` only if neither chain type has the
   * transfer.
   */
  chain?: ChainType | "auto" | undefined;
}

/**
 * Query of {@link Client.ethereals}.
 * @example
 * const query: EtherealsQuery = { sourceChains: [1, 42161], statuses: ["active"], pageSize: 2 };
 * const { items } = await client.ethereals(query).page();
 * console.log(items.map((item) => item.sourceChain)); // [ '1', '1' ]
 */
export interface EtherealsQuery {
  /**
   * Chain type, `mainnet` or `sepolia`.
   *
   * By default, the client sends no chain type, and the service assumes `mainnet`.
   */
  chain?: ChainType | undefined;
  /**
   * Source chains, as chain ids with commas between them.
   *
   * In JavaScript also an array. An empty filter matches every record.
   */
  sourceChains?: readonly (number | string | bigint)[] | number | string | bigint | undefined;
  /**
   * Addresses of source contracts in any case, with commas between them.
   *
   * In JavaScript also an array. An empty filter matches every record.
   */
  sourceContracts?: readonly string[] | string | undefined;
  /**
   * Statuses, with commas between them.
   *
   * In JavaScript also an array. An empty filter matches every record.
   */
  statuses?: readonly EtherealStatus[] | EtherealStatus | undefined;
  /**
   * Maximum number of records of the page, at least 1.
   *
   * By default, the client sends no page size, and the service assumes 50. A service may
   * return fewer records.
   */
  pageSize?: number | undefined;
  /** Where the page begins: the `nextCursor` of a page with the same filters, at most 65,536 bytes. */
  cursor?: string | null | undefined;
}
