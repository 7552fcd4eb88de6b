// The public class. Rust validates arguments, sends requests and checks responses.

import type { Disposable, DisposableIterator } from "../runtime/disposable.js";
import { readObject } from "../errors/error.js";
import { findTransfer } from "../transfers/find-transfer.js";
import { readCallOptions } from "../arguments/headers.js";
import { EtherealList } from "../lists/list.js";
import type { BridgeTransfer, Ethereal, Project } from "../generated/models.js";
import { parseResult } from "./result.js";
import { RustClient } from "./rust-client.js";
import type { EtherealsQuery, TokenQuery, TransferQuery } from "../generated/requests.js";
import type { RawDocument, TokenMetadata, TokenOptions } from "../types/token.js";
import type { TransferUpdate } from "../types/transfer.js";
import type {
  CallOptions,
  ClientOptions,
  ListOptions,
  WaitOptions,
  WatchOptions,
} from "../types/options.js";
import type { ChainType, ExactJson } from "../values.js";
import { Scheduler } from "../watch/scheduler.js";
import { waitForTransfer, watchTransfer } from "../watch/watch.js";

// Declares `[Symbol.dispose]`, which is defined below the class.
// eslint-disable-next-line @typescript-eslint/no-empty-object-type, @typescript-eslint/no-unsafe-declaration-merging
export interface Client extends Disposable {}

/**
 * A client of the query service. Create one and share it: calls can run in parallel, and the client sends the same
 * request once while it is in flight. Each caller gets its own objects.
 *
 * Every failure is an {@link EtherealQueryError}. Any call can reject with one of the codes `network`,
 * `attempt_timeout`, `deadline_exceeded`, `aborted`, `rate_limited`, `server`, `unexpected_status`, `invalid_json` and
 * `response_too_large`; each method names its further codes.
 *
 * @example
 * const client = new Client({ baseUrl: "https://api.example.com", apiKey });
 * const project = await client.project();
 * console.log(project.balance); // 0.1
 */
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging
export class Client {
  readonly #rust: RustClient;
  readonly #scheduler = new Scheduler();

  /**
   * Creates a client. It sends nothing before the first call.
   * @param options where the service is, the key, limits and hooks; only `baseUrl` is required
   * @throws {EtherealQueryError} `invalid_argument` for an invalid or unknown option
   * @example
   * const client = new Client({ baseUrl: "https://api.example.com", apiKey, timeoutMs: 5_000 });
   */
  constructor(options: ClientOptions) {
    this.#rust = new RustClient(options);
  }

