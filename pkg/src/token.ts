// What `tokenUri` takes and gives.

import type { CallOptions } from "./types.js";
import type { Json } from "./values.js";

/**
 * Which token is meant.
 * @example const query: TokenQuery = { chainId: 42161, standard: "ERC1155" };
 */
export interface TokenQuery {
  /** Id of the chain the contract is on (EIP-155), 1 to 2^53-1. */
  chainId: number | string | bigint;
  /** Token standard: `"ERC721"` (0) or `"ERC1155"` (1). The service assumes ERC721. */
  standard?: "ERC721" | "ERC1155" | 0 | 1 | undefined;
}

/** Options of {@link Client.tokenUri}. */
export interface TokenOptions extends CallOptions {
  /** `"exact"`: integers beyond 2^53-1 arrive as `bigint` instead of being rounded as by `JSON.parse`. */
  integers?: "exact" | undefined;
  /** `true`: the result is a {@link RawDocument}. */
  raw?: boolean | undefined;
}

/**
 * The metadata document of a token, as its author published it. The client checks that the document is JSON and nothing
 * else, so every field can hold any JSON value: check a field before you use it. With `integers: "exact"` the values are
 * {@link ExactJson}.
 *
 * An author may also publish JSON that is not an object, such as `null`, and the client returns it: ask for
 * `tokenUri<Json>(…)` where that matters. Name a type of your own, `tokenUri<MyToken>(…)`, for authors whom you trust.
 *
 * @example
 * const { name, image } = await client.tokenUri(address, id, { chainId: 1 });
 * if (typeof image === "string") console.log(name, resolveUri(image)[0]);
 */
export interface TokenMetadata<Value = Json> {
  /** Name of the token; a string by convention. */
  name?: Value;
  /** Description of the token; a string by convention. */
  description?: Value;
  /** URI of the picture; a string by convention, see {@link resolveUri}. */
  image?: Value;
  /** URI of a video, a sound or a page; a string by convention. */
  animation_url?: Value;
  /** Page of the token; a string with an `https:` URL by convention. */
  external_url?: Value;
  /** Attributes; by convention an array of objects with `trait_type` and `value`. */
  attributes?: Value;
  /** Any other field. */
  [field: string]: Value | undefined;
}

/**
 * A document with its exact text.
 * @example
 * const { text, data } = await client.tokenUri(address, id, { chainId: 1 }, { raw: true });
 * console.log(text.length, data.name); // 312 "Tree #7"
 */
export interface RawDocument<T = TokenMetadata> {
  /** The body as sent: key order, white space, every digit. */
  text: string;
  /** The parsed document. */
  data: T;
  /** Status of the answer. */
  status: number;
  /** Headers of the answer that the host lets a page see, names in lower case. */
  headers: Record<string, string>;
}
