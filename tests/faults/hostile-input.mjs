// Passes hostile values in every parameter. The client must either reject the parameter by name before a request, or
// send exactly this value.
import { CALLS } from "../calls.mjs";
import { CANARY } from "./expected-responses.mjs";
import { correctResponse } from "./fetch-responses.mjs";
import { Client, isEtherealQueryError } from "../../pkg/dist/index.js";

const HOSTILE = {
  "two dots": "..",
  "one dot": ".",
  "encoded dots": "%2e%2e",
  slash: "/",
  backslash: "\\",
  "question mark": "?",
  hash: "#",
  "new line": "\r\nx-injected: 1",
  NUL: "\0",
  "lone surrogate": "\ud800",
  "a megabyte": "a".repeat(2 ** 20),
};
/** The hostile value alone, and after, before and between valid values, because a check may look at one end only. */
const COMBINATIONS = [
  (bad) => bad,
  (bad, good) => good + bad,
  (bad, good) => bad + good,
  (bad, good) => good + bad + good,
];

const LIMITS = { timeoutMs: 5000, deadlineMs: 5000, maxBodyBytes: 5000, signal: undefined };
/** Valid options of calls, by method. */
const OPTIONS = { tokenUri: { integers: "exact", raw: true, ...LIMITS }, project: LIMITS };
/** The parameters that also accept an array, by method. The client checks each item of the array separately. */
const LISTS = { ethereals: ["sourceChains", "sourceContracts", "statuses"] };

/**
 * Returns `make`, which creates a client and makes the call with these parameters, and the expected request: the
 * segments of the path, and the query as [name, value] pairs.
 */
function requestOf({ endpoint, all, send, values }, parameters, options) {
  const pick = (names) => Object.fromEntries(names.map((name) => [name, parameters[name]]));
  const variables = pick(Object.keys(values));
  const query = pick(Object.keys(all.query));
  // The part before the first slash is the HTTP method.
  const [, ...parts] = endpoint.split("/");
  const path = parts.map((part) => {
    const isVariable = part.startsWith(":");
    return isVariable ? variables[part.slice(1)] : part;
  });
  // The names in the request, in the order of `all.query`: "b" for `chainId`.
  const wireNames = [...new URL(all.target, "https://input.test").searchParams.keys()];
  const wireQuery = Object.values(query).map((value, i) => {
    // The request has a number for the standard of a token.
    const wireValue = value === "ERC1155" ? "1" : String(value);
    return [wireNames[i], wireValue];
  });
  return {
    // `async`, so that an exception of the constructor becomes a rejection.
    make: async (clientOptions) => send(new Client(clientOptions), query, options, variables),
    path,
    query: wireQuery,
  };
}

/** [name, value] for each hostile value, alone and in combination with a valid value. */
const hostileValues = (valid) =>
  Object.entries(HOSTILE).flatMap(([what, bad]) =>
    COMBINATIONS.map((combine) => [what, combine(bad, String(valid))]),
  );

/** Cases with one hostile value: in a parameter, in an item of a list, or in an option. All other values are valid. */
function* casesOfCalls() {
  for (const call of CALLS) {
    const good = { ...call.values, ...call.all.query };
    const options = OPTIONS[call.method] ?? {};
    const nameOf = (parameter, what) => `${call.method}, ${parameter}, ${what}`;
    for (const [parameter, valid] of Object.entries(good)) {
      for (const [what, value] of hostileValues(valid)) {
        yield {
          name: nameOf(parameter, what),
          parameter,
          ...requestOf(call, { ...good, [parameter]: value }),
        };
      }
    }
    for (const parameter of LISTS[call.method] ?? []) {
      const [firstItem] = good[parameter].split(",");
      for (const [what, item] of hostileValues(firstItem)) {
        yield {
          // "alone": the only item of the list.
          name: nameOf(parameter, `${what} alone`),
          parameter,
          ...requestOf(call, { ...good, [parameter]: [item] }),
        };
      }
    }
    // For the signal, which has no valid text, the valid value is empty.
    for (const [parameter, valid = ""] of Object.entries(options)) {
      for (const [what, value] of hostileValues(valid)) {
        yield {
          name: nameOf(parameter, what),
          parameter,
          ...requestOf(call, good, { ...options, [parameter]: value }),
        };
      }
    }
  }
}

