/**
 * The metadata of tokens: documents in one form, and texts and links that name a token. Rust computes both.
 *
 * @packageDocumentation
 */

import type { ResolveOptions } from "./helpers.js";
import { metadata } from "./metadata-instance.js";
import type { Address } from "./values.js";

/**
 * The metadata document of a token in one form. A field is absent, or a list is empty, when the document has no value
 * of the right type. No text has control characters but line breaks and tabs; invisible characters, and characters that
 * change the direction of text, stay.
 * @example
 * const token: NormalizedMetadata = normalizeMetadata(await client.tokenUri(address, 2, { chainId: 1 }));
 * console.log(token.name, token.image.length, token.attributes[0]?.name); // Ethereal Trees #2 2 Palette
 */
export interface NormalizedMetadata {
  /** Name of the token, at most 10,000 characters. */
  name?: string;
  /** Description, at most 10,000 characters. */
  description?: string;
  /** URLs of the image, best first: `http:`, `https:` and `data:image/…`. An SVG is safe only in an `<img>`. */
  image: string[];
  /** URLs of a video, a sound, a model or a page, best first: `http:`, `https:`, and `data:` of media. */
  animation: string[];
  /** Web page of the token: an `http:` or `https:` URL. */
  externalUrl?: string;
  /** Background colour: `#` and 3, 6 or 8 hexadecimal digits, as in CSS. */
  backgroundColor?: string;
  /** Attributes, as for ERC-721; at most 1,000. */
  attributes: MetadataAttribute[];
  /** Properties, as for ERC-1155; at most 1,000. */
  properties: MetadataAttribute[];
  /** Languages of the document, as for ERC-1155. */
  localization?: MetadataLocalization;
}

/**
 * An attribute or a property of a token.
 * @example
 * const attribute: MetadataAttribute = { name: "Level", value: 5, displayType: "number", maxValue: 10 };
 * const { attributes } = normalizeMetadata({ traits: { Level: 5n ** 30n } });
 * console.log(attribute.name, attributes[0]?.value); // Level 931322574615478515625
 */
export interface MetadataAttribute {
  /** Name; absent when the document has only a value. */
  name?: string;
  /** Value. A `bigint` of the document is a string of decimal digits. */
  value: string | number | boolean;
  /**
   * How to show the value: `number`, `boost_number`, `boost_percentage`, `date` (Unix time in seconds), or any text.
   */
  displayType?: string;
  /** Maximum of a numeric value. A `bigint` of the document is a string of decimal digits. */
  maxValue?: string | number;
}

/**
 * The languages of a document (EIP-1155).
 * @example
 * const localization = { uri: "https://a.example/{locale}.json", default: "en", locales: ["en", "fr"] };
 * const languages: MetadataLocalization | undefined = normalizeMetadata({ localization }).localization;
 * console.log(languages?.locales.length); // 2
 */
export interface MetadataLocalization {
  /** URLs of the documents in other languages, best first; `{locale}` stands for the language. */
  uris: string[];
  /** Language of this document. */
  default?: string;
  /** Languages that exist; at most 1,000. */
  locales: string[];
}

/**
 * Reads a metadata document in the spellings that collections use, and returns it in one form. The document is any JSON
 * value, also one with `bigint`s. Values of another type are left out, and so are URIs other than `http:`, `https:`,
 * `ipfs:`, `ipns:`, `ar:` and `data:` of images and media. Sends no request.
 * @throws {EtherealQueryError} `invalid_argument` for an invalid option
 * @example
 * const document = { title: "Tree", image_url: "ipfs://bafkrei/7.png", traits: { Season: "Winter" } };
 * const token = normalizeMetadata(document, { gateways: ["https://gateway.example"] });
 * console.log(token.name, token.image[0]); // Tree https://gateway.example/ipfs/bafkrei/7.png
 * console.log(token.attributes); // [ { name: 'Season', value: 'Winter' } ]
 */
export function normalizeMetadata(document: unknown, options?: ResolveOptions): NormalizedMetadata {
  return metadata().call((rust) => rust.normalizeMetadata(document, options) as NormalizedMetadata);
}

/**
 * A token, as far as a text names it. With a chain id it is a `TokenRef`, which `client.tokenUris` takes.
 * @example
 * const token: ParsedTokenRef | null = parseTokenRef(`${address} #2`);
 * const tokens: TokenRef[] = token ? [{ chainId: 1, ...token }] : [];
 * console.log((await client.tokenUris(tokens)).length); // 1
 */
export interface ParsedTokenRef {
  /** Chain id; absent when the text does not name the chain. */
  chainId?: number;
  /** Contract address, in the case of the text. Its checksum is not verified. */
  address: Address;
  /** Token id in decimal, without leading zeros. */
  id: string;
  /** Token standard; absent unless the text is a CAIP-19 id. */
  standard?: "ERC721" | "ERC1155";
}

/**
 * Reads a text that names one token: a CAIP-19 id, `address/id`, `address id`, `chainId/address/id`, or a link of a
 * known marketplace or block explorer. Returns `null` for any other text, and for a text of more than 2,048 bytes. The
 * host of a link must be exactly that of a known site.
 * @throws {EtherealQueryError} `invalid_argument` for a value that is not a string
 * @example
 * const token = parseTokenRef("eip155:1/erc721:0x06012c8cf97BEaD5deAe237070F9587f8E7A266d/771769");
 * console.log(token?.chainId, token?.id, token?.standard); // 1 771769 ERC721
 * console.log(parseTokenRef("CryptoKitty 771769")); // null
 */
export function parseTokenRef(text: string): ParsedTokenRef | null {
  return metadata().call((rust) => rust.parseTokenRef(text) as ParsedTokenRef | null);
}
