// Shared by the tests of hostile responses: a client of the built package, the calls, assertions, and the places in a
// body that can hold any JSON value.
import assert from "node:assert/strict";
import { Client, EtherealQueryError } from "../../pkg/dist/index.js";
import { CALLS as TABLE, callOf } from "../calls.mjs";
import MODELS from "../models.json" with { type: "json" };

/** The calls by endpoint. The list call reads the first page. */
export const CALLS = Object.fromEntries(
  TABLE.map(({ endpoint, query, send }) => [
    endpoint,
    (client, options) => send(client, query, options),
  ]),
);

// The keys of CALLS.
export const TOKEN = callOf("tokenUri").endpoint;
export const TRANSFER = callOf("bridgeTransfer").endpoint;
export const PROJECT = callOf("project").endpoint;
export const LIST = callOf("ethereals").endpoint;

/** A client that makes one attempt. Other tests cover retries. */
export function client(options) {
  return new Client({
    baseUrl: "https://hostile.invalid",
    apiKey: "hostile",
    maxRetries: 0,
    ...options,
  });
}

/** Returns `{ client, body, init }`. Every response to the client has the current `body` and `init`. */
export function respondingWith(body, options) {
  const service = { body, init: {} };
  service.client = client({
    fetch: async () => new Response(service.body, service.init),
    ...options,
  });
  return service;
}

/** A page of records whose ids contain `name`. */
export const createPage = (name, count) => ({
  etherealData: Array.from({ length: count }, (_, i) => ({
    _id: `${name} ${i}`,
    status: "active",
  })),
  nextCursor: null,
});

/** The JSON of a value, as bytes. */
export const bytesOf = (value) => new TextEncoder().encode(JSON.stringify(value));

/**
 * Asserts that the promise rejects with an error of the package of the expected kind and code. Without an expected
 * status, the error must have no status. Asserts that the message is one short line. Resolves with the error.
 */
export async function assertRejects(promise, expected) {
  const error = await promise.then(
    (value) => assert.fail(`resolved to ${JSON.stringify(value)?.slice(0, 200)}`),
    (reason) => reason,
  );
  assert.ok(error instanceof EtherealQueryError, String(error));
  const { kind, code, status } = error;
  assert.deepEqual({ kind, code, status }, { status: undefined, ...expected }, error.message);
  assert.doesNotMatch(error.message, /[\n\r]/);
  // At most 1,024 characters of the service's message, and some text around them. A character has up to two UTF-16
  // units.
  assert.ok(error.message.length < 2500, `a message of ${error.message.length} characters`);
  return error;
}

/** Asserts that the promise rejects because the body does not match the specification. */
export async function assertDecodeError(promise, code, status = 200) {
  const error = await assertRejects(promise, { kind: "decode", code, status });
  assert.equal(error.retryable, false);
  assert.match(error.pointer, /^(\/|$)/);
  assert.ok(Buffer.byteLength(error.bodySnippet) <= 256, error.bodySnippet);
  return error;
}

/** Asserts that two JSON values are equal in prototypes, own keys, the order of keys and the sign of zero. */
export function assertSameJson(actual, expected, message) {
  assert.deepStrictEqual(actual, expected, message);
  assert.equal(JSON.stringify(actual), JSON.stringify(expected), message);
}

/** The JSON that stands for the record until `bodyWith` replaces it with the text of the record. */
const PLACEHOLDER = '"the record"';

/**
 * The body of a call, with `members` added to its record. `members` is text, because an object cannot have repeated
 * keys and invalid numbers.
 */
function bodyWith({ body, record }, members) {
  const whole = { body: JSON.parse(body) };
  // After the loop, `parent[key]` is the record.
  let parent = whole;
  let key = "body";
  for (const step of record) {
    parent = parent[key];
    key = step;
  }
  const fields = JSON.stringify(parent[key]).slice(1, -1);
  parent[key] = JSON.parse(PLACEHOLDER);
  // A function, because `replace` would interpret a `$` in the text.
  return JSON.stringify(whole.body).replace(PLACEHOLDER, () => `{${fields},${members}}`);
}

/** The record in a result. In a page, the first record. */
const recordOf = (result) => result.items?.[0] ?? result;

/**
 * For each model, the `call` whose body has a record of the model. `around` makes the body from members of the record,
 * `levels` is the number of arrays and objects around such a member, and `record` takes the record from the result.
 */
const MODEL_PLACES = {};
for (const declared of TABLE) {
  const { endpoint: call, model, record: path } = declared;
  if (!model) continue;
  const around = (members) => bodyWith(declared, members);
  // The objects and arrays on the path to the record, and the record.
  const levels = path.length + 1;
  MODEL_PLACES[model] = { call, levels, around, record: recordOf };
  // A field can be a list of records of another model.
  for (const [field, kind] of Object.entries(MODELS[model])) {
    if (!kind.startsWith("list record ")) continue;
    const itemModel = kind.replace("list record ", "");
    MODEL_PLACES[itemModel] = {
      call,
      // Two more than in the outer record: the list and its item.
      levels: levels + 2,
      around: (members) => around(`"${field}":[{${members}}]`),
      record: (result) => recordOf(result)[field][0],
    };
  }
}

/**
 * Every field of every model, with its kind in models.json. `around` makes the body from members of the record, and
 * `pick` takes the value of the field from the result.
 */
export const FIELDS = Object.entries(MODELS).flatMap(([model, fields]) => {
  const { call, around, record } = MODEL_PLACES[model];
  return Object.entries(fields).map(([field, kind]) => ({
    name: `${field} of ${model}`,
    field,
    kind,
    call,
    around,
    pick: (result) => record(result)[field],
  }));
});

/**
 * The places of a body that can hold any JSON value. `around` makes the body from the text of the value, `levels` is
 * the number of arrays and objects around the value, and `pick` takes the value from the result.
 */
export const PLACES = [
  { call: TOKEN, place: "the document", around: (text) => text, levels: 0, pick: (value) => value },
  ...Object.entries(MODEL_PLACES).map(([model, { call, levels, around, record }]) => ({
    call,
    place: `a new field of ${model}`,
    around: (text) => around(`"later":${text}`),
    levels,
    pick: (result) => record(result).later,
  })),
  {
    call: PROJECT,
    place: "auth",
    around: (text) => `{"auth":{"area":${text}}}`,
    levels: 2,
    pick: ({ auth }) => auth.area,
  },
  {
    call: LIST,
    place: "deposits",
    around: (text) => `[{"_id":"1","status":"done","deposits":[${text}]}]`,
    levels: 3,
    pick: ({ items }) => items[0].deposits[0],
  },
];

/** Prints a value so that -0, bigints, lone surrogates and the order of keys are visible. */
export function show(value) {
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "number") return Object.is(value, -0) ? "-0" : String(value);
  if (Array.isArray(value)) return `[${value.map(show).join()}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.keys(value).map((key) => `${JSON.stringify(key)}:${show(value[key])}`);
  return `{${members.join()}}`;
}
