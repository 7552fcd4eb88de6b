// Written from the parameters and limits of Rust by `npm run generate`; do not edit.

/** The parameters of `GET /tokens/:address/:id/uri`. */
export interface TokenUriParameters {
  /** Address of the token contract. */
  address: Argument | undefined;
  /** Token id, an integer below 2^256, decimal or 0x-hexadecimal. */
  id: Argument | undefined;
  /** Chain id of the contract's chain (EIP-155), 1 to 2^53-1. */
  chainId: Argument | undefined;
  /** Token standard: 0 is ERC721, 1 is ERC1155. */
  standard?: Argument;
  /** `"exact"` returns integers beyond 2^53-1 as `bigint`. Default: rounded numbers, as by `JSON.parse`. */
  integers?: Argument;
}

/** The parameters of `GET /bridge/transfers/transactions/:hash`. */
export interface BridgeTransferParameters {
  /**
   * Any transaction hash on the route: origin, submission to the relay or the rollup bridge, delivery, or
   * another step.
   */
  hash: Argument | undefined;
  /** Chain type, `mainnet` or `sepolia`. */
  chain?: Argument;
}

/** The parameters of `GET /project`. */
export type ProjectParameters = Record<string, never>;

/** The parameters of `GET /ethereals`. */
export interface EtherealsParameters {
  /** Chain type, `mainnet` or `sepolia`. */
  chain?: Argument;
  /** Source chains, as chain ids with commas between them. */
  sourceChains?: ListArgument;
  /** Addresses of source contracts in any case, with commas between them. */
  sourceContracts?: ListArgument;
  /** Statuses, with commas between them. */
  statuses?: ListArgument;
  /** Maximum number of records of the page, at least 1. */
  pageSize?: Argument;
  /** Where the page begins: the `nextCursor` of a page with the same filters, at most 65,536 bytes. */
  cursor?: Argument;
  /**
   * What the list does with a record that does not match the model, for example because `status` is absent:
   * throws an error of kind `decode` (`"error"`, the default), or leaves the record out and calls `onDrift`
   * (`"skip"`). A body that is not JSON is always an error.
   */
  onInvalidRecord?: Argument;
}

/** The options of every call. */
export interface CallOptions {
  headers?: HeaderPairs;
  timeoutMs?: Argument;
  deadlineMs?: Argument;
  maxRetries?: Argument;
  maxRetryAfterMs?: Argument;
  maxBodyBytes?: Argument;
}