/** Cases with a hostile value in the options of the client that a request contains: base URL and key. */
function* casesOfOptions() {
  const project = { path: ["project"], query: [] };
  for (const [what, bad] of Object.entries(HOSTILE)) {
    for (const combine of COMBINATIONS) {
      const segment = combine(bad, "deep");
      const baseUrl = `https://input.test/v1/${segment}/more`;
      const prefix = ["v1", ...segment.split("/"), "more"];
      const make = async (options) => new Client({ ...options, baseUrl }).project();
      yield { name: `baseUrl, ${what}`, make, parameter: "baseUrl", prefix, ...project };
      const key = combine(bad, CANARY);
      for (const [form, apiKey] of [
        ["text", key],
        ["function", async () => key],
      ]) {
        const withKey = async (options) => new Client({ ...options, apiKey }).project();
        yield {
          name: `apiKey as ${form}, ${what}`,
          make: withKey,
          parameter: "apiKey",
          key,
          ...project,
        };
      }
    }
  }
}

/** Reports how the request differs from the expected segments of the base URL, segments of the path, and query. */
function* urlFailures(request, prefix, path, query) {
  const url = new URL(request.url);
  // A URL may have only visible ASCII characters.
  if (!/^[\x21-\x7e]+$/.test(request.url) || url.hash !== "")
    yield `URL ${request.url.slice(0, 200)}`;
  const segments = url.pathname.split("/").slice(1);
  const expected = [...prefix, ...path];
  if (segments.length !== expected.length)
    yield `${segments.length} segments: ${url.pathname.slice(0, 200)}`;
  const isExpected = (segment, i) => {
    // Percent-encoding in the base URL stays unchanged. The client percent-encodes the variables of the path.
    const value = i < prefix.length ? segment : decodeURIComponent(segment);
    return value === expected[i];
  };
  if (!segments.every(isExpected)) yield `path ${url.pathname.slice(0, 200)}`;
  if (url.origin !== "https://input.test") yield `origin ${url.origin}`;
  const pairs = [...url.searchParams];
  if (JSON.stringify(pairs) !== JSON.stringify(query)) yield `query ${url.search.slice(0, 200)}`;
  const headers = [...request.headers.keys()].filter((name) => name !== "x-api-key");
  if (headers.length > 0) yield `headers ${headers}`;
}

/**
 * Runs one case and returns whether a request was sent. `parameter` has the hostile value, `prefix` has the segments of
 * the base URL, and `key` is the API key that a request may contain.
 */
async function runCase({ make, parameter, prefix = ["v1"], path, query, key = CANARY }, report) {
  const sent = [];
  const options = { baseUrl: "https://input.test/v1", apiKey: CANARY, maxRetries: 0 };
  const fetch = async (url, init) => {
    const request = new Request(url, init);
    sent.push(request);
    // The response does not depend on the hostile key.
    return correctResponse(new Request(request.url, { headers: { "x-api-key": CANARY } }));
  };
  const error = await make({ ...options, fetch }).then(
    () => undefined,
    (thrown) => thrown,
  );
  if (sent.length === 0) {
    if (!isEtherealQueryError(error, "invalid_argument")) report(`nothing sent, and ${error}`);
    else if (error.parameter !== parameter) report(`rejected, naming ${error.parameter}`);
    else if (error.message.length > 500) report(`a message of ${error.message.length} characters`);
    return false;
  }
  if (sent.length > 1) report(`${sent.length} requests`);
  for (const text of urlFailures(sent[0], prefix, path, query)) report(text);
  const header = sent[0].headers.get("x-api-key");
  if (header !== null && header !== key) report("another key was sent");
  return true;
}

/** Runs all cases. Returns how many were rejected and how many were sent. */
export async function runInput() {
  const failures = [];
  const counts = { cases: 0, refused: 0, sent: 0 };
  for (const testCase of [...casesOfCalls(), ...casesOfOptions()]) {
    const report = (text) => failures.push(`${testCase.name}: ${text}`);
    const sent = await runCase(testCase, report);
    counts.cases++;
    if (sent) counts.sent++;
    else counts.refused++;
  }
  return { failures, ...counts };
}
