// The paths from a body or a URL to objects, whose times are compared. Node.js and the page run the same paths.
import { Client } from "ethereal-query";
import JSONbig from "json-bigint";
import { CALLS } from "./calls.mjs";
import * as ajv from "./clients/ajv.mjs";
import * as hand from "./clients/hand.mjs";
import * as ky from "./clients/ky.mjs";
import * as openapi from "./clients/openapi-fetch.mjs";
import * as ours from "./clients/ours.mjs";
import * as valibot from "./clients/valibot.mjs";
import * as zodMini from "./clients/zod-mini.mjs";
import * as zod from "./clients/zod.mjs";
import { INVALID_PAGES, INVALID_TRANSFERS } from "./invalid.mjs";
import { repeatAsync, repeatPrepared, repeatSync } from "./runner.mjs";

const decoder = new TextDecoder();

/** Calls by the kind of their result. Call `i` has its own URL, because the client deduplicates equal requests. */
const DECODER_CALLS = {
  ethereals: (client, i) => client.ethereals({ pageSize: i + 1 }).page(),
  transfer: (client, i) => client.bridgeTransfer(`0x${String(i).padStart(64, "0")}`),
};

/**
 * Returns a `fetch` that waits for a response from the benchmark. `nextCall()` waits for the next call of `fetch`, and
 * resolves to the function that sends the response to this call.
 */
function manualFetch() {
  let reportCall;
  const nextCall = () =>
    new Promise((resolve) => {
      reportCall = resolve;
    });
  const fetch = () => new Promise((respond) => reportCall(respond));
  return { fetch, nextCall };
}

/**
 * A block (runner.mjs) with the time of our client from a response to checked objects. The package exports no decoder
 * without a request, so each call starts before the measurement, and its time begins when `fetch` resolves.
 */
function ourDecoder(kind, body) {
  const { fetch, nextCall } = manualFetch();
  const client = new Client({ baseUrl: "https://service.invalid", apiKey: "key", fetch });
  const prepareCall = async (i) => {
    const request = nextCall();
    const result = DECODER_CALLS[kind](client, i);
    // Throws if the call rejects before it sends its request.
    const respond = await Promise.race([request, result]);
    return { respond, response: new Response(body), result };
  };
  return repeatPrepared(prepareCall, ({ respond, response, result }) => {
    respond(response);
    return result;
  });
}

/** The paths from a body to objects. A path starts with text, bytes or a `Response`; our client with a `Response`. */
const decodePaths =
  (kind) =>
  ({ text, bytes }) => ({
    "JSON.parse": repeatSync(() => JSON.parse(text)),
    "TextDecoder + JSON.parse": repeatSync(() => JSON.parse(decoder.decode(bytes))),
    "response.json()": repeatPrepared(
      () => new Response(bytes),
      (response) => response.json(),
    ),
    "JSON.parse + hand-written": repeatSync(() => hand.checks[kind](JSON.parse(text))),
    "JSON.parse + ajv standalone": repeatSync(() => ajv.checks[kind](JSON.parse(text))),
    "JSON.parse + valibot": repeatSync(() => valibot.checks[kind](JSON.parse(text))),
    "JSON.parse + zod": repeatSync(() => zod.checks[kind](JSON.parse(text))),
    "JSON.parse + zod/mini": repeatSync(() => zodMini.checks[kind](JSON.parse(text))),
    Ours: ourDecoder(kind, bytes),
  });

const jsonBig = JSONbig({ useNativeBigInt: true });
const restoreInteger = (_, value, { source }) =>
  typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value)
    ? BigInt(source)
    : value;
/** Returns whether the engine passes the source text of a value to the reviver of `JSON.parse`. */
function passesSource() {
  let source;
  JSON.parse("1", (_, value, context) => {
    source = context?.source;
    return value;
  });
  return source === "1";
}
const hasSource = passesSource();

/** The paths for integers beyond 2^53, which JSON.parse rounds. Only our client also checks the records. */
const exactPaths = ({ text, bytes }) => ({
  "JSON.parse": repeatSync(() => JSON.parse(text)),
  "json-bigint": repeatSync(() => jsonBig.parse(text)),
  ...(hasSource && {
    "JSON.parse with context.source": repeatSync(() => JSON.parse(text, restoreInteger)),
  }),
  Ours: ourDecoder("ethereals", bytes),
});

