// Reads the metadata document of a token, in the spellings that collections use.

import { isArray, isObject, itemsOf, memberOf } from "../errors/unknown-value.js";
import { isAtClosedGateway } from "./content.js";
import { IMAGE, IMAGE_NAMES, textsIn, urlsOf } from "./document-urls.js";
import { MAX_ITEMS, childrenOf, membersOf, parsed } from "./members.js";
import type { MetadataAttribute, MetadataLocalization, NormalizedMetadata } from "./normalized.js";
import type { Resolver } from "./resolver.js";
import { wellFormed } from "./text.js";

/** Maximum number of characters of a text. */
const MAX_TEXT = 10_000;

/** A URL without user information: `https://bank.example@evil.example` looks like a page of the bank. */
const PAGE = /^https?:\/\/[^/@]+\//;
const MEDIA = /^(https?:|data:(image|audio|video|model)\/)/i;

/** Reads a document like `normalizeMetadata`, without an error class. */
export function readDocument(document: unknown, resolver: Resolver): NormalizedMetadata {
  const { take, others } = membersOf(parsed(document));
  const properties = take("properties");
  // Some contracts send the JSON schema of EIP-721 with their texts: each text is the `description` of a property.
  const schema = membersOf(parsed(properties[0]));
  const inSchema = (name: string): unknown[] =>
    schema.take(name).map((property) => memberOf(property, "description"));
  // The page must stay on the host that the document names, so the gateways of the caller are not used.
  const externalUrls = urlsOf(take("externalurl", "externallink"), PAGE, {
    ...resolver,
    gateways: [],
    arweaveGateways: [],
  });
  // The resolver adds URLs at public gateways: after the URL at that host, but before the URL at a closed gateway.
  const externalUrl = externalUrls.find(isAtClosedGateway) ?? externalUrls[0];
  return withoutUndefined<NormalizedMetadata>({
    name: firstText([...take("name"), ...inSchema("name"), ...take("title")]),
    description: firstText([...take("description"), ...inSchema("description")]),
    image: urlsOf([...take(...IMAGE_NAMES), ...schema.take("image")], IMAGE, resolver),
    animation: urlsOf(take("animationurl", "animation", "video", "youtubeurl"), MEDIA, resolver),
    externalUrl,
    backgroundColor: color(firstText(take("backgroundcolor"))),
    decimals: tokenDecimals(take("decimals")[0]),
    attributes: firstAttributes(take("attributes", "traits")),
    properties: firstAttributes(properties),
    localization: readLocalization(parsed(take("localization")[0]), resolver),
    otherFields: others(),
  });
}

/** EIP-1155 has the decimals of ERC-20, whose type is `uint8`. */
const MAX_DECIMALS = 255;

function tokenDecimals(value: unknown): number | undefined {
  const decimals = Number(readNumber(value) ?? NaN);
  const isValid = Number.isInteger(decimals) && decimals >= 0 && decimals <= MAX_DECIMALS;
  return isValid ? decimals : undefined;
}

/** Returns an object without the members that are `undefined`. */
function withoutUndefined<T extends object>(object: { [Name in keyof T]: T[Name] | undefined }): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;
}

/** Returns the languages; `undefined` for a value that names none. */
function readLocalization(value: unknown, resolver: Resolver): MetadataLocalization | undefined {
  const { take } = membersOf(value);
  // The URL parser has percent-encoded the brackets of `{locale}`, which a program replaces by a language.
  const uris = urlsOf(take("uri"), PAGE, resolver).map((url) =>
    url.replaceAll("%7Blocale%7D", "{locale}"),
  );
  const language = firstText(take("default"));
  const locales = take("locales")
    .flatMap(textsIn)
    .flatMap((locale) => firstText([locale]) ?? []);
  if (language === undefined && uris.length === 0 && locales.length === 0) return undefined;
  return withoutUndefined<MetadataLocalization>({ uris, default: language, locales });
}

