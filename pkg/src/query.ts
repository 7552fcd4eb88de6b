/**
 * Options for TanStack Query, which caches results, shares them between components and refetches them. The options are
 * plain objects, so that this entry depends on no adapter and no version of TanStack Query. In the examples, an
 * `AbortController` is the context of `queryFn`, because it has a `signal`.
 *
 * The functions throw an `EtherealQueryError` of kind `invalid_argument` for an argument of the wrong type. For a value
 * that breaks its rule, the query rejects with such an error.
 *
 * @packageDocumentation
 */

import type { Client } from "./client/client.js";
import {
  invalidValue,
  isEtherealQueryError,
  paginationStalled,
  readObject,
} from "./errors/error.js";
import type { BridgeTransfer, Ethereal, Project } from "./generated/models.js";
import { phaseOf } from "./transfers/phase.js";
import { etherealsKey, tokenKey, transferKey } from "./arguments/cache-key.js";
import type { EtherealsQuery, TokenQuery, TransferQuery } from "./generated/requests.js";
import type { TokenMetadata, TokenOptions } from "./types/token.js";
import type { CallOptions, ListOptions, Page } from "./types/options.js";
import { mayPass } from "./watch/decision.js";
import type { ExactJson } from "./values.js";
import { INTERVAL_MS } from "./watch/defaults.js";

/** Time that a token's document is fresh. A contract may change the document. */
const TOKEN_STALE_MS = 300_000;

/**
 * The query with its last result, which TanStack Query passes to the functions of its options.
 * @example
 * const query: QueryState<BridgeTransfer | null> = { state: { data: null } };
 * console.log(bridgeTransferOptions(client, hash).refetchInterval(query)); // false
 */
export interface QueryState<T> {
  /** State of the query; `data` is its last result. */
  readonly state: {
    /** The last result; `undefined` before the first. */
    readonly data: T | undefined;
    /** The error of the last fetch; `null` or absent if that fetch did not fail. */
    readonly error?: unknown;
  };
}

/**
 * Options of `useQuery`, `fetchQuery` and `prefetchQuery` of TanStack Query.
 * @example
 * const options: QueryOptions<Project> = projectOptions(client);
 * const { requestOwner } = await options.queryFn(new AbortController());
 * console.log(requestOwner); // demo
 */
export interface QueryOptions<T> {
  /** Begins with `"ethereal-query"` and the method of the client. It holds strings and objects of strings only. */
  queryKey: readonly ["ethereal-query", string, ...unknown[]];
  /** Makes the call. TanStack Query aborts it when no component uses the query. */
  queryFn: (context: { signal: AbortSignal }) => Promise<T>;
  /** No retries of TanStack Query, because the client retries. */
  retry: false;
}

/**
 * The options of a call without `signal`, which TanStack Query passes. The query key contains no limits and no headers.
 * @inline
 */
type QueryCallOptions<T> = Omit<T, "signal">;

/**
 * How long the metadata of a token is fresh.
 * @example
 * const { staleTime }: TokenFreshness = tokenUriOptions(client, address, 2n, { chainId: 1 });
 * console.log(staleTime); // 300000
 */
export interface TokenFreshness {
  /** Milliseconds that a result is fresh. */
  staleTime: number;
}

/**
 * How long a transfer is fresh, and when it is refetched.
 * @example
 * const { staleTime }: TransferFreshness = bridgeTransferOptions(client, hash);
 * console.log(staleTime({ state: { data: null } })); // 0
 */
export interface TransferFreshness {
  /** Returns the milliseconds that a result is fresh. */
  staleTime: (query: QueryState<BridgeTransfer | null>) => number;
  /** Returns the milliseconds to the next poll; `false` for no poll. */
  refetchInterval: (query: QueryState<BridgeTransfer | null>) => number | false;
}

/**
 * Returns the options for the metadata of a token, `client.tokenUri`. A result is fresh for five minutes. Different
 * spellings of the same token id (`7`, `7n`, `"0x7"`) have the same query key.
 * @param client client, or an object with its method `tokenUri`
 * @param address contract address, as in {@link Client.tokenUri}
 * @param id token id, as in {@link Client.tokenUri}
 * @param token chain and standard of the token
 * @param options limits and headers of the call, and `integers`: `"exact"` for integers beyond 2^53-1 as `bigint`
 * @returns options for `useQuery`, fresh for five minutes
 * @throws {EtherealQueryError} `invalid_argument` for a value that is not a client
 * @example
 * const { queryFn } = tokenUriOptions(client, address, 2n, { chainId: 1 });
 * console.log((await queryFn(new AbortController())).name); // Ethereal Trees #2
 */
