// Options for TanStack Query, which caches results, shares them between components and refetches them. They are plain
// objects, so that this entry depends on no adapter and no version of it.

import type { Client } from "./client.js";
import type { BridgeTransfer, Ethereal, Project } from "./models.js";
import { paginationStalled } from "./pagination-stalled.js";
import { phaseOf } from "./phase.js";
import type { TokenMetadata, TokenQuery } from "./token.js";
import type { EtherealsQuery, Page, TransferQuery } from "./types.js";
import type { ExactJson } from "./values.js";

/** How long a token's document is fresh: a contract may change it. The client's `cache` keeps it as long. */
const TOKEN_STALE_MS = 300_000;
/** The time between polls of a transfer under way, as that of `watchTransfer` after a change. */
const POLL_MS = 5_000;

/** What TanStack Query passes to the functions of {@link QueryOptions}: the query, with its last result. */
export interface QueryState<T> {
  readonly state: { readonly data: T | undefined };
}

/**
 * Options of `useQuery`, `fetchQuery`, `prefetchQuery` and their like, see {@link bridgeTransferOptions}.
 * @example const { data, error } = useQuery(projectOptions(client));
 */
export interface QueryOptions<T> {
  /** Begins with `"ethereal-query"` and the method of the client. It holds strings and objects of strings only. */
  queryKey: readonly ["ethereal-query", string, ...unknown[]];
  /** Makes the call. A query that nobody uses any more aborts it. */
  queryFn: (context: { signal: AbortSignal }) => Promise<T>;
  /** The client retries by itself; retries on top of its own would multiply. */
  retry: false;
}

/**
 * Options for the metadata of a token, see {@link Client.tokenUri}. A result is fresh for five minutes. Different
 * spellings of the same token (`7`, `7n`, `"0x7"`) have the same key.
 *
 * @example
 * const { data } = useQuery(tokenUriOptions(client, address, 7n, { chainId: 1 }));
 * console.log(data?.name); // "Tree #7"
 */
export function tokenUriOptions<T = TokenMetadata>(
  client: Pick<Client, "tokenUri">,
  address: string,
  id: string | number | bigint,
  token: TokenQuery,
  options?: { integers?: undefined },
): QueryOptions<T> & { staleTime: number };
/**
 * The document with exact integers: those beyond 2^53-1 are `bigint`s.
 * @example
 * const { data } = useQuery(tokenUriOptions(client, address, 7n, { chainId: 1 }, { integers: "exact" }));
 * console.log(data?.supply); // 123456789012345678901234567890n
 */
export function tokenUriOptions<T = TokenMetadata<ExactJson>>(
  client: Pick<Client, "tokenUri">,
  address: string,
  id: string | number | bigint,
  token: TokenQuery,
  options: { integers: "exact" },
): QueryOptions<T> & { staleTime: number };
export function tokenUriOptions(
  client: Pick<Client, "tokenUri">,
  address: string,
  id: string | number | bigint,
  token: TokenQuery,
  options: { integers?: "exact" | undefined } = {},
): QueryOptions<unknown> & { staleTime: number } {
  const { chainId, standard } = token;
  const { integers } = options;
  const isErc1155 = standard === "ERC1155" || standard === 1;
  const parts = {
    address: lowerCase(address),
    id: decimal(id),
    chainId: String(chainId),
    standard: isErc1155 ? "ERC1155" : "ERC721",
    integers,
  };
  return {
    queryKey: ["ethereal-query", "tokenUri", parts],
    queryFn: ({ signal }) =>
      integers
        ? client.tokenUri(address, id, token, { signal, integers })
        : client.tokenUri(address, id, token, { signal }),
    retry: false,
    staleTime: TOKEN_STALE_MS,
  };
}

/**
 * Options for the transfer with a hash, see {@link Client.bridgeTransfer}; the result is `null` when there is none. A
 * transfer under way is stale at once and refetched every five seconds while a component shows it. A transfer that is done
 * stays fresh, because it cannot change any more.
 *
 * @example
 * const { data } = useQuery(bridgeTransferOptions(client, hash, { chain: "sepolia" }));
 * console.log(data?.status); // "wait-rb"
 * @example
 * // Polls also while no transfer has the hash.
 * const { data } = useQuery({ ...bridgeTransferOptions(client, hash), refetchInterval: 10_000 });
 */
