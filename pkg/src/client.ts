// The class that JavaScript sees. Rust validates, sends and reads.

import type * as wasm from "../wasm/client/ethereal_query.js";
import { client as instance } from "./client-instance.js";
import type { Disposable, DisposableIterator } from "./disposable.js";
import { invalidArgument, readObject } from "./error.js";
import { standardFetch } from "./fetch.js";
import { EtherealList } from "./list.js";
import type { BridgeTransfer, Ethereal, Project } from "./models.js";
import { OpenPage } from "./open-page.js";
import { parseResult } from "./result.js";
import { Scheduler } from "./scheduler.js";
import { followAll, signalOf } from "./signals.js";
import type { RawDocument, TokenMetadata, TokenOptions, TokenQuery } from "./token.js";
import type {
  CallOptions,
  ClientOptions,
  EtherealsQuery,
  TransferQuery,
  TransferUpdate,
  WaitOptions,
  WatchOptions,
} from "./types.js";
import type { ExactJson } from "./values.js";
import { waitForTransfer, watchTransfer } from "./watch.js";

// Declares `[Symbol.dispose]`, which the class gets below its body.
// eslint-disable-next-line @typescript-eslint/no-empty-object-type, @typescript-eslint/no-unsafe-declaration-merging
export interface Client extends Disposable {}

/**
 * Makes the four calls. Cheap to make, safe to share; calls may run in parallel, and the same request is in flight once:
 * callers that ask for it meanwhile get the same answer, each as an object of its own. Every failure is an
 * {@link EtherealQueryError}.
 *
 * @example
 * const client = new Client({ baseUrl: "https://api.example.com", apiKey: "q9/Tn…=" });
 * const project = await client.project();
 * console.log(project.balance); // "0.1"
 */
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging
export class Client {
  #options: ClientOptions | undefined;
  #rust: wasm.Client | undefined;
  #generation = -1;
  readonly #scheduler: Scheduler = new Scheduler();