export function tokenUriOptions<T = TokenMetadata>(
  client: Pick<Client, "tokenUri">,
  address: string,
  id: string | number | bigint,
  token: TokenQuery,
  options?: QueryCallOptions<TokenOptions> & { integers?: undefined; raw?: undefined },
): QueryOptions<T> & TokenFreshness;
/**
 * Returns the options for the metadata with exact integers: those beyond 2^53-1 are `bigint`s.
 * @example
 * const { queryFn } = tokenUriOptions(client, address, 2n, { chainId: 1 }, { integers: "exact" });
 * console.log((await queryFn(new AbortController())).name); // Ethereal Trees #2
 */
export function tokenUriOptions<T = TokenMetadata<ExactJson>>(
  client: Pick<Client, "tokenUri">,
  address: string,
  id: string | number | bigint,
  token: TokenQuery,
  options: QueryCallOptions<TokenOptions> & { integers: "exact"; raw?: undefined },
): QueryOptions<T> & TokenFreshness;
export function tokenUriOptions(
  client: Pick<Client, "tokenUri">,
  address: string,
  id: string | number | bigint,
  token: TokenQuery,
  options?: QueryCallOptions<TokenOptions> & { raw?: undefined },
): QueryOptions<unknown> & TokenFreshness {
  const tokenParameters = readObject("token", token);
  const callOptions = readObject("options", options);
  const { integers } = callOptions;
  checkClient(client, "tokenUri");
  return {
    queryKey: [
      "ethereal-query",
      "tokenUri",
      { ...tokenKey(address, id, tokenParameters), integers },
    ],
    queryFn: ({ signal }) =>
      client.tokenUri(address, id, tokenParameters, { ...callOptions, signal }),
    retry: false,
    staleTime: TOKEN_STALE_MS,
  };
}

/**
 * Returns the options for the transfer with a hash, `client.bridgeTransfer`. The result is `null` when no transfer has
 * the hash. A transfer in progress is stale at once, and TanStack Query refetches it every five seconds while a
 * component shows it. A transfer that is done stays fresh, because it does not change.
 * @param client client, or an object with its method `bridgeTransfer`
 * @param hash any hash on the route, as in {@link Client.bridgeTransfer}
 * @param query chain type; default: `mainnet`, which the service assumes
 * @param options limits and headers of the call
 * @returns options for `useQuery` that poll until the transfer is final
 * @throws {EtherealQueryError} `invalid_argument` for a value that is not a client
 * @example
 * const { queryFn } = bridgeTransferOptions(client, hash);
 * console.log((await queryFn(new AbortController()))?.status); // wait-wh
 *
 * // Also poll while no transfer has the hash.
 * const polling = { ...bridgeTransferOptions(client, hash), refetchInterval: 10_000 };
 */
export function bridgeTransferOptions(
  client: Pick<Client, "bridgeTransfer">,
  hash: string,
  query?: TransferQuery,
  options?: QueryCallOptions<CallOptions>,
): QueryOptions<BridgeTransfer | null> & TransferFreshness {
  const parameters = readObject("query", query);
  const callOptions = readObject("options", options);
  checkClient(client, "bridgeTransfer");
  return {
    queryKey: ["ethereal-query", "bridgeTransfer", transferKey(hash, parameters.chain)],
    queryFn: ({ signal }) => client.bridgeTransfer(hash, parameters, { ...callOptions, signal }),
    retry: false,
    staleTime: ({ state }) => (phaseOf(state.data) === "done" ? Infinity : 0),
    refetchInterval: ({ state }) => {
      const { data, error } = state;
      const failure = isEtherealQueryError(error) ? error : undefined;
      const phase = phaseOf(data);
      const isInProgress = phase === "pending" || phase === "manual";
      // Without a result, the phase is unknown. The query then polls only after an error that may pass.
      const isPolled = data === undefined ? failure && mayPass(failure) : isInProgress;
      return isPolled ? Math.max(INTERVAL_MS, failure?.retryAfterMs ?? 0) : false;
    },
  };
}

