// `normalizeMetadata`, the function for programs.

import type { NormalizedMetadata } from "./normalized.js";
import { readDocument } from "./read-document.js";
import { type ResolveOptions, readResolveOptions } from "./resolve-options.js";

/**
 * Reads a metadata document in the spellings that collections use, and returns the document in one form. The document
 * is any JSON value, which may contain `bigint`s, or the JSON text of an object. A value of the wrong type for its
 * field is left out, and so is a URI with a scheme other than `http:`, `https:`, `ipfs:`, `ipns:`, `ar:` and, for
 * images and media, `data:`. Sends no request.
 * @param document document of {@link Client.tokenUri}, or any JSON value
 * @param options gateways of `ipfs:` and `ar:` URIs, and the id of the token
 * @returns the document in one form; a field is absent when the document has no value for it
 * @throws {EtherealQueryError} `invalid_argument` for an invalid option
 * @example
 * const document = { title: "Tree", image_url: "ipfs://bafkrei/7.png", traits: { Season: "Winter" } };
 * const token = normalizeMetadata(document, { gateways: ["https://gateway.example"] });
 * console.log(token.name, token.image[0]); // Tree https://gateway.example/ipfs/bafkrei/7.png
 * console.log(token.attributes); // [ { name: 'Season', value: 'Winter' } ]
 */
export function normalizeMetadata(document: unknown, options?: ResolveOptions): NormalizedMetadata {
  return readDocument(document, readResolveOptions(options));
}
