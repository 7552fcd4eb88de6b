// All cases, group by group, written from the grammar and the rules of RFC 8259. make.mjs writes them to cases.json.
import decided from "./cases/decided.mjs";
import numbers from "./cases/numbers.mjs";
import strings from "./cases/strings.mjs";
import structures from "./cases/structures.mjs";
import values from "./cases/values.mjs";
import words from "./cases/words.mjs";

export const cases = [...words, ...numbers, ...strings, ...structures, ...decided, ...values];