/**
 * Returns the options for the project of the API key, `client.project`. The query key does not contain the API key: use
 * a `QueryClient` for each API key, or clear it when the API key changes.
 * @param client client, or an object with its method `project`
 * @param options limits and headers of the call
 * @returns options for `useQuery`
 * @throws {EtherealQueryError} `invalid_argument` for a value that is not a client
 * @example
 * const { queryFn } = projectOptions(client);
 * console.log((await queryFn(new AbortController())).balance); // 0.1
 */
export function projectOptions(
  client: Pick<Client, "project">,
  options?: QueryCallOptions<CallOptions>,
): QueryOptions<Project> {
  const callOptions = readObject("options", options);
  checkClient(client, "project");
  return {
    queryKey: ["ethereal-query", "project"],
    queryFn: ({ signal }) => client.project({ ...callOptions, signal }),
    retry: false,
  };
}

/**
 * The parameter of a page in an infinite query of ethereals.
 * @example
 * const first: EtherealsPageParam = etherealsInfiniteOptions(client).initialPageParam;
 * console.log(first); // {}
 */
export interface EtherealsPageParam {
  /** Cursor of the page; absent for the first page. */
  cursor?: string;
  /** Whether an earlier page of the query had the same cursor, so that the list would never end. */
  isRepeated?: boolean;
}

/**
 * Options of `useInfiniteQuery` and `fetchInfiniteQuery` of TanStack Query.
 * @example
 * const options: InfiniteQueryOptions<Page<Ethereal>> = etherealsInfiniteOptions(client, { pageSize: 20 });
 * console.log(options.queryKey[1]); // ethereals
 */
export interface InfiniteQueryOptions<T> extends Pick<QueryOptions<T>, "queryKey" | "retry"> {
  /** Loads one page. TanStack Query aborts it when no component uses the query. */
  queryFn: (context: { signal: AbortSignal; pageParam: EtherealsPageParam }) => Promise<T>;
  /** Parameter of the first page: the `cursor` of the query, if it has one. */
  initialPageParam: EtherealsPageParam;
  /** Returns the parameter of the page after `last`; `undefined` after the last page. */
  getNextPageParam: (
    last: T,
    pages: T[],
    lastParam: EtherealsPageParam,
    params: EtherealsPageParam[],
  ) => EtherealsPageParam | undefined;
}

/**
 * Returns the options for the list of ethereals, `client.ethereals`. Each page is `{ items, nextCursor }`. When the
 * service returns a cursor twice, the query fails with kind `pagination_stalled`.
 * @param client client, or an object with its method `ethereals`
 * @param query filters, page size and first cursor
 * @param options limits and headers of each request, and what happens to invalid records
 * @returns options for `useInfiniteQuery`
 * @throws {EtherealQueryError} `invalid_argument` for a value that is not a client
 * @example
 * const { queryFn, initialPageParam: pageParam } = etherealsInfiniteOptions(client, { pageSize: 20 });
 * const { items } = await queryFn({ signal: new AbortController().signal, pageParam });
 * console.log(items.length); // 20
 */
export function etherealsInfiniteOptions(
  client: Pick<Client, "ethereals">,
  query?: EtherealsQuery,
  options?: QueryCallOptions<ListOptions>,
): InfiniteQueryOptions<Page<Ethereal>> {
  const parameters = readObject("query", query);
  const callOptions = readObject("options", options);
  const { onInvalidRecord } = callOptions;
  checkClient(client, "ethereals");
  return {
    // `onInvalidRecord` is in the key, because the records depend on it. They do not depend on limits and headers.
    queryKey: [
      "ethereal-query",
      "ethereals",
      { ...etherealsKey(parameters), ...(onInvalidRecord && { onInvalidRecord }) },
    ],
    queryFn: async ({ signal, pageParam }) => {
      if (pageParam.isRepeated) throw paginationStalled();
      return client
        .ethereals({ ...parameters, cursor: pageParam.cursor }, { ...callOptions, signal })
        .page();
    },
    retry: false,
    initialPageParam: parameters.cursor ? { cursor: parameters.cursor } : {},
    getNextPageParam: ({ nextCursor }, _pages, _lastParam, params) => {
      if (!nextCursor) return undefined;
      const isRepeated = params.some((param) => param.cursor === nextCursor);
      return { cursor: nextCursor, ...(isRepeated && { isRepeated }) };
    },
  };
}

/** Checks the argument `client`, because a missing client would fail only in `queryFn`. */
function checkClient(client: unknown, method: Exclude<keyof Client, symbol>): void {
  if (typeof (client as Partial<Client> | undefined)?.[method] === "function") return;
  throw invalidValue("client", client, `an object with the method ${method}`);
}
