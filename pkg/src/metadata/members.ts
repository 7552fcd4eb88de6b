// Reads the members of documents, whose names collections spell in different ways.

import { entriesOf, isArray, itemsOf, readOr } from "../errors/unknown-value.js";

/** Maximum number of members of an object, and of items of an array. */
export const MAX_ITEMS = 1000;

/**
 * Parses the JSON text of an object, an array or a string. A parsed string may be such a JSON text again. Returns any
 * other value as it is.
 */
export function parsed(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*["[{]/.test(value)) return value;
  // `trim` also removes a byte order mark, which `JSON.parse` refuses.
  return readOr(value, () => parsed(JSON.parse(value.trim())));
}

/** Returns the items of an array, or the names and values of an object. */
export function childrenOf(value: unknown): [name: string | undefined, item: unknown][] {
  return isArray(value)
    ? itemsOf(value, MAX_ITEMS).map((item) => [undefined, item])
    : entriesOf(value, MAX_ITEMS);
}

/** The members of an object that no field has taken yet. */
export interface Members {
  /**
   * Takes members out, and returns their values in the order of `names`. A name is in lower case, without `_`, `-` and
   * spaces.
   */
  take: (...names: string[]) => unknown[];
  /** Returns the members that nothing has taken. */
  others: () => Record<string, unknown>;
}

/** Returns the members of an object; none for any other value. */
export function membersOf(object: unknown): Members {
  let members = entriesOf(object, MAX_ITEMS).map((entry) => ({ name: plainName(entry[0]), entry }));
  const takeOne = (name: string): unknown[] => {
    const taken = members.filter((member) => member.name === name);
    if (taken.length > 0) members = members.filter((member) => member.name !== name);
    return taken.map(({ entry: [, value] }) => value);
  };
  return {
    take: (...names) => names.flatMap(takeOne),
    others: () => Object.fromEntries(members.map(({ entry }) => entry)),
  };
}

/** Returns a name in the spelling that `take` expects. */
function plainName(name: string): string {
  return name.replace(/[-_ ]/g, "").toLowerCase();
}
