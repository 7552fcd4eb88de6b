// Written from the Rust models by `UPDATE_TYPES=1 cargo test --test types`; do not edit.

import type { Address, Hash } from "../values.js";

/**
 * The codes and fields of a kind of error.
 * @inline
 */
interface ErrorsOfKind<Codes, Fields> {
  /** Codes of the kind. */
  codes: Codes;
  /** Fields that every error of the kind has. */
  fields: Fields;
}

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
export type TransferStatus = "done" | "wait-wh" | "wait-rb" | "wait-cc" | "manual" | "error" | (string & {});

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

/**
 * The class of an error, on which a program branches.
 *
 * | Value | Meaning |
 * |---|---|
 * | `invalid_argument` | A parameter or option breaks a rule; the client sent nothing. |
 * | `aborted` | The caller's signal aborted the call; `cause` is its reason. |
 * | `timeout` | `timeoutMs` or `deadlineMs` has passed. |
 * | `network` | No complete response arrived: no connection, a truncated body, or in a browser no CORS headers. |
 * | `redirect_blocked` | The service redirected the request; the client sends an API key to no other place. |
 * | `bad_request` | Status 400: the service rejected the request. |
 * | `unauthenticated` | The key is missing, unknown or revoked. |
 * | `forbidden` | Status 403 for a request without a key: a token, or a call through a proxy. |
 * | `not_found` | Status 404: no such token, or no such service at the base URL. |
 * | `rate_limited` | Status 429: too many requests. |
 * | `server` | Status 5xx: the service failed. |
 * | `unexpected_status` | Any other status. |
 * | `decode` | The body is not JSON or does not match the specification; `pointer` is the place. |
 * | `response_too_large` | The body is larger than `maxBodyBytes`. |
 * | `pagination_stalled` | The service returned the same cursor twice, so the list would never end. |
 * | `transfer_failed` | A watched transfer failed (status `error`), or waits for manual action and the watch stops there. |
 * | `internal` | A defect of this package. |
 *
 * @example
 * const offline: ErrorKind[] = ["network", "timeout"];
 * const isOffline = (error: unknown) => isEtherealQueryError(error, offline);
 */
export type ErrorKind =
  | "invalid_argument"
  | "aborted"
  | "timeout"
  | "network"
  | "redirect_blocked"
  | "bad_request"
  | "unauthenticated"
  | "forbidden"
  | "not_found"
  | "rate_limited"
  | "server"
  | "unexpected_status"
  | "decode"
  | "response_too_large"
  | "pagination_stalled"
  | "transfer_failed"
  | "internal";

/**
 * The exact reason of an error, finer than the kind.
 *
 * | Value | Meaning |
 * |---|---|
 * | `invalid_argument` | A parameter or option breaks its rule. |
 * | `api_key_unavailable` | The function `apiKey` threw or rejected; `cause` is its error. |
 * | `aborted` | The caller's signal aborted the call. |
 * | `attempt_timeout` | `timeoutMs` of an attempt has passed. |
 * | `deadline_exceeded` | `deadlineMs` of a call has passed. |
 * | `wait_timeout` | `timeoutMs` of a watch has passed. |
 * | `network` | No complete response arrived. |
 * | `redirect_blocked` | The service redirected the request. |
 * | `bad_request` | Status 400. |
 * | `unauthenticated` | The service rejected the key. |
 * | `forbidden` | Status 403 for a request without a key. |
 * | `not_found` | Status 404. |
 * | `transfer_not_found` | A watched transfer was not found for longer than `notFoundGraceMs`. |
 * | `rate_limited` | Status 429. |
 * | `server` | Status 5xx. |
 * | `unexpected_status` | A status that has no kind of its own. |
 * | `invalid_utf8` | The body is not UTF-8. |
 * | `invalid_json` | The body is not JSON. |
 * | `too_deep` | The body is nested too deeply. |
 * | `unexpected_shape` | The body does not match the specification. |
 * | `response_too_large` | The body is larger than `maxBodyBytes`. |
 * | `pagination_stalled` | The service returned the same cursor twice. |
 * | `transfer_failed` | The status of the transfer is `error`. |
 * | `manual_action_required` | The status of the transfer is `manual`, and `onManual` is `"stop"`. |
 * | `internal` | A defect. The next call works. |
 * | `init_failed` | The WebAssembly module cannot be loaded or started. |
 *
 * @example
 * const error = await client.tokenUri("0x12", 2, { chainId: 1 }).catch((error) => error);
 * const code: ErrorCode = error.code;
 * console.log(code); // invalid_argument
 */
