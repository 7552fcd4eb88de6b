// Written from the Rust models by `npm run generate`; do not edit.

import type { Address, Hash } from "../values.js";

/**
 * A completed step of a transfer's route (specification §2.2).
 * The client keeps all other fields of the service; {@link Loose} is their type.
 * @example
 * const transfer = await client.bridgeTransfer(deliveredHash);
 * const steps: RouteStep[] = transfer?.route ?? [];
 * console.log(steps.map(({ step }) => step)); // [ 10, 'wormhole', 42161, 45513 ]
 */
export interface RouteStep {
  /** A chain id (number, or its digits) for a chain step; a name for a step of the messaging relay. */
  step?: number | string;
  /** Transaction hash of the step. */
  txHash?: Hash;
}

/**
 * The kind of assets that a transfer moves (specification §2.2).
 *
 * | Value | Meaning |
 * |---|---|
 * | `NATIVE` | The network's native currency. |
 * | `ERC20` | Fungible tokens (EIP-20). |
 * | `ERC721` | Unique tokens (EIP-721). |
 * | `ERC1155` | Multi tokens (EIP-1155). |
 * | `TXN` | A transaction without value. |
 *
 * @example
 * const type: TransferType | undefined = (await client.bridgeTransfer(deliveredHash))?.type;
 * console.log(type); // NATIVE
 */
export type TransferType = "NATIVE" | "ERC20" | "ERC721" | "ERC1155" | "TXN" | (string & {});

/**
 * Overall status of a transfer across every node on its route (specification §3.1).
 *
 * | Value | Meaning |
 * |---|---|
 * | `done` | Transfer complete. |
 * | `wait-wh` | Awaiting completion at the messaging relay. |
 * | `wait-rb` | Awaiting completion at the rollup bridge. |
 * | `wait-cc` | Awaiting confirmation on the child chain. |
 * | `manual` | Awaiting manual confirmation. |
 * | `error` | Transfer failed. |
 *
 * @example
 * const status: TransferStatus | undefined = (await client.bridgeTransfer(hash))?.status;
 * console.log(status); // wait-wh
 */
export type TransferStatus =
  "done" | "wait-wh" | "wait-rb" | "wait-cc" | "manual" | "error" | (string & {});

/**
 * The record of one cross-chain transfer (specification §2.2). A field that does not apply is absent.
 * The client keeps all other fields of the service; {@link Loose} is their type.
 * @example
 * const transfer: BridgeTransfer | null = await client.bridgeTransfer(hash);
 * console.log(transfer?.status, transfer?.deliveryTxnHash); // wait-wh undefined
 */
export interface BridgeTransfer {
  /** Unique id of the transfer. */
  _id: string;
  /** Overall status across every node on the route. */
  status: TransferStatus;
  /** Kind of assets that are transferred. */
  type?: TransferType;
  /** Chain type, `mainnet` or `sepolia`. */
  chainType?: string;
  /** Origin chain, a chain id as number or string. */
  fromChain?: number | string;
  /** Destination chain, a chain id as number or string. */
  toChain?: number | string;
  /** Address that initiated the transfer. */
  fromAddress?: Address;
  /** Address the transfer goes to. */
  toAddress?: Address;
  /** Time of the first transaction, Unix seconds. */
  originTimestamp?: number;
  /** Amount of native currency, decimal integer in the smallest unit; only with type `NATIVE`. */
  nativeAmount?: string;
  /** Address of the token contract; only for a token transfer. */
  tokenContract?: Address;
  /** Amount of token, decimal integer in the smallest unit; only for a token transfer. */
  tokenAmount?: string;
  /** Token ids sent, exact decimals; only with type `ERC721` or `ERC1155`. */
  tokenIds?: string[];
  /** Hash of the first transaction. */
  originTxnHash?: Hash;
  /** Hash of the submission to the messaging relay; only if the relay is in the route. */
  whTxnHash?: Hash;
  /** Hash of the submission to the rollup bridge; only if the bridge is in the route. */
  rbTxnHash?: Hash;
  /** Hash of the delivery to the destination chain; absent until delivered. */
  deliveryTxnHash?: Hash;
  /** The steps completed so far, in order. */
  route?: RouteStep[];
}

/**
 * Owner, permissions and balance of an API key (specification §2.3).
 * The client keeps all other fields of the service; {@link Loose} is their type.
 * @example
 * const { requestOwner, balance }: Project = await client.project();
 * console.log(requestOwner, balance); // demo 0.1
 */
export interface Project {
  /** Response message. */
  message?: string;
  /** Recorded owner of the key. */
  requestOwner?: string;
  /**
   * Permissions by area: an array of permission names, or `true` for the whole area. The client does not
   * check the values; any other value grants nothing.
   */
  auth?: Record<string, string[] | true>;
  /** Account associated with the key. */
  sponsoredAccount?: Address;
  /** Balance, decimal integer in the smallest unit. */
  balanceWei?: string;
  /** Balance, decimal in whole units. */
  balance?: string;
}

/**
 * Status of a collection (specification §3.2).
 *
 * | Value | Meaning |
 * |---|---|
 * | `active` | The service synchronises the collection. |
 * | `unfunded` | Funds are below the level required for synchronisation. |
 *
 * @example
 * const statuses: EtherealStatus[] = ["unfunded"];
 * const [item] = await client.ethereals({ statuses }).toArray({ limit: 1 });
 * console.log(item?.status); // unfunded
 */
export type EtherealStatus = "active" | "unfunded" | (string & {});

/**
 * A mirrored NFT collection (specification §2.4).
 * The client keeps all other fields of the service; {@link Loose} is their type.
 * @example
 * const [item]: Ethereal[] = await client.ethereals().toArray({ limit: 1 });
 * console.log(item?.tokenSymbol); // TKTS
 */
export interface Ethereal {
  /** Unique id of the record. */
  _id: string;
  /** Status. */
  status: EtherealStatus;
  /** Contract address of the collection; printed as `the service` in the specification. */
  ethereal?: Address;
  /** Balance of the contract, decimal integer in the smallest unit. */
  balance?: string;
  /** Chain of the mirrored contract, a chain id as string or number. */
  sourceChain?: number | string;
  /** The contract being mirrored. */
  sourceContract?: Address;
  /** Name of the contract. */
  tokenName?: string;
  /** Symbol of the contract. */
  tokenSymbol?: string;
  /** Time of the last check, Unix seconds. */
  lastCheckedTimestamp?: number;
  /** Date of the last check, ISO 8601. */
  lastCheckedDate?: string;
  /** Time of the last sync, Unix seconds. */
  lastSyncTimestamp?: number;
  /** Date of the last sync, ISO 8601; the field keeps this name. */
  lastSyncData?: string;
  /** Deposit history, passed through: the specification does not show its fields. */
  deposits?: Record<string, unknown>[];
}
