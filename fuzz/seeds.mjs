// The first inputs of each fuzz target, and the words of its dictionary, from the sample data and the fixtures.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../scripts/run.mjs";

const read = (path) => readFileSync(join(root, path), "utf8");
const rows = (name) => read(`seed/${name}.ndjson`).trimEnd().split("\n");
const bytes = (...parts) =>
  Buffer.concat(parts.map((part) => Buffer.from(typeof part === "number" ? [part] : part)));
/** Leaves out long texts, because they make every mutation slow. */
const short = (list, maxLength = 2000) => list.filter((text) => text.length <= maxLength);

const tokens = rows("tokens").map((row) => JSON.parse(row));
const [transfers, ethereals] = [rows("transfers"), rows("ethereals")];
const vectors = JSON.parse(read("tests/conformance/vectors.json"));

const calls = JSON.parse(read("tests/calls.json"));
/** The calls of targets/body.rs in its order. "exact" is `tokenUri` with `integers: "exact"`. */
const CALLS = [...calls.map(({ method }) => method), "exact"];
// Modes of targets/body.rs. With `GENERATED`, the bytes after the mode are choices that generate a body.
const GENERATED = 20;
/** The mode of the first status of a failure; the next modes have the other statuses. */
const FIRST_FAILURE = 40;
/** An input of targets/body.rs. In mode 0, `text` is the body of a response with status 200. */
const body = (call, text, mode = 0) => bytes(CALLS.indexOf(call), mode, text);
/** Knuth's multiplier for hashes of 32 bits. */
const HASH_MULTIPLIER = 2_654_435_761;
/** Bytes for the choices of fuzz/src/generate.rs. They look random, but are the same in every run. */
const choices = (length, start) =>
  Buffer.from(
    Array.from({ length }, (_, i) => {
      // The factor 31 only makes the bytes of two starts different.
      const hash = (start * 31 + i) * HASH_MULTIPLIER;
      // `>>>` drops all but the lower 32 bits. The result is the highest byte of these bits.
      return hash >>> 24;
    }),
  );

const fixtures = readdirSync(join(root, "tests/fixtures")).map((name) => [
  name,
  read(join("tests/fixtures", name)),
]);
/** The call whose path has the first word of a fixture's name; `project` for a fixture of an error. */
const callOf = (name) => {
  const [word] = name.split(/[_.]/);
  const method = calls.find(({ endpoint }) => endpoint.includes(`/${word}`))?.method ?? "project";
  // The sample data has documents for `tokenUri` without `integers: "exact"`.
  return method === "tokenUri" ? "exact" : method;
};
const fields = Object.values(JSON.parse(read("tests/models.json"))).flatMap(Object.keys);
const targets = calls.map(({ target }) => target);
const { paths } = JSON.parse(read("service/openapi.json"));
const parameters = Object.values(paths).flatMap(({ get }) => get.parameters ?? []);
const queryNames = new Set(
  parameters.filter((parameter) => parameter.in === "query").map(({ name }) => `${name}=`),
);
/** Other spellings of names, and the names that the client returns: the rows of a table of docs/decisions.md. */
const otherSpellings = [
  ...read("docs/decisions.md").matchAll(/^\| (?:type )?`(\w+)` \| (?:type )?`(\w+)` \|$/gm),
].flatMap(([, spelling, name]) => [spelling, name]);

const DATES = [
  "Sun, 06 Nov 1994 08:49:37 GMT",
  "Sunday, 06-Nov-94 08:49:37 GMT",
  "Sun Nov  6 08:49:37 1994",
];
/** The time of all `DATES`, and a time in 2025. targets/retry_after.rs drops the lowest 11 bits. */
const TIMES = [784_111_777_000n, 1_740_953_590_000n].map((ms) => {
  const time = Buffer.alloc(8);
  time.writeBigUInt64LE(ms << 11n);
  return time;
});

