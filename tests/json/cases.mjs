// Every case, once. Written from the grammar and the rules of RFC 8259, group by group; `cases.json` is made of it.
import decided from "./cases/decided.mjs";
import numbers from "./cases/numbers.mjs";
import strings from "./cases/strings.mjs";
import structures from "./cases/structures.mjs";
import values from "./cases/values.mjs";
import words from "./cases/words.mjs";

export const cases = [...words, ...numbers, ...strings, ...structures, ...decided, ...values];
