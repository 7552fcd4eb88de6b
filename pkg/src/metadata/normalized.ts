// The type of a metadata document after `normalizeMetadata`.

/**
 * The metadata document of a token in one form. A field is absent, or a list is empty, when the document has no value
 * of the right type. No text has control characters except line breaks and tabs; invisible characters, and characters
 * that change the direction of text, stay.
 * @example
 * const token: NormalizedMetadata = normalizeMetadata(await client.tokenUri(address, 2, { chainId: 1 }));
 * console.log(token.name, token.image.length, token.attributes[0]?.name); // Ethereal Trees #2 3 Palette
 */
export interface NormalizedMetadata {
  /** Name of the token, at most 10,000 characters. */
  name?: string;
  /** Description, at most 10,000 characters. */
  description?: string;
  /** URLs of the image, best first: `http:`, `https:` and `data:image/…`. An SVG is safe only in an `<img>`. */
  image: string[];
  /** URLs of a video, a sound, a model or a web page, best first: `http:`, `https:`, and `data:` of media. */
  animation: string[];
  /** Web page of the token: an `http:` or `https:` URL. */
  externalUrl?: string;
  /** Background colour: `#` and 3, 6 or 8 hexadecimal digits, as in CSS. */
  backgroundColor?: string;
  /** Number of decimals of an amount of the token, as for ERC-1155: an integer from 0 to 255. */
  decimals?: number;
  /** Attributes, as for ERC-721; at most 1,000. */
  attributes: MetadataAttribute[];
  /** Properties, as for ERC-1155; at most 1,000. */
  properties: MetadataAttribute[];
  /** Languages of the document, as for ERC-1155. */
  localization?: MetadataLocalization;
  /** The fields of the document that no member above uses: unchecked, of any JSON type; at most 1,000. */
  otherFields: Record<string, unknown>;
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
  /** Maximum of a numeric value; a string of decimal digits if JavaScript would round the number. */
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
