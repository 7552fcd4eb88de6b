// The options and results of `tokenUri`.

import type { CallOptions } from "./options.js";
import type { Json } from "../values.js";

/**
 * Options of {@link Client.tokenUri}.
 * @example
 * const options: TokenOptions = { integers: "exact", maxRetries: 0 };
 * console.log(typeof (await client.tokenUri(address, 2, { chainId: 1 }, options))); // object
 */
export interface TokenOptions extends CallOptions {
  /** `"exact"` returns integers beyond 2^53-1 as `bigint`. Default: rounded numbers, as by `JSON.parse`. */
  integers?: "exact" | undefined;
  /** Whether the result is a {@link RawDocument}, with the exact text, the status and the headers. Default: `false`. */
  raw?: boolean | undefined;
}

/**
 * The metadata document of a token, as its author published it. The client checks only that the document is JSON, so
 * each field can hold any JSON value: check a field before you use it. With `integers: "exact"` the values are {@link
 * ExactJson}.
 *
 * An author can also publish JSON that is not an object, such as `null`, and the client returns it: where that matters,
 * call `tokenUri<Json>(…)`. For an author whom you trust, pass your own type: `tokenUri<MyToken>(…)`.
 *
 * @example
 * const { name, image }: TokenMetadata = await client.tokenUri(address, 2, { chainId: 1 });
 * console.log(name, typeof image); // Ethereal Trees #2 string
 */
export interface TokenMetadata<Value = Json> {
  /** Name of the token; a string by convention. */
  name?: Value;
  /** Description of the token; a string by convention. */
  description?: Value;
  /** URI of the picture; a string by convention. {@link resolveUri} returns its URLs. */
  image?: Value;
  /** URI of a video, a sound or a page; a string by convention. */
  animation_url?: Value;
  /** Web page of the token; a string with an `https:` URL by convention. */
  external_url?: Value;
  /** Attributes; by convention an array of objects with `trait_type` and `value`. */
  attributes?: Value;
  /** Any other field. */
  [field: string]: Value | undefined;
}

/**
 * A metadata document with its exact text, and the status and headers of the response.
 * @example
 * const document: RawDocument = await client.tokenUri(address, 2, { chainId: 1 }, { raw: true });
 * console.log(document.status, document.data.name); // 200 Ethereal Trees #2
 */
export interface RawDocument<T = TokenMetadata> {
  /** The body as sent, with its key order, white space and digits. */
  text: string;
  /** The parsed document. */
  data: T;
  /** Status of the response. */
  status: number;
  /** Headers of the response, as far as CORS allows; the names are in lower case. */
  headers: Record<string, string>;
}