export type ErrorCode =
  | "invalid_argument"
  | "api_key_unavailable"
  | "aborted"
  | "attempt_timeout"
  | "deadline_exceeded"
  | "wait_timeout"
  | "network"
  | "redirect_blocked"
  | "bad_request"
  | "unauthenticated"
  | "forbidden"
  | "not_found"
  | "transfer_not_found"
  | "rate_limited"
  | "server"
  | "unexpected_status"
  | "invalid_utf8"
  | "invalid_json"
  | "too_deep"
  | "unexpected_shape"
  | "response_too_large"
  | "pagination_stalled"
  | "transfer_failed"
  | "manual_action_required"
  | "internal"
  | "init_failed";

/**
 * Codes of each kind of error, and the fields that its errors always have.
 * {@link EtherealQueryErrorOf} uses them.
 * @example
 * const code: ErrorKinds["timeout"]["codes"] = "attempt_timeout";
 */
export interface ErrorKinds {
  /** A parameter or option breaks a rule; the client sent nothing. */
  invalid_argument: ErrorsOfKind<"invalid_argument" | "api_key_unavailable", "parameter">;
  /** The caller's signal aborted the call; `cause` is its reason. */
  aborted: ErrorsOfKind<"aborted", "endpoint">;
  /** `timeoutMs` or `deadlineMs` has passed. */
  timeout: ErrorsOfKind<"attempt_timeout" | "deadline_exceeded" | "wait_timeout", "endpoint">;
  /** No complete response arrived: no connection, a truncated body, or in a browser no CORS headers. */
  network: ErrorsOfKind<"network", "endpoint" | "url" | "attempts" | "elapsedMs">;
  /** The service redirected the request; the client sends an API key to no other place. */
  redirect_blocked: ErrorsOfKind<"redirect_blocked", "endpoint" | "url" | "attempts" | "elapsedMs">;
  /** Status 400: the service rejected the request. */
  bad_request: ErrorsOfKind<"bad_request", "endpoint" | "url" | "attempts" | "elapsedMs" | "status">;
  /** The key is missing, unknown or revoked. */
  unauthenticated: ErrorsOfKind<"unauthenticated", "endpoint" | "url" | "attempts" | "elapsedMs" | "status">;
  /** Status 403 for a request without a key: a token, or a call through a proxy. */
  forbidden: ErrorsOfKind<"forbidden", "endpoint" | "url" | "attempts" | "elapsedMs" | "status">;
  /** Status 404: no such token, or no such service at the base URL. */
  not_found: ErrorsOfKind<"not_found" | "transfer_not_found", "endpoint">;
  /** Status 429: too many requests. */
  rate_limited: ErrorsOfKind<"rate_limited", "endpoint" | "url" | "attempts" | "elapsedMs" | "status">;
  /** Status 5xx: the service failed. */
  server: ErrorsOfKind<"server", "endpoint" | "url" | "attempts" | "elapsedMs" | "status">;
  /** Any other status. */
  unexpected_status: ErrorsOfKind<"unexpected_status", "endpoint" | "url" | "attempts" | "elapsedMs" | "status">;
  /** The body is not JSON or does not match the specification; `pointer` is the place. */
  decode: ErrorsOfKind<"invalid_utf8" | "invalid_json" | "too_deep" | "unexpected_shape", "endpoint">;
  /** The body is larger than `maxBodyBytes`. */
  response_too_large: ErrorsOfKind<"response_too_large", "endpoint" | "url" | "attempts" | "elapsedMs">;
  /** The service returned the same cursor twice, so the list would never end. */
  pagination_stalled: ErrorsOfKind<"pagination_stalled", "endpoint">;
  /** A watched transfer failed (status `error`), or waits for manual action and the watch stops there. */
  transfer_failed: ErrorsOfKind<"transfer_failed" | "manual_action_required", "endpoint" | "transfer">;
  /** A defect of this package. */
  internal: ErrorsOfKind<"internal" | "init_failed", never>;
}

/** @internal The endpoints by the methods that call them. */
export const ENDPOINTS = {
  tokenUri: "GET /tokens/:address/:id/uri",
  bridgeTransfer: "GET /bridge/transfers/transactions/:hash",
  project: "GET /project",
  ethereals: "GET /ethereals",
} as const;