export function bridgeTransferOptions(
  client: Pick<Client, "bridgeTransfer">,
  hash: string,
  query: TransferQuery = {},
): QueryOptions<BridgeTransfer | null> & {
  staleTime: (query: QueryState<BridgeTransfer | null>) => number;
  refetchInterval: (query: QueryState<BridgeTransfer | null>) => number | false;
} {
  const parts = { hash: lowerCase(hash), chain: query.chain ?? "mainnet" };
  return {
    queryKey: ["ethereal-query", "bridgeTransfer", parts],
    queryFn: ({ signal }) => client.bridgeTransfer(hash, query, { signal }),
    retry: false,
    staleTime: ({ state }) => (phaseOf(state.data) === "done" ? Infinity : 0),
    refetchInterval: ({ state }) => {
      const phase = phaseOf(state.data);
      return phase === "pending" || phase === "manual" ? POLL_MS : false;
    },
  };
}

/**
 * Options for the project of the API key, see {@link Client.project}. The key is no part of the query's key: give clients
 * with different API keys a `QueryClient` each, or clear it when the key changes.
 *
 * @example
 * const { data } = useQuery(projectOptions(client));
 * console.log(data?.balance); // "0.1"
 */
export function projectOptions(client: Pick<Client, "project">): QueryOptions<Project> {
  return {
    queryKey: ["ethereal-query", "project"],
    queryFn: ({ signal }) => client.project({ signal }),
    retry: false,
  };
}

/** The parameter of a page in an infinite query of ethereals. */
export interface EtherealsPageParam {
  /** Where the page begins; absent for the first. */
  cursor?: string;
  /** Whether an earlier page of the query had the same cursor, so that the list would never end. */
  isRepeated?: boolean;
}

/**
 * Options of `useInfiniteQuery` and `fetchInfiniteQuery`, see {@link etherealsInfiniteOptions}.
 * @example const { data, fetchNextPage } = useInfiniteQuery(etherealsInfiniteOptions(client));
 */
export interface InfiniteQueryOptions<T> extends Pick<QueryOptions<T>, "queryKey" | "retry"> {
  /** Loads one page. A query that nobody uses any more aborts it. */
  queryFn: (context: { signal: AbortSignal; pageParam: EtherealsPageParam }) => Promise<T>;
  /** Begins at the `cursor` of the query, or at the first page. */
  initialPageParam: EtherealsPageParam;
  /** The parameter of the page after `last`; `undefined` after the last one. */
  getNextPageParam: (
    last: T,
    pages: T[],
    lastParam: EtherealsPageParam,
    params: EtherealsPageParam[],
  ) => EtherealsPageParam | undefined;
}

/**
 * Options for the list of ethereals, see {@link Client.ethereals}. Each page is `{ items, nextCursor }`. A page whose cursor
 * was given before fails with kind `pagination_stalled`.
 *
 * @example
 * const { data, hasNextPage, fetchNextPage } = useInfiniteQuery(etherealsInfiniteOptions(client, { sourceChains: [1] }));
 * const items = data?.pages.flatMap((page) => page.items);
 */
export function etherealsInfiniteOptions(
  client: Pick<Client, "ethereals">,
  query: EtherealsQuery = {},
): InfiniteQueryOptions<Page<Ethereal>> {
  const { chain, sourceChains, sourceContracts, statuses, pageSize, cursor } = query;
  const parts = {
    chain: chain ?? "mainnet",
    sourceChains: texts(sourceChains),
    sourceContracts: texts(sourceContracts),
    statuses: texts(statuses),
    pageSize: pageSize === undefined ? undefined : String(pageSize),
    cursor: cursor ?? undefined,
  };
  return {
    queryKey: ["ethereal-query", "ethereals", parts],
    queryFn: async ({ signal, pageParam }) => {
      if (pageParam.isRepeated) throw paginationStalled();
      return client.ethereals({ ...query, cursor: pageParam.cursor }, { signal }).page();
    },
    retry: false,
    initialPageParam: cursor ? { cursor } : {},
    getNextPageParam: ({ nextCursor }, _pages, _lastParam, params) => {
      if (!nextCursor) return undefined;
      const isRepeated = params.some((param) => param.cursor === nextCursor);
      return { cursor: nextCursor, ...(isRepeated && { isRepeated }) };
    },
  };
}

// A key only needs to be stable: a value that breaks its rule keeps its text, and the call refuses it.

function lowerCase(text: unknown): string {
  return String(text).toLowerCase();
}

/** The decimal digits of an id in any spelling. */
function decimal(id: string | number | bigint): string {
  try {
    return String(BigInt(id));
  } catch {
    return String(id);
  }
}

function texts(list: EtherealsQuery["sourceChains"] | EtherealsQuery["sourceContracts"]): string[] | undefined {
  const items = Array.isArray(list) ? list.map(String) : String(list ?? "").split(",");
  const trimmed = items.map((item) => item.trim()).filter((item) => item !== "");
  return trimmed.length === 0 ? undefined : trimmed;
}