const CLIENTS = {
  "hand-written": hand.client,
  "openapi-fetch, no checks": openapi.client,
  "ky, no checks": ky.client,
  "openapi-fetch + ajv standalone": ajv.client,
  "openapi-fetch + valibot": valibot.client,
  "openapi-fetch + zod": zod.client,
  "openapi-fetch + zod/mini": zodMini.client,
  Ours: ours.client,
};
const HTTP_CLIENTS = ["hand-written", "openapi-fetch, no checks", "openapi-fetch + zod", "Ours"];

/**
 * The blocks of one call: by `fetch` and `response.json()` alone, then by the clients `names`. Without the parameter
 * `fetch`, all blocks use the global `fetch`.
 */
function callPaths({ path, run }, names, { baseUrl, fetch }) {
  const apiKey = "key";
  const init = { headers: { "x-api-key": apiKey } };
  const fetchJson = async () => {
    const response = await (fetch ?? globalThis.fetch)(baseUrl + path, init);
    return response.json();
  };
  const repeatCall = (name) => {
    const client = CLIENTS[name]({ baseUrl, apiKey, fetch });
    return repeatAsync(() => run(client));
  };
  return {
    "fetch + response.json()": repeatAsync(fetchJson),
    ...Object.fromEntries(names.map((name) => [name, repeatCall(name)])),
  };
}

/** A call by a fetch that responds at once. */
const localPaths =
  (body) =>
  ({ bytes }) => {
    const fetch = async () =>
      new Response(bytes, { headers: { "content-type": "application/json" } });
    return callPaths(CALLS[body], Object.keys(CLIENTS), {
      baseUrl: "https://service.invalid/api",
      fetch,
    });
  };

/** A call over HTTP. */
const httpPaths =
  (body) =>
  ({ url }) =>
    callPaths(CALLS[body], HTTP_CLIENTS, { baseUrl: url });

const invalidPages = Object.keys(INVALID_PAGES);
const invalidTransfers = Object.keys(INVALID_TRANSFERS);

/**
 * The cases of each part. Ratios are to the first path of a case.
 * - `body`: the name of the body in data.mjs.
 * - `paths`: returns the block of each path by its name. The parameter is the loaded body: `{ url, bytes, text }`.
 * - `invalid`: names of bodies that every check must reject.
 * - `lossy`: paths that may return other records.
 */
export const CASES = {
  decode: [
    {
      title: "Page of 50",
      body: "page-50",
      paths: decodePaths("ethereals"),
      invalid: invalidPages,
    },
    {
      title: "Page of 1,000",
      body: "page-1000",
      paths: decodePaths("ethereals"),
      invalid: invalidPages,
    },
    {
      title: "Page of 10,000",
      body: "page-10000",
      paths: decodePaths("ethereals"),
      invalid: invalidPages,
    },
    {
      title: "One transfer",
      body: "transfer",
      paths: decodePaths("transfer"),
      invalid: invalidTransfers,
    },
    {
      title: "Page of 1,000, 77-digit integers",
      body: "exact",
      paths: exactPaths,
      lossy: ["JSON.parse"],
    },
  ],
  call: [
    { title: "Page of 50", body: "page-50", paths: localPaths("page-50"), invalid: invalidPages },
    {
      title: "One transfer",
      body: "transfer",
      paths: localPaths("transfer"),
      invalid: invalidTransfers,
    },
  ],
  http: [
    {
      title: "One transfer",
      body: "transfer",
      paths: httpPaths("transfer"),
      invalid: invalidTransfers,
    },
    { title: "Page of 50", body: "page-50", paths: httpPaths("page-50"), invalid: invalidPages },
    {
      title: "Page of 1,000",
      body: "page-1000",
      paths: httpPaths("page-1000"),
      invalid: invalidPages,
    },
  ],
};

const UNCHECKED = [
  "JSON.parse",
  "TextDecoder + JSON.parse",
  "response.json()",
  "fetch + response.json()",
];
/** Returns whether a path checks nothing. */
export const isUnchecked = (name) => UNCHECKED.includes(name) || name.endsWith("no checks");