function color(text: string | undefined): string | undefined {
  const digits = /^#?([\da-f]{3}|[\da-f]{6}|[\da-f]{8})$/i.exec(text ?? "")?.[1];
  return digits && `#${digits.toLowerCase()}`;
}

/** Returns the attributes of the first value that has attributes. */
function firstAttributes(values: unknown[]): MetadataAttribute[] {
  return values.map((value) => readAttributes(parsed(value))).find((list) => list.length > 0) ?? [];
}

/** Beyond this number, the items within items are not read, because a hostile document may have any number. */
const MAX_VISITED_ITEMS = 2 * MAX_ITEMS;

function readAttributes(value: unknown): MetadataAttribute[] {
  const attributes: MetadataAttribute[] = [];
  const items = childrenOf(value);
  // The loop also visits the items that it adds.
  for (const [key, item] of items) {
    const { take } = membersOf(item);
    // Where a contract sends the JSON schema with its texts, the `description` is the value.
    const [ownValue] = take("value", "description");
    const name = firstText([...take("traittype", "trait", "name", "key"), key]);
    if (name === undefined && ownValue === undefined && isObject(item)) {
      const pair = pairIn(item);
      if (pair) {
        attributes.push(pair);
      } else if (items.length < MAX_VISITED_ITEMS) {
        // A list in the list, or an object of names and values.
        items.push(...childrenOf(item));
      }
      continue;
    }
    const displayType = firstText(take("displaytype"));
    const maxValue = readNumber(take("maxvalue")[0]);
    for (const scalar of scalarsOf(ownValue ?? item)) {
      const attribute = { name, value: scalar, displayType, maxValue };
      attributes.push(withoutUndefined<MetadataAttribute>(attribute));
    }
    if (attributes.length >= MAX_ITEMS) break;
  }
  return attributes.slice(0, MAX_ITEMS);
}

/** Returns the attribute in an array of a name and a value; `undefined` for any other value. */
function pairIn(item: unknown): MetadataAttribute | undefined {
  const [name, value, ...others] = isArray(item) ? scalarsOf(item) : [];
  return typeof name === "string" && value !== undefined && others.length === 0
    ? { name, value }
    : undefined;
}

/** Returns a scalar, or the scalars of an array. */
function scalarsOf(value: unknown): MetadataAttribute["value"][] {
  const items = isArray(value) ? itemsOf(value, MAX_ITEMS) : [value];
  return items.flatMap((item) => readScalar(item) ?? []);
}

/** Returns the text of the first value that is a number, or a text with more than white space. */
function firstText(values: unknown[]): string | undefined {
  const texts = values.map((value) => {
    const scalar = readScalar(value);
    return typeof scalar === "boolean" ? "" : String(scalar ?? "");
  });
  return texts.find((text) => text.trim() !== "");
}

/** Reads a number or its decimal digits. Returns a text for digits that a number would not print the same. */
function readNumber(value: unknown): string | number | undefined {
  const scalar = readScalar(value);
  if (typeof scalar !== "string") return typeof scalar === "boolean" ? undefined : scalar;
  if (!/^-?\d+(\.\d+)?$/.test(scalar)) return undefined;
  return String(Number(scalar)) === scalar ? Number(scalar) : scalar;
}

/** Matches control characters (`Cc`) other than line breaks and tabs: `[^\P{Cc}]` is the same as `\p{Cc}`. */
const CONTROL_CHARACTERS = /[^\P{Cc}\n\t]/gu;

/**
 * Returns a boolean, a finite number, the digits of a `bigint`, or a text: shortened, and without control characters
 * other than line breaks and tabs.
 */
function readScalar(value: unknown): string | number | boolean | undefined {
  if (typeof value === "bigint") return String(value);
  if (typeof value === "string")
    return wellFormed(value.slice(0, MAX_TEXT)).replace(CONTROL_CHARACTERS, "");
  return typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value))
    ? value
    : undefined;
}
