/**
 * The service itself, in memory: the same routing, validation, filters, cursors and errors as the native one, because it
 * is the same Rust. An offline back end, or a test double that cannot drift.
 *
 * @packageDocumentation
 */

import type * as wasm from "../wasm/embedded/ethereal_query.js";
import { embedded } from "./embedded-instance.js";
import { invalidArgument, invalidValue, readObject } from "./error.js";

/** A token's metadata. */
export interface TokenRecord {
  /** Id of the chain. */
  chainId: number;
  /** Contract address. */
  address: string;
  /** Token id, decimal or `0x` hexadecimal, or a `bigint`. */
  id: string | bigint;
  /** Token standard. */
  standard: "ERC721" | "ERC1155";
  /** The token's URI; kept for reference. */
  uri?: string | undefined;
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
  sponsoredAccount?: string | undefined;
  /** Balance in the smallest unit; `balance` is derived from it. */
  balanceWei?: string | undefined;
}

/**
 * Records. A list is an array of records or text: a JSON array, or one record a line (NDJSON). A `bigint` in a record is a
 * string of its digits.
 */
export interface Dataset {
  /** Metadata of tokens. */
  tokens?: readonly TokenRecord[] | string | undefined;
  /** Transfers, with the fields of the specification and `chainType`. */
  transfers?: readonly object[] | string | undefined;
  /** Mirrored collections, with the fields of the specification and `chainType`. */
  ethereals?: readonly object[] | string | undefined;
}

/** Options of an embedded service. */
export interface EmbeddedServiceOptions {
  /** The records. */
  dataset?: Dataset | undefined;
  /** The keys it accepts, as an array or text like a list of {@link Dataset}. */
  keys?: readonly KeyRecord[] | string | undefined;
  /** Path prefix of the base URL it is asked under. Default: none. */
  basePath?: string | undefined;
}

/**
 * The service in memory.
 *
 * @example
 * const transfer = { _id: "1", status: "wait-wh", originTxnHash: hash };
 * const service = new EmbeddedService({ dataset: { transfers: [transfer] }, keys: [key] });
 * const client = new Client({ baseUrl: "https://embedded.invalid", apiKey: key.key, fetch: service.fetch });
 * (await client.bridgeTransfer(hash)).status; // "wait-wh"
 * service.update({ transfers: [{ ...transfer, status: "done" }] });
 * (await client.bridgeTransfer(hash)).status; // "done"
 */
export class EmbeddedService {
  readonly #rust: wasm.EmbeddedService;
  readonly #basePath: string;

  /** @throws an `EtherealQueryError` of kind `invalid_argument` that names the record it cannot take */
  constructor(options?: EmbeddedServiceOptions) {
    const { dataset, keys, basePath } = readMembers("options", options, ["dataset", "keys", "basePath"], "option");
    const lists = datasetTexts(dataset);
    const keysText = listText("keys", keys);
    this.#basePath = readPath(basePath).replace(/\/+$/, "");
    this.#rust = embedded().call((glue) => new glue.EmbeddedService(...lists, keysText));
  }

  /**
   * Takes in more records. One replaces the whole record with the same identity: for a token its chain, address, id
   * and standard; for a transfer its `_id`; for a collection its chain type and `_id`. A transfer is then found by the
   * hashes of its new record only. Of two records with one identity in the dataset the later one stays.
   *
   * Requests made before are answered from the records of that time, later ones from the new ones.
   *
   * @throws an `EtherealQueryError` of kind `invalid_argument` that names the record it cannot take; nothing has
   * changed then
   */
  update(dataset: Dataset): void {
    const lists = datasetTexts(dataset);
    embedded().call(() => this.#rust.update(...lists));
  }

  // A field, not a method: it is passed on as a plain function (`fetch: service.fetch`).
  /**
   * Answers a request; bound, so it can be passed as `fetch`. Rejects with the signal's reason when that is aborted, and
   * with kind `invalid_argument` when the arguments make no request.
   */
  readonly fetch = async (input: Request | string | URL, init?: RequestInit): Promise<Response> => {
    const request = readRequest(input, init);
    request.signal.throwIfAborted();
    const { pathname, search } = new URL(request.url);
    const isBelow = pathname === this.#basePath || pathname.startsWith(`${this.#basePath}/`);
    const target = (isBelow ? pathname.slice(this.#basePath.length) : "") + search;
    const key = request.headers.get("x-api-key") ?? undefined;
    const answer = embedded().call(() => this.#rust.handle(request.method, target, key) as ServiceResponse);
    return new Response(answer.body || null, { status: answer.status, headers: answer.headers });
  };
}

interface ServiceResponse {
  status: number;
  headers: [string, string][];
  body: string;
}

const LISTS = ["tokens", "transfers", "ethereals"] as const;

/** The lists of a dataset as the texts that Rust reads. */
function datasetTexts(dataset: Dataset | undefined): [string, string, string] {
  const lists = readMembers("dataset", dataset, LISTS, "list");
  const [tokens, transfers, ethereals] = LISTS.map((name) => listText("dataset", lists[name], `dataset.${name}`));
  return [tokens ?? "", transfers ?? "", ethereals ?? ""];
}

function listText(
  parameter: string,
  list: readonly object[] | string | undefined | null,
  name: string = parameter,
): string {
  if (list === undefined || list === null) return "";
  if (typeof list === "string") return list;
  try {
    if (Array.isArray(list)) return jsonText(list);
  } catch (thrown) {
    throw invalidArgument(parameter, `Cannot serialise ${name} as JSON (${messageOf(thrown)}). See cause.`, thrown);
  }
  throw invalidValue(parameter, list, "an array of records, or a string with one JSON record a line", name);
}

/** JSON in which a `bigint`, an id for example, is a string of its digits. */
function jsonText(list: readonly object[]): string {
  try {
    return JSON.stringify(list);
  } catch (thrown) {
    // JSON knows no bigint. Few datasets have one, and a replacer makes this slower.
    if (!(thrown instanceof TypeError)) throw thrown;
    return JSON.stringify(list, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value));
  }
}

function readPath(basePath: unknown): string {
  if (basePath === undefined || basePath === null) return "";
  if (typeof basePath === "string") return basePath;
  throw invalidValue("basePath", basePath, "a string");
}

function readRequest(input: Request | string | URL, init: RequestInit | undefined): Request {
  try {
    return new Request(input, init);
  } catch (thrown) {
    throw invalidArgument(
      "request",
      `Cannot create a Request from these arguments (${messageOf(thrown)}). See cause.`,
      thrown,
    );
  }
}

/** The first line of what was thrown, or nothing that can be shown. */
function messageOf(thrown: unknown): string {
  try {
    return String((thrown as Error).message).split("\n", 1)[0]!;
  } catch {
    return "it throws";
  }
}

/** An object that may have no other members than `names`. */
function readMembers<T extends object>(
  name: string,
  value: T | undefined,
  names: readonly string[],
  what: string,
): Partial<T> {
  const object: Partial<T> = readObject(name, value);
  const unknown = Object.keys(object).find((key) => !names.includes(key));
  if (unknown === undefined) return object;
  throw invalidArgument(name, `Unknown ${what} "${unknown}". Known ${what}s: ${names.join(", ")}.`);
}
