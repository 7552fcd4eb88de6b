// Fields of a model lose no digit: a number below -(2^53-1) or above 2^53-1 becomes a string.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  CALLS,
  FIELDS as ALL_FIELDS,
  LIST,
  PROJECT,
  TOKEN,
  TRANSFER,
  respondingWith,
  assertDecodeError,
  show,
} from "./client.mjs";

/** What a number becomes in a field, by the kind of the field in models.json. */
const TYPES_OF_KINDS = {
  number: "number",
  scalar: "number or string",
  text: "string",
  address: "string",
  hash: "string",
};

/**
 * The fields of all models by the type of their values. Each has the call, a function that makes a body with a number
 * in the field, and a function that takes the value from the result.
 */
const FIELDS = { number: [], "number or string": [], string: [] };
for (const { field, kind, call, around, pick } of ALL_FIELDS) {
  const isList = kind.startsWith("list ");
  const itemKind = kind.replace(/^list /, "");
  const type = TYPES_OF_KINDS[itemKind];
  // The tests leave out the other kinds, such as `permissions`.
  if (!type) continue;
  if (isList) {
    // The number is the second item of the list.
    const bodyOf = (text) => around(`"${field}":["1",${text}]`);
    FIELDS[type].push([call, bodyOf, (result) => pick(result)[1]]);
  } else {
    FIELDS[type].push([call, (text) => around(`"${field}":${text}`), pick]);
  }
}
const recordWith = (field, text) => `{"_id":"1","status":"done","${field}":${text}}`;
// The client also accepts these names for nativeAmount and lastCheckedTimestamp. models.json does not have the names.
FIELDS.string.push([
  TRANSFER,
  (text) => recordWith("blessAmount", text),
  (record) => record.nativeAmount,
]);
FIELDS.number.push([
  LIST,
  (text) => `{"data":[${recordWith("lastCheckedAt", text)}]}`,
  ({ items }) => items[0].lastCheckedTimestamp,
]);
// In fields without a model, only large integers become strings. JSON.parse reads all other numbers.
const FREE = [
  [PROJECT, (text) => `{"later":[${text}]}`, (project) => project.later[0]],
  [PROJECT, (text) => `{"auth":{"aa":${text}}}`, (project) => project.auth.aa],
  [TRANSFER, (text) => recordWith("later", text), (record) => record.later],
  [
    LIST,
    (text) => `[${recordWith("deposits", `[{"amount":${text}}]`)}]`,
    ({ items }) => items[0].deposits[0].amount,
  ],
];

/** Numbers that a double holds without a loss of digits. */
const SAFE = [
  "0",
  "-0",
  "1",
  "-45",
  "9007199254740991",
  "-9007199254740991",
  "0.5",
  "1740953590.1234567",
  "1e-7",
];
/** Integers beyond 2^53-1. */
const INTEGERS = [
  "9007199254740992",
  "9007199254740993",
  "-9007199254740993",
  "18446744073709551616",
  "123456789012345678901234567890",
  `-${"9".repeat(30)}`,
  (2n ** 256n - 1n).toString(),
  "1".repeat(400),
];
/** Other numbers beyond 2^53-1, with an exponent or a fraction. */
const OTHERS = [
  "1e400",
  "-1e400",
  "1E+99999999999999999",
  "9007199254740993.0",
  "12345678901234567.5",
  "1e16",
  "1e22",
];
/**
 * The string for each number above whose string differs from the number in the body. `1e400` stays as it is, because it
 * would have more than 100 digits.
 */
const DIGITS = {
  "-0": "0",
  "1e-7": "0.0000001",
  "9007199254740993.0": "9007199254740993",
  "1e16": "1" + "0".repeat(16),
  "1e22": "1" + "0".repeat(22),
};
const INVALID = [
  "NaN",
  "-NaN",
  "Infinity",
  "-Infinity",
  "+1",
  "0x10",
  "1_000",
  "9007199254740993n",
  "1e",
  "01",
];

/** Asserts that the number `text` in the body becomes the value `expected` in the result. */
async function assertBecomes([call, body, pick], text, expected) {
  const value = pick(await CALLS[call](respondingWith(body(text)).client));
  assert.equal(show(value), show(expected), `${call}: ${body(text)}`);
}

const digitsOf = (text) => DIGITS[text] ?? text;

for (const [type, fields] of Object.entries(FIELDS)) {
  test(`keeps the digits of numbers in model fields of the type ${type}`, async () => {
    for (const field of fields) {
      for (const text of SAFE) {
        const expected = type === "string" ? digitsOf(text) : Number(text);
        await assertBecomes(field, text, expected);
      }
      for (const text of [...INTEGERS, ...OTHERS]) {
        await assertBecomes(field, text, digitsOf(text));
      }
    }
  });
}

test("keeps large integers of a field without a model", async () => {
  for (const field of FREE) {
    for (const text of [...SAFE, ...OTHERS]) await assertBecomes(field, text, Number(text));
    for (const text of INTEGERS) await assertBecomes(field, text, text);
  }
});

test("reads numbers of metadata like JSON.parse, or exactly on request", async () => {
  for (const text of [...SAFE, ...OTHERS, ...INTEGERS]) {
    const { client } = respondingWith(`{"n":[${text}]}`);
    assert.equal(show((await CALLS[TOKEN](client)).n[0]), show(Number(text)), text);
    const exact = INTEGERS.includes(text) ? BigInt(text) : Number(text);
    assert.equal(show((await CALLS[TOKEN](client, { integers: "exact" })).n[0]), show(exact), text);
  }
});

test("rejects an invalid JSON number in every field", async () => {
  for (const [call, body] of [...Object.values(FIELDS).flat(), ...FREE, [TOKEN, (text) => text]]) {
    for (const text of INVALID)
      await assertDecodeError(CALLS[call](respondingWith(body(text)).client), "invalid_json");
  }
});