  /** @throws {EtherealQueryError} `invalid_argument` for an option that breaks its rule and for an unknown one. */
  constructor(options: ClientOptions) {
    this.#options = prepareOptions(options);
    instance().call((glue) => this.#rustClient(glue));
  }

  /**
   * The metadata document behind a token's URI, `GET /tokens/:address/:id/uri` (specification §4.1). Needs no key. The
   * author of the token defines the shape of the document; key order and unknown fields are kept.
   *
   * @typeParam T a type of your own for documents whose author you trust: the client checks that the document is JSON
   * @param address contract address, `0x` and 40 hexadecimal digits
   * @param id token id up to 2^256-1: decimal or `0x` string, `bigint`, or a number up to 2^53-1
   * @throws {EtherealQueryError} `invalid_argument` before anything is sent; `bad_request`, `not_found`, `decode`, …
   * @example
   * const token = await client.tokenUri("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", 7n, { chainId: 1 });
   * if (typeof token.image === "string") console.log(token.image); // "ipfs://bafkrei…"
   */
  tokenUri<T = TokenMetadata>(
    address: string,
    id: string | number | bigint,
    token: TokenQuery,
    options?: TokenOptions & { integers?: undefined; raw?: false | undefined },
  ): Promise<T>;
  /**
   * The document with exact integers: those beyond 2^53-1 are `bigint`s.
   * @example
   * const token = await client.tokenUri(address, id, { chainId: 1 }, { integers: "exact" });
   * console.log(token.supply); // 123456789012345678901234567890n
   */
  tokenUri<T = TokenMetadata<ExactJson>>(
    address: string,
    id: string | number | bigint,
    token: TokenQuery,
    options: TokenOptions & { integers: "exact"; raw?: false | undefined },
  ): Promise<T>;
  /**
   * The document with its exact text, and with the status and the headers of the response.
   * @example
   * const { text, data, headers } = await client.tokenUri(address, id, { chainId: 1 }, { raw: true });
   * console.log(text.length, data.name, headers["content-type"]); // 312 "Tree #7" "application/json"
   */
  tokenUri<T = TokenMetadata>(
    address: string,
    id: string | number | bigint,
    token: TokenQuery,
    options: TokenOptions & { integers?: undefined; raw: true },
  ): Promise<RawDocument<T>>;
  /**
   * The document with its exact text and exact integers.
   * @example
   * const { data } = await client.tokenUri(address, id, { chainId: 1 }, { raw: true, integers: "exact" });
   */
  tokenUri<T = TokenMetadata<ExactJson>>(
    address: string,
    id: string | number | bigint,
    token: TokenQuery,
    options: TokenOptions & { integers: "exact"; raw: true },
  ): Promise<RawDocument<T>>;
  /**
   * Any of these, for options that are only known at run time.
   * @example
   * const load = (options: TokenOptions) => client.tokenUri(address, id, { chainId: 1 }, options);
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
    const result = await this.#call(options, (rust, all) => rust.tokenUri(address, id, token, all));
    const data = parseResult(result);
    const { text, status, headers } = result;
    return text === undefined ? data : { text, data, status, headers: { ...headers } };
  }

  /**
   * The transfer that has a hash on its route, `GET /bridge/transfers/transactions/:hash` (specification §4.2); `null` when
   * there is none. Needs a key.
   *
   * @param hash origin, relay, rollup-bridge or delivery hash: `0x` and 64 hexadecimal digits
   * @throws {EtherealQueryError} `invalid_argument`, `unauthenticated`, `decode`, …
   * @example
   * const transfer = await client.bridgeTransfer("0x6f…", { chain: "sepolia" });
   * console.log(transfer?.status); // "wait-rb"
   */
  async bridgeTransfer(hash: string, query?: TransferQuery, options?: CallOptions): Promise<BridgeTransfer | null> {
    const result = await this.#call(options, (rust, all) => rust.bridgeTransfer(hash, query, all));
    return (parseResult(result) as BridgeTransfer | undefined) ?? null;
  }

  /**
   * Owner, permissions and balance of the key used, `GET /project` (specification §4.3).
   *
   * @throws {EtherealQueryError} `unauthenticated` for a key the service does not accept, `decode`, …
   * @example
   * const { requestOwner, auth } = await client.project();
   * console.log(auth); // { aa: ["write", "create"], deliveries: ["read"], sprinkle: true }
   */
  async project(options?: CallOptions): Promise<Project> {
    return parseResult(await this.#call(options, (rust, all) => rust.project(all))) as Project;
  }

  /**
   * Mirrored NFT collections, `GET /ethereals` (specification §4.4). Needs a key.
   *
   * @example
   * for await (const item of client.ethereals({ sourceChains: [1, 42161], statuses: ["active"] })) {
   *   console.log(item.tokenSymbol); // "ETREE"
   * }
   * const { items, nextCursor } = await client.ethereals({ pageSize: 20 }).page();
   */
  ethereals(query?: EtherealsQuery, options?: CallOptions): EtherealList {
    return new EtherealList(readObject("query", query), {
      page: async (query, signal) => {
        const result = await this.#call(options, (rust, all) => rust.ethereals(query, all), signal);
        return { items: parseResult(result) as Ethereal[], nextCursor: result.nextCursor ?? null };
      },
      open: async (query, signal, observer) => {
        const open = (rust: wasm.Client, all: CallOptions): Promise<wasm.OpenPageResult> =>
          rust.openEthereals(query, all, observer?.onRecords);
        return new OpenPage(await this.#call(options, open, signal));
      },
    });
  }

  /**
   * Follows a transfer until it is done. Yields changes only: of the record, or that it is not found (once). Network,
   * time and service failures do not end it; a failure that another poll would not fix does, with its error. Polls only
   * while `next()` is awaited; `break` ends it at once. All watches of a client share one timer and poll four at a
   * time.
   *
   * @param hash any hash on the route, as in {@link Client.bridgeTransfer}
   * @throws {EtherealQueryError} after the update with phase `failed`: `transfer_failed`. Else `not_found` with code
   * `transfer_not_found`, `timeout` with code `wait_timeout`, `aborted`, `unauthenticated`, … The first four hold the
   * last record in `transfer`.
   * @example
   * for await (const { phase, steps, state } of client.watchTransfer("0x6f…")) {
   *   localStorage.setItem("watch", state);
   *   console.log(phase, steps.map((step) => step.state)); // pending ["done", "waiting", "pending"]
   * }
   */
  watchTransfer(hash: string, options?: WatchOptions): DisposableIterator<TransferUpdate> {
    return watchTransfer(this, this.#scheduler, hash, options);
  }

  /**
   * The transfer once it is done; otherwise as {@link Client.watchTransfer}.
   *
   * @throws {EtherealQueryError} as there; with `onManual: "stop"` also `transfer_failed` with code
   * `manual_action_required`
   * @example
   * const transfer = await client.waitForTransfer("0x6f…", { onProgress: ({ phase }) => console.log(phase) });
   * console.log(transfer.deliveryTxnHash);
   */
  waitForTransfer(hash: string, options?: WaitOptions): Promise<BridgeTransfer> {
    return waitForTransfer(this, this.#scheduler, hash, options);
  }

  /** Forgets the answers kept by `cache`. */
  clearCache(): void {
    if (this.#generation === instance().generation) instance().call(() => this.#rust?.clearCache());
  }

  /**
   * Ends the client's use: calls made later are refused, calls under way still end as usual. `using` calls it.
   * @example
   * using client = new Client({ baseUrl: "https://api.example.com" });
   */
  dispose(): void {
    this.#options = undefined;
    this.clearCache();
  }

  /** Runs a call on the current WebAssembly instance; `run` gets the options with a signal that Rust may listen to. */
  async #call<T>(
    options: CallOptions | undefined,
    run: (rust: wasm.Client, options: CallOptions) => Promise<T>,
    ...signals: (AbortSignal | undefined)[]
  ): Promise<T> {
    const all = readObject("options", options);
    const followed = followAll([...signals, signalOf(all)]);
    if (followed) all.signal = followed.signal;
    try {
      return await instance().callAsync((glue) => run(this.#rustClient(glue), all));
    } finally {
      followed?.release();
    }
  }

  /** The client in Rust; made anew when the instance has been replaced. */
  #rustClient(glue: typeof wasm): wasm.Client {
    if (!this.#options) throw invalidArgument("client", "The client is disposed. Create a new one.");
    if (!this.#rust || this.#generation !== instance().generation) {
      this.#rust = new glue.Client(this.#options);
      this.#generation = instance().generation;
    }
    return this.#rust;
  }
}

// `using client = new Client(…)`, where the host knows it.
// eslint-disable-next-line @typescript-eslint/unbound-method -- a method again
if (Symbol.dispose) Object.defineProperty(Client.prototype, Symbol.dispose, { value: Client.prototype.dispose });

/** The options as Rust takes them: functions that answer and throw as it expects. Rust checks all of them. */
function prepareOptions(options: ClientOptions): ClientOptions {
  try {
    if (typeof options !== "object" || Array.isArray(options)) return options;
    const prepared: Record<string, unknown> = { ...options };
    if (!prepared.fetch || typeof prepared.fetch === "function") prepared.fetch = standardFetch(options.fetch);
    for (const name of ["onRequest", "onResponse", "onRetry", "onDrift"]) {
      const hook = prepared[name];
      if (typeof hook === "function") prepared[name] = logErrors(hook as (event: unknown) => unknown);
    }
    return prepared as unknown as ClientOptions;
  } catch {
    // Rust reports options that cannot be read.
    return options;
  }
}

/** A hook that fails, now or later, fails alone. */
function logErrors(hook: (event: unknown) => unknown): (event: unknown) => Promise<void> {
  return async (event) => {
    try {
      await hook(event);
    } catch (thrown) {
      console.error("A hook of ethereal-query's client failed:", thrown);
    }
  };
}
