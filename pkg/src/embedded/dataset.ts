// The records of an embedded service, and their texts for Rust.

import { invalidArgument, invalidValue } from "../errors/error.js";
import { RECORD_KINDS } from "../generated/records.js";
import { messageOf, readMembers } from "./members.js";

/**
 * The metadata of a token.
 * @example
 * const token: TokenRecord = { chainId: 1, address, id: "7", standard: "ERC721", document: '{"name":"Tree #7"}' };
 * const service = new EmbeddedService({ dataset: { tokens: [token] } });
 * const client = new Client({ baseUrl: "https://embedded.invalid", fetch: service.fetch });
 * console.log(await client.tokenUri(address, 7, { chainId: 1 })); // { name: 'Tree #7' }
 */
export interface TokenRecord {
  /** Chain id. */
  chainId: number;
  /** Contract address. */
  address: string;
  /** Token id: a decimal or `0x` string, or a `bigint`. */
  id: string | bigint;
  /** Token standard. */
  standard: "ERC721" | "ERC1155";
  /** The token's URI. The service does not read it. */
  uri?: string | undefined;
  /** The metadata document as JSON text. The service returns exactly this text. */
  document: string;
}

/**
 * An API key with its project.
 * @example
 * const key: KeyRecord = { key: "secret", requestOwner: "me", auth: { deliveries: ["read"] }, balanceWei: "1" };
 * const service = new EmbeddedService({ keys: [key] });
 * const client = new Client({ baseUrl: "https://embedded.invalid", apiKey: "secret", fetch: service.fetch });
 * console.log((await client.project()).requestOwner); // me
 */
export interface KeyRecord {
  /** API key. */
  key: string;
  /** Owner of the key. */
  requestOwner: string;
  /** Permissions by area: their names, or `true` for the whole area. */
  auth: Record<string, readonly string[] | boolean>;
  /** Account of the key. */
  sponsoredAccount?: string | undefined;
  /** Balance in the smallest unit. The service derives `balance` from it. */
  balanceWei?: string | undefined;
}

/**
 * The records of a service. Each list is an array of records, or its text as a JSON array or with one record a line
 * (NDJSON). A `bigint` in a record becomes a string of its digits.
 * @example
 * const dataset: Dataset = { transfers: '{"_id":"1","status":"done","originTxnHash":"0x01"}\n' };
 * const service = new EmbeddedService({ dataset });
 */
export interface Dataset {
  /** Token metadata. */
  tokens?: readonly TokenRecord[] | string | undefined;
  /** Transfers, with the fields of the specification (§2.2). */
  transfers?: readonly object[] | string | undefined;
  /** Ethereals, with the fields of the specification (§2.4) and `chainType`. */
  ethereals?: readonly object[] | string | undefined;
}

/** Returns the lists of a dataset as texts for Rust. */
export function datasetTexts(dataset: Dataset | undefined): string[] {
  const lists = readMembers("dataset", dataset, RECORD_KINDS, "list");
  return RECORD_KINDS.map((kind) => listText("dataset", lists[kind], `dataset.${kind}`));
}

/** Returns a list of records as text for Rust. An error is for `parameter`, and its message calls the list `name`. */
export function listText(
  parameter: string,
  list: readonly object[] | string | undefined | null,
  name: string = parameter,
): string {
  if (list === undefined || list === null) return "";
  if (typeof list === "string") return list;
  try {
    if (Array.isArray(list)) return jsonText(list);
  } catch (thrown) {
    throw invalidArgument(
      parameter,
      `Cannot serialise ${name} as JSON (${messageOf(thrown)}). See cause.`,
      thrown,
    );
  }
  throw invalidValue(
    parameter,
    list,
    "an array of records, or a string with one JSON record a line",
    name,
  );
}

/** Returns a list as JSON. A `bigint`, such as a token id, becomes a string of its digits. */
function jsonText(list: readonly object[]): string {
  try {
    return JSON.stringify(list);
  } catch (thrown) {
    // `JSON.stringify` throws for a bigint. Few datasets have a bigint, and a replacer is slower.
    if (!(thrown instanceof TypeError)) throw thrown;
    return JSON.stringify(list, (_, value: unknown) =>
      typeof value === "bigint" ? value.toString() : value,
    );
  }
}
