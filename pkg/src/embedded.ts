/**
 * The query service in memory. It has the routes, validation, filters, cursors and errors of the native service,
 * because both are the same Rust code. Use it as an offline back end or as a test double.
 *
 * @packageDocumentation
 */

import type * as wasm from "../wasm/embedded/ethereal_query.js";
import { embedded } from "./embedded-instance.js";
import { invalidArgument, invalidValue, readObject } from "./error.js";

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

/**
 * Options of an embedded service.
 * @example
 * const options: EmbeddedServiceOptions = { keys: [{ key: "secret", requestOwner: "me", auth: {} }], basePath: "/v1" };
 * const response = await new EmbeddedService(options).fetch("https://embedded.invalid/v1/project");
 * console.log(response.status); // 401
 */
export interface EmbeddedServiceOptions {
  /** The records. */
  dataset?: Dataset | undefined;
  /** Valid API keys, as an array or text like a list of {@link Dataset}. */
  keys?: readonly KeyRecord[] | string | undefined;
  /** Path prefix of the service's base URL. Default: none. */
  basePath?: string | undefined;
}

/**
 * The query service in memory.
 * @example
 * const keys = [{ key: "secret", requestOwner: "me", auth: {} }];
 * const dataset = { transfers: [{ _id: "1", status: "wait-wh", originTxnHash: hash }] };
 * const service = new EmbeddedService({ dataset, keys });
 * const client = new Client({ baseUrl: "https://embedded.invalid", apiKey: "secret", fetch: service.fetch });
 * console.log((await client.bridgeTransfer(hash))?.status); // wait-wh
 */
export class EmbeddedService {
  readonly #rust: wasm.EmbeddedService;
  readonly #basePath: string;

  /**
   * Creates a service.
   * @throws an `EtherealQueryError` of kind `invalid_argument` that names the invalid record or option
   */
  constructor(options?: EmbeddedServiceOptions) {
    const { dataset, keys, basePath } = readMembers("options", options, ["dataset", "keys", "basePath"], "option");
    const lists = datasetTexts(dataset);
    const keysText = listText("keys", keys);
    this.#basePath = readPath(basePath).replace(/\/+$/, "");
    this.#rust = embedded().call((glue) => new glue.EmbeddedService(...lists, keysText));
  }

  /**
   * Adds records. A record replaces the whole record with the same identity: chain, address, id and standard of a
   * token, `_id` of a transfer, chain type and `_id` of an ethereal. The service then finds a transfer by the hashes of
   * its new record only. If a dataset has two records with one identity, the later one counts.
   *
   * Requests that were sent before still get the old records.
   *
   * @throws an `EtherealQueryError` of kind `invalid_argument` that names the invalid record; the records are then
   * unchanged
   * @example
   * const transfer = { _id: "1", status: "wait-wh", originTxnHash: hash };
   * const keys = [{ key: "secret", requestOwner: "me", auth: {} }];
   * const service = new EmbeddedService({ dataset: { transfers: [transfer] }, keys });
   * service.update({ transfers: [{ ...transfer, status: "done" }] });
   * const client = new Client({ baseUrl: "https://embedded.invalid", apiKey: "secret", fetch: service.fetch });
   * console.log((await client.bridgeTransfer(hash))?.status); // done
   */
  update(dataset: Dataset): void {
    const lists = datasetTexts(dataset);
    embedded().call(() => this.#rust.update(...lists));
  }

  // A field and not a method, so that `fetch: service.fetch` works.
  /**
   * Responds to a request like the global `fetch`. Rejects with the signal's reason when the signal is aborted, and
   * with an `EtherealQueryError` of kind `invalid_argument` for arguments that are not a valid request.
   * @param input a request or its URL
   * @param init options of the request, as for `fetch`
   * @example
   * const response = await new EmbeddedService().fetch("https://embedded.invalid/project");
   * console.log(response.status, await response.json()); // 401 { message: 'Invalid API key.' }
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

/** Returns the lists of a dataset as texts for Rust. */
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

/** Returns a list as JSON. A `bigint`, such as a token id, becomes a string of its digits. */
function jsonText(list: readonly object[]): string {
  try {
    return JSON.stringify(list);
  } catch (thrown) {
    // `JSON.stringify` throws for a bigint. Few datasets have one, and a replacer is slower.
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

/** Returns the first line of an error's message. */
function messageOf(thrown: unknown): string {
  try {
    return String((thrown as Error).message).split("\n", 1)[0]!;
  } catch {
    return "it throws";
  }
}

/** Copies an object, and throws if it has a member other than `names`. */
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
