// Reads the metadata document of a token, in the spellings that collections use.

import { entriesOf, isArray, itemsOf, memberOf } from "../errors/unknown-value.js";
import type { MetadataAttribute, MetadataLocalization, NormalizedMetadata } from "./normalized.js";
import { type ResolveOptions, type Resolver, readResolveOptions } from "./resolve-options.js";
import { resolveText } from "./resolve-uri.js";
import { startsWith, trimAscii, trimUri, utf8Length, wellFormed } from "./text.js";
import { parseUrl, serialiseUrl } from "./url.js";

/** Maximal number of characters of a text. */
const MAX_TEXT = 10_000;
/** Maximal number of attributes, of properties and of locales. */
const MAX_ITEMS = 1000;
/** Maximal number of bytes of a `data:` URI or of SVG text. */
const MAX_DATA_URL = 1_048_576;
/** Maximal number of bytes of another URI. */
const MAX_URL = 8192;

const IMAGES = ["data:image/"];
const MEDIA = ["data:image/", "data:audio/", "data:video/", "data:model/"];

/**
 * Reads a metadata document in the spellings that collections use, and returns it in one form. The document is any JSON
 * value, also one with `bigint`s. Values of another type are left out, and so are URIs other than `http:`, `https:`,
 * `ipfs:`, `ipns:`, `ar:` and `data:` of images and media. Sends no request.
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
  const resolver = readResolveOptions(options);
  const imageFields = ["image", "image_url", "imageUrl", "image_uri", "imageURI", "image_data"];
  const lists = ["attributes", "traits"].map((field) => readAttributes(memberOf(document, field)));
  return present<NormalizedMetadata>({
    name: firstText(document, ["name", "title"]),
    description: firstText(document, ["description"]),
    image: urlsOf(document, imageFields, IMAGES, resolver),
    animation: urlsOf(document, ["animation_url", "animationUrl", "animation"], MEDIA, resolver),
    externalUrl: firstUrl(document, ["external_url", "externalUrl", "external_link", "externalLink"]),
    backgroundColor: color(firstText(document, ["background_color", "backgroundColor"])),
    attributes: lists.find((list) => list.length > 0) ?? [],
    properties: readAttributes(memberOf(document, "properties")),
    localization: readLocalization(memberOf(document, "localization"), resolver),
  });
}

/** Returns an object without the members that are `undefined`. */
function present<T extends object>(object: { [Name in keyof T]: T[Name] | undefined }): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;
}

/** Returns the URLs of the fields `names`, without duplicates. `dataUrls` are the beginnings of the allowed ones. */
function urlsOf(object: unknown, names: string[], dataUrls: string[], resolver: Resolver): string[] {
  const urls = new Set<string>();
  for (const name of names) {
    const uri = memberOf(object, name);
    if (typeof uri !== "string") continue;
    for (const url of resolve(uri, resolver)) {
      if (["https://", "http://", ...dataUrls].some((start) => startsWith(url, start))) urls.add(url);
    }
  }
  return [...urls];
}

/** Returns the URLs of a URI or of SVG text; none for a URI that is invalid or too long. */
function resolve(text: string, resolver: Resolver): string[] {
  if (text.length > MAX_DATA_URL) return [];
  const uri = trimUri(wellFormed(text));
  const isInline = /^(<|data:)/i.test(uri);
  if (utf8Length(uri) > (isInline ? MAX_DATA_URL : MAX_URL)) return [];
  try {
    // A URL parser ignores these three characters (WHATWG URL §4.4).
    return resolveText(isInline ? uri : uri.replace(/[\t\n\r]/g, ""), resolver);
  } catch {
    return [];
  }
}

/** Returns the languages; `undefined` for a value that names none. */
function readLocalization(value: unknown, resolver: Resolver): MetadataLocalization | undefined {
  const uris = urlsOf(value, ["uri"], [], resolver);
  const languages = present<MetadataLocalization>({
    // A program replaces `{locale}`, whose brackets the URL parser has percent-encoded.
    uris: uris.map((url) => url.replaceAll("%7Blocale%7D", "{locale}")),
    default: firstText(value, ["default"]),
    locales: childrenOf(memberOf(value, "locales")).flatMap(([, locale]) => readText(locale) ?? []),
  });
  return uris.length > 0 || languages.default !== undefined || languages.locales.length > 0 ? languages : undefined;
}

/** Returns the first text among the fields `names` that is not empty. */
function firstText(object: unknown, names: string[]): string | undefined {
  return firstOf(names, (name) => {
    const text = readText(memberOf(object, name));
    return text === "" ? undefined : text;
  });
}

/** Returns the first result that is not `undefined`. */
function firstOf<T>(names: string[], read: (name: string) => T | undefined): T | undefined {
  for (const name of names) {
    const value = read(name);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Returns a string, shortened and without control characters but line breaks and tabs. */
function readText(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  return wellFormed(value.slice(0, MAX_TEXT)).replace(/[^\P{Cc}\n\t]/gu, "");
}

/** Returns the first `http:` or `https:` URL with a host and without user information among the fields `names`. */
function firstUrl(object: unknown, names: string[]): string | undefined {
  return firstOf(names, (name) => {
    const value = memberOf(object, name);
    if (typeof value !== "string" || value.length > MAX_URL) return undefined;
    const text = trimAscii(wellFormed(value));
    if (!/^https?:\/\/[^\s/]/i.test(text) || /\p{Cc}/u.test(text) || utf8Length(text) > MAX_URL) return undefined;
    const url = parseUrl(text);
    // `https://bank.example@evil.example` looks like a page of the bank.
    return url?.username === "" && url.password === "" ? serialiseUrl(text) : undefined;
  });
}

function color(text: string | undefined): string | undefined {
  const digits = /^#?([\da-f]{3}|[\da-f]{6}|[\da-f]{8})$/i.exec(text ?? "")?.[1];
  return digits && `#${digits.toLowerCase()}`;
}

/** Returns the items of an array, or the names and values of an object. */
function childrenOf(value: unknown): [name: string | undefined, item: unknown][] {
  return isArray(value) ? itemsOf(value, MAX_ITEMS).map((item) => [undefined, item]) : entriesOf(value, MAX_ITEMS);
}

function readAttributes(value: unknown): MetadataAttribute[] {
  const attributes: MetadataAttribute[] = [];
  for (const [key, item] of childrenOf(value)) {
    const name = firstText(item, ["trait_type", "traitType", "name"]) ?? readText(key);
    const displayType = firstText(item, ["display_type", "displayType"]);
    const maximum = firstOf(["max_value", "maxValue"], (field) => readNumberOrBoolean(memberOf(item, field)));
    const maxValue = typeof maximum === "boolean" ? undefined : maximum;
    for (const value of readValues(memberOf(item, "value") ?? item)) {
      attributes.push(present<MetadataAttribute>({ name, value, displayType, maxValue }));
    }
    if (attributes.length >= MAX_ITEMS) break;
  }
  return attributes.slice(0, MAX_ITEMS);
}

/** Returns a scalar, or the scalars of an array. */
function readValues(value: unknown): MetadataAttribute["value"][] {
  const items = isArray(value) ? itemsOf(value, MAX_ITEMS) : [value];
  return items.flatMap((item) => readText(item) ?? readNumberOrBoolean(item) ?? []);
}

/** Returns a finite number, a boolean, or the digits of a `bigint`. */
function readNumberOrBoolean(value: unknown): string | number | boolean | undefined {
  if (typeof value === "bigint") return String(value);
  return typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value)) ? value : undefined;
}
