/**
 * The service itself, in memory: the same routing, validation, filters, cursors and errors as the native one, because it
 * is the same Rust. An offline back end, or a test double that cannot drift.
 *
 * @packageDocumentation
 */

/** A token's metadata. */
export interface TokenRecord {
  /** Id of the chain. */
  chainId: number;
  /** Contract address. */
  address: string;
  /** Token id, decimal or `0x` hexadecimal. */
  id: string;
  /** Token standard. */
  standard: "ERC721" | "ERC1155";
  /** The token's URI; kept for reference. */
  uri?: string;
  /** The metadata's exact JSON text; served byte for byte. */
  document: string;
}

/** An API key and what it may do. */
export interface KeyRecord {
  /** The key. */
  key: string;
  /** Recorded owner. */
  requestOwner: string;
  /** Permissions by area. */
  auth: Record<string, readonly string[] | boolean>;
  /** Account associated with the key. */
  sponsoredAccount?: string;
  /** Balance in the smallest unit; `balance` is derived from it. */
  balanceWei?: string;
}

/** Options of an embedded service. A list is an array of records or text: a JSON array, or one record a line (NDJSON). */
export interface EmbeddedServiceOptions {
  /** The records. Transfers and ethereals have the fields of the specification and `chainType`. */
  dataset?: {
    tokens?: readonly TokenRecord[] | string;
    transfers?: readonly object[] | string;
    ethereals?: readonly object[] | string;
  };
  /** The keys it accepts. */
  keys?: readonly KeyRecord[] | string;
  /** Path prefix of the base URL it is asked under. Default: none. */
  basePath?: string;
}

/**
 * The service in memory.
 *
 * @example
 * const service = new EmbeddedService({ dataset: { transfers: [{ _id: "1", status: "done", originTxnHash: hash }] }, keys: [key] });
 * const client = new Client({ baseUrl: "https://embedded.invalid", apiKey: key.key, fetch: service.fetch });
 * (await client.bridgeTransfer(hash)).status; // "done"
 */
export class EmbeddedService {
  /** @throws an `EtherealQueryError` of kind `invalid_argument` that names the record it cannot take */
  constructor(options?: EmbeddedServiceOptions);
  /** Answers a request; bound, so it can be passed as `fetch`. Rejects only when the request's signal is aborted. */
  readonly fetch: (input: Request | string | URL, init?: RequestInit) => Promise<Response>;
}
