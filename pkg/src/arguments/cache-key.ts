// The keys under which caches such as TanStack Query keep the results of calls. Calls that send the same request have
// the same key, even if a program spells their arguments differently. An invalid value keeps its text in the key, and
// the call rejects the value.

import { unreadableArgument } from "../errors/error.js";
import { scalarText } from "../errors/unknown-value.js";
import type { EtherealsQuery, TokenQuery } from "../generated/requests.js";

/** Returns the parts of the key of a call of `tokenUri`. */
export function tokenKey(
  address: unknown,
  id: unknown,
  { chainId, standard }: TokenQuery,
): Record<string, string> {
  return {
    address: text(address).toLowerCase(),
    id: decimal(id, /^(\d+|0x[\da-f]+)$/i),
    chainId: decimal(chainId),
    standard: STANDARDS.get(text(standard)) ?? text(standard),
  };
}

/** The standards by the spellings that the client accepts. The service assumes ERC721 for an absent standard. */
const STANDARDS = new Map([
  ["", "ERC721"],
  ["0", "ERC721"],
  ["1", "ERC1155"],
]);

/** Returns the parts of the key of a call of `bridgeTransfer`. */
export function transferKey(hash: unknown, chain?: unknown): Record<string, string> {
  return { hash: text(hash).toLowerCase(), chain: chainKey(chain) };
}

/** Returns the parts of the key of a call of `ethereals`; `undefined` for an absent part. */
export function etherealsKey(query: EtherealsQuery): Record<string, string | string[] | undefined> {
  const { chain, sourceChains, sourceContracts, statuses, pageSize, cursor } = query;
  try {
    return {
      chain: chainKey(chain),
      sourceChains: items(sourceChains),
      sourceContracts: items(sourceContracts),
      statuses: items(statuses),
      pageSize: decimal(pageSize) || undefined,
      cursor: text(cursor) || undefined,
    };
  } catch (thrown) {
    throw unreadableArgument("query", thrown);
  }
}

function chainKey(chain: unknown): string {
  return text(chain) || "mainnet";
}

/**
 * Returns the items of a filter, each once; `undefined` without items. Keeps the order of the items, because a cursor
 * depends on the order.
 */
function items(list: unknown): string[] | undefined {
  const joined = Array.isArray(list) ? list.map(text).join() : text(list);
  if (joined === "") return undefined;
  const trimmed = joined.split(",").map((item) => item.trim());
  return [...new Set(trimmed)];
}

/** Returns the decimal digits of an integer; the text of another value. */
function decimal(value: unknown, integer = /^\d+$/): string {
  const digits = text(value);
  return integer.test(digits) ? String(BigInt(digits)) : digits;
}

/**
 * Returns the text of a string or a number, and an empty text for an absent value. For any other value, whose
 * `toString` may throw, returns its type in brackets.
 */
function text(value: unknown): string {
  if (value === undefined || value === null) return "";
  return scalarText(value) ?? `[${typeof value}]`;
}
