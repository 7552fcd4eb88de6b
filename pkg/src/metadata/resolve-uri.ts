// `resolveUri`, the function for programs.

import { invalidArgument } from "../errors/error.js";
import { invalidText, quoted } from "../errors/text-argument.js";
import { textOf } from "../errors/unknown-value.js";
import { type ResolveOptions, readResolveOptions } from "./resolve-options.js";
import { resolveText } from "./resolve-text.js";
import { wellFormed } from "./text.js";

/**
 * Returns the URLs of a URI, best first, as `new URL` serialises them. An `ipfs:`, `ipns:` or `ar:` URI, and a URL of
 * content at a gateway, has URLs at each gateway. Quotes and angle brackets in a URL are percent-encoded. Sends no
 * request.
 * @param uri URI, such as `ipfs://bafkrei/7.png`
 * @param options gateways of `ipfs:` and `ar:` URIs, and the id of the token
 * @returns one URL or more, the best first
 * @throws {EtherealQueryError} `invalid_argument` for a scheme other than `ipfs:`, `ipns:`, `ar:`, `http:`, `https:`
 * and `data:`; for a URL that `new URL` does not accept; and for `..` segments below a gateway
 * @example
 * console.log(resolveUri("ipfs://bafkrei/7.png")[0]); // https://4everland.io/ipfs/bafkrei/7.png
 */
export function resolveUri(uri: string, options?: ResolveOptions): string[] {
  const text = textOf(uri);
  // A lone surrogate is half a character.
  if (text === undefined || text !== wellFormed(text))
    throw invalidText("uri", uri, "a string of whole characters");
  return resolveText(text, readResolveOptions(options), (trimmed, rule) =>
    // Not `invalidText`, which hides long texts because they could be an API key: most URIs are long.
    invalidArgument("uri", `Invalid uri: ${quoted(trimmed)}. Expected ${rule}.`),
  );
}
