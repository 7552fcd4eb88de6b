// The members of documents, in the spellings that collections use.

import { entriesOf, isArray, itemsOf } from "../errors/unknown-value.js";

/** Maximal number of members of an object, and of items of an array. */
export const MAX_ITEMS = 1000;

/** The names of a document's images, the best first. */
export const IMAGE_NAMES = ["image", "imageurl", "imageuri", "imagedata"];

/** Returns the value of a JSON text of an object, an array or a text; any other value as it is. */
export function parsed(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*["[{]/.test(value)) return value;
  try {
    // A byte order mark counts as white space here, but not in JSON.
    return parsed(JSON.parse(value.trim()));
  } catch {
    return value;
  }
}

/** Returns the items of an array, or the names and values of an object. */
export function childrenOf(value: unknown): [name: string | undefined, item: unknown][] {
  return isArray(value) ? itemsOf(value, MAX_ITEMS).map((item) => [undefined, item]) : entriesOf(value, MAX_ITEMS);
}

/** The members of an object that are not read yet. */
export interface Members {
  /**
   * Returns the values of members by names in lower case, without `_`, `-` and spaces, in the order of the names. The
   * members are then read.
   */
  read: (...names: string[]) => unknown[];
  /** Returns the members that are not read. */
  others: () => Record<string, unknown>;
}

/** Returns the members of an object; none for any other value. */
export function membersOf(object: unknown): Members {
  let members = entriesOf(object, MAX_ITEMS).map((entry) => ({ name: plainName(entry[0]), entry }));
  const readOne = (name: string): unknown[] => {
    const found = members.filter((member) => member.name === name);
    if (found.length > 0) members = members.filter((member) => member.name !== name);
    return found.map(({ entry }) => entry[1]);
  };
  return {
    read: (...names) => names.flatMap(readOne),
    others: () => Object.fromEntries(members.map(({ entry }) => entry)),
  };
}

function plainName(name: string): string {
  return name.replace(/[-_ ]/g, "").toLowerCase();
}

/**
 * Returns the texts in a value: some documents have a list of images, or an object with the URI of one. The number of
 * values bounds the time that a hostile document takes.
 */
export function textsIn(value: unknown): string[] {
  const values = [value];
  // The loop also visits the values that it adds.
  for (const item of values) {
    if (values.length <= MAX_ITEMS) values.push(...childrenOf(item).map(([, child]) => child));
  }
  return values.filter((item) => typeof item === "string");
}