export const SEEDS = {
  "base-url": {
    inputs: [
      "https://api.example.com/v1/",
      "http://127.0.0.1:8787/api",
      "http://[::1]:3000",
      "https://me:secret@a.b/",
      "https://xn--80ak6aa92e.com/%41",
      "https://a.b/%2e%2E/c",
      "https://a.b/?x=1#y",
      "//a.b",
      "https://a.b:65535",
    ],
    words: [
      "https://",
      "http:",
      "//",
      "\\",
      "@",
      ":",
      "%2e",
      "..",
      "/./",
      "?",
      "#",
      "[::]",
      "xn--",
      ":443",
      ":65536",
      "\t",
    ],
  },
  body: {
    inputs: [
      ...fixtures.map(([name, text]) => body(callOf(name), text)),
      // The fixtures again, each as the body of a different failure.
      ...fixtures.map(([, text], index) => body("ethereals", text, FIRST_FAILURE + index)),
      ...short(tokens.map(({ document }) => document)).map((text) => body("tokenUri", text)),
      ...short(transfers)
        .slice(0, 6)
        .map((text) => body("bridgeTransfer", `{"bridgeData":{"bridgeData":[${text}]}}`)),
      ...short(ethereals)
        .slice(0, 6)
        .map((text) => body("ethereals", `[${text}]`)),
      ...calls.map((call) => body(call.method, JSON.stringify(call.body))),
      ...CALLS.flatMap((call, at) =>
        [8, 20, 60, 150].map((length) => body(call, choices(length, at), GENERATED)),
      ),
      // A list in an unknown envelope, and two cursors.
      body("ethereals", `{"a":{"b":[${ethereals[0]}],"nextCursor":"c"},"nextCursor":null}`),
    ],
    words: [
      ...[
        ...fields,
        "bridgeData",
        "etherealData",
        "ethereals",
        "data",
        "items",
        "results",
        "nextCursor",
        "the service",
      ].map((name) => `"${name}":`),
      ...otherSpellings.map((name) => `"${name}"`),
      ":null,",
      ":[{",
      "}]",
      "9007199254740993",
      "-9007199254740992",
      "1e400",
      "\\u0001",
      "\\ud800",
      "\\u006",
      "\ufeff",
      // `KEY` of fuzz/src/client.rs, plain and escaped.
      "Py/B+G1=",
      "Py\\/B+G1=",
      '{"message":"',
      "true",
      "false",
      "[[[[[[[[",
      "]]]]]]]]",
    ],
  },
  cursor: {
    inputs: [0, 1, 2, 3, 4, 5].flatMap((mode) =>
      [1, 4].map((list) => {
        // Arbitrary numbers, in the order in which targets/cursor.rs reads them.
        const index = 2;
        const size = 3;
        const change = [1, 2, 3, 4];
        return bytes(mode, list, index, size, change);
      }),
    ),
    words: ["null", "=", "-", "_"],
  },
  query: {
    inputs: [
      ...targets,
      ...short(vectors.map(({ request }) => request?.path).filter(Boolean), 500),
    ].map((path) => bytes(0, path)),
    words: [
      ...queryNames,
      "mainnet",
      "sepolia",
      "active",
      "unfunded",
      "/ethereals?",
      "/project",
      "/tokens/",
      "/uri?",
      "/bridge/transfers/transactions/",
      "%2C",
      "+",
      "%00",
      "&",
      "0x0000000000000000000000000000000000000001",
    ],
  },
  "retry-after": {
    inputs: [...DATES, "120", " 0 ", "18446744073709551615"].flatMap((text) =>
      TIMES.map((time) => bytes(time, text)),
    ),
    words: [
      "Sun",
      "Monday",
      "Jan",
      "Feb",
      "Dec",
      " GMT",
      ", ",
      "-",
      "29",
      "60",
      "2000",
      "9999",
      "999999999999999999",
    ],
  },
};