  /**
   * Returns the metadata document of a token: `GET /tokens/:address/:id/uri` (specification §4.1). Needs no key. The
   * author of the token defines the shape of the document. The client keeps its key order and all its fields.
   *
   * @typeParam T type of the document, for an author whom you trust: the client checks only that the document is JSON
   * @param address contract address, `0x` followed by 40 hexadecimal digits
   * @param id token id up to 2^256-1: a decimal or `0x` string, a `bigint`, or a number up to 2^53-1
   * @param token chain and standard of the token
   * @param options limits and signal of the call, and the form of the document
   * @returns the document, as its author published it; {@link TokenMetadata} unless you name another type
   * @throws {EtherealQueryError} `invalid_argument` for an argument that breaks its rule, before anything is sent;
   * `not_found` for a token that the service does not know; `invalid_document` for a token whose URI leads to no
   * document; `bad_request` and `forbidden` when the service refuses the request; and the codes of any call (see
   * {@link Client})
   * @example
   * const token = await client.tokenUri("0xc1a625bee9fc58d2e43438243d9dd64b012cec47", 2n, { chainId: 1 });
   * console.log(token.name); // Ethereal Trees #2
   */
  tokenUri<T = TokenMetadata>(
    address: string,
    id: string | number | bigint,
    token: TokenQuery,
    options?: TokenOptions & { integers?: undefined; raw?: false | undefined },
  ): Promise<T>;
  /**
   * Returns the document with exact integers: those beyond 2^53-1 are `bigint`s.
   * @example
   * const grain = "0x11e0c97cd468406df513562da21968f86f96e679";
   * const query: TokenQuery = { chainId: 45513, standard: "ERC1155" };
   * const token = await client.tokenUri(grain, 314592, query, { integers: "exact" });
   * console.log(token.supply); // 123456789012345678901234567890n
   */
  tokenUri<T = TokenMetadata<ExactJson>>(
    address: string,
    id: string | number | bigint,
    token: TokenQuery,
    options: TokenOptions & { integers: "exact"; raw?: false | undefined },
  ): Promise<T>;
  /**
   * Returns the document with its exact text, and the status and headers of the response.
   * @example
   * const { text, data, headers } = await client.tokenUri(address, 2, { chainId: 1 }, { raw: true });
   * console.log(data.name, headers["content-type"]); // Ethereal Trees #2 application/json
   * console.log(text.startsWith("{")); // true
   */
  tokenUri<T = TokenMetadata>(
    address: string,
    id: string | number | bigint,
    token: TokenQuery,
    options: TokenOptions & { integers?: undefined; raw: true },
  ): Promise<RawDocument<T>>;
  /**
   * Returns the document with its exact text and exact integers.
   * @example
   * const { data } = await client.tokenUri(address, 2, { chainId: 1 }, { raw: true, integers: "exact" });
   * console.log(data.name); // Ethereal Trees #2
   */
  tokenUri<T = TokenMetadata<ExactJson>>(
    address: string,
    id: string | number | bigint,
    token: TokenQuery,
    options: TokenOptions & { integers: "exact"; raw: true },
  ): Promise<RawDocument<T>>;
  /**
   * Returns the document in one of the four forms above, for options that are known only at run time.
   * @example
   * const load = (options: TokenOptions) => client.tokenUri(address, 2, { chainId: 1 }, options);
   * console.log(Object.hasOwn(await load({ raw: true }), "text")); // true
   */
  tokenUri<T = TokenMetadata<ExactJson>>(
    address: string,
    id: string | number | bigint,
    token: TokenQuery,
    options?: TokenOptions,
  ): Promise<T | RawDocument<T>>;
  async tokenUri(
    address: string,
    id: string | number | bigint,
    token: TokenQuery,
    options?: TokenOptions,
  ): Promise<unknown> {
    const result = await this.#rust.call("tokenUri", {
      values: { address, id },
      query: readObject("token", token),
      // The names of the other options come from the request in Rust, which does not have the option `raw`.
      names: ["raw"],
      options,
    });
    const data = parseResult(result);
    if (!result.raw) return data;
    const { text, status, headers } = result.raw;
    return { text, data, status, headers: Object.fromEntries(headers) };
  }

  /**
   * Returns the transfer with a hash on its route: `GET /bridge/transfers/transactions/:hash` (specification §4.2).
   * `null` means that the service knows no such transfer. Needs a key.
   *
   * @param hash any hash on the route (origin, relay, rollup bridge or delivery), `0x` followed by 64 hexadecimal
   * digits
   * @param query chain type; `"auto"` looks on `mainnet`, then on `sepolia`
   * @param options limits and signal of the call
   * @returns the record of the transfer; `null` when the service knows no transfer with the hash
   * @throws {EtherealQueryError} `invalid_argument` for an argument that breaks its rule or without a key, before
   * anything is sent; `unauthenticated` for a key that the service does not accept; `unexpected_shape` for a record
   * that is not as specified; and the codes of any call (see {@link Client})
   * @example
   * const hash = "0x740f456419d615154d3d3a160a7ae5187175a709421008fb1ac69efb988391b4";
   * const transfer = await client.bridgeTransfer(hash, { chain: "mainnet" });
   * console.log(transfer?.status); // wait-wh
   */
  async bridgeTransfer(
    hash: string,
    query?: TransferQuery,
    options?: CallOptions,
  ): Promise<BridgeTransfer | null> {
    const transferQuery = readObject("query", query);
    const find = async (chain: ChainType | undefined): Promise<BridgeTransfer | null> => {
      const chainQuery = { ...transferQuery, chain };
      const result = await this.#rust.call("bridgeTransfer", {
        values: { hash },
        query: chainQuery,
        options,
      });
      return (parseResult(result) as BridgeTransfer | undefined) ?? null;
    };
    if (transferQuery.chain !== "auto") return find(transferQuery.chain);
    return (await findTransfer(find))?.transfer ?? null;
  }

  /**
   * Returns owner, permissions and balance of the API key: `GET /project` (specification §4.3).
   *
   * @param options limits and signal of the call
   * @returns the record of the key
   * @throws {EtherealQueryError} `invalid_argument` without a key, before anything is sent; `unauthenticated` for a key
   * that the service does not accept; `unexpected_shape` for a record that is not as specified;
   * and the codes of any call (see {@link Client})
   * @example
   * const { requestOwner, auth } = await client.project();
   * console.log(requestOwner, auth?.deliveries); // demo [ 'read' ]
   */
  async project(options?: CallOptions): Promise<Project> {
    return parseResult(await this.#rust.call("project", { options })) as Project;
  }

  /**
   * Lists mirrored NFT collections: `GET /ethereals` (specification §4.4). Needs a key. The list sends requests while
   * you read it. Await it for one page.
   *
   * @param query filters, page size and cursor
   * @param options limits and signal of each request, and what happens to invalid records
   * @returns a list: `for await` yields each {@link Ethereal}, `await` returns one {@link Page}
   * @throws {EtherealQueryError} `invalid_argument` for an argument that breaks its rule or without a key, before
   * anything is sent; `unauthenticated` for a key that the service does not accept; `unexpected_shape` for a record
   * that is not as specified; `pagination_stalled` when the service returns a cursor twice;
   * and the codes of any call (see {@link Client})
   * @example
   * let count = 0;
   * for await (const item of client.ethereals({ sourceChains: [1, 42161], statuses: ["active"] })) count++;
   * console.log(count); // 103
   * const { items, nextCursor } = await client.ethereals({ pageSize: 20 });
   * console.log(items.length, nextCursor !== null); // 20 true
   */
  ethereals(query?: EtherealsQuery, options?: ListOptions): EtherealList {
    const callOptions = readCallOptions(options);
    return new EtherealList(readObject("query", query), async (pageQuery, signal) => {
      const result = await this.#rust.call(
        "ethereals",
        { query: pageQuery, options: callOptions },
        signal,
      );
      return { items: parseResult(result) as Ethereal[], nextCursor: result.nextCursor ?? null };
    });
  }

  /**
   * Polls a transfer until it is done, and yields each change of its record. While the service does not know the
   * transfer, it yields one update with phase `missing`. The watch continues after a failure that may pass, such as a
   * network error. Any other failure ends the watch.
   *
   * The watch polls only while the program awaits `next()`, and `break` ends it. All watches of a client share one
   * timer, and at most four polls are in flight.
   *
   * @param hash any hash on the route, as in {@link Client.bridgeTransfer}
   * @param options chain type, times, signal, and the state of an earlier run
   * @returns an iterator over the changes: `for await` ends after the update with phase `done`
   * @throws {EtherealQueryError} `transfer_failed` after the update with phase `failed`; `transfer_not_found` when the
   * service does not know the transfer for longer than `notFoundGraceMs`; `wait_timeout` after `timeoutMs`; `aborted`.
   * All of these errors have the last record in `transfer`, if there is one. Also any code that a retry does not solve,
   * such as `unauthenticated`.
   * @example
   * const hash = "0x0a2ec944ca131afebb250a510409fc635d1086013f38299c7f1d18f457b8ec8d";
   * for await (const { phase, steps } of client.watchTransfer(hash)) {
   *   console.log(phase, steps.map((step) => step.state)); // done [ 'done', 'done', 'done', 'done' ]
   * }
   */
  watchTransfer(hash: string, options?: WatchOptions): DisposableIterator<TransferUpdate> {
    return watchTransfer(this, this.#scheduler, hash, options);
  }

  /**
   * Polls a transfer like {@link Client.watchTransfer}, and returns its record when it is done.
   *
   * @param hash any hash on the route, as in {@link Client.bridgeTransfer}
   * @param options the options of a watch, and a callback for each change
   * @returns the record with status `done`
   * @throws {EtherealQueryError} as {@link Client.watchTransfer}; with `onManual: "stop"` also
   * `manual_action_required`
   * @example
   * const hash = "0x0a2ec944ca131afebb250a510409fc635d1086013f38299c7f1d18f457b8ec8d";
   * const transfer = await client.waitForTransfer(hash, { timeoutMs: 600_000 });
   * console.log(transfer.status); // done
   */
  waitForTransfer(hash: string, options?: WaitOptions): Promise<BridgeTransfer> {
    return waitForTransfer(this, this.#scheduler, hash, options);
  }

  /**
   * Disposes of the client. It rejects later calls; calls in flight continue. A `using` declaration calls it.
   * @example
   * const client = new Client({ baseUrl: "https://api.example.com", apiKey });
   * client.dispose();
   * await client.project().catch((error) => console.log(error.kind)); // invalid_argument
   */
  dispose(): void {
    this.#rust.dispose();
  }
}

// For `using client = new Client(…)`. Older hosts have no `Symbol.dispose`.
if (Symbol.dispose) {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- it stays a method
  const value = Client.prototype.dispose;
  Object.defineProperty(Client.prototype, Symbol.dispose, { value });
}
