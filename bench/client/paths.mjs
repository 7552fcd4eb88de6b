// Everything whose time is compared, in Node.js and in a page alike. A path is one line.
import JSONbig from "json-bigint";
import { CALLS } from "./calls.mjs";
import * as clients from "./clients.mjs";
import { ours } from "./decode.mjs";
import { repeatAsync, repeatPrepared, repeatSync } from "./runner.mjs";
import { checks as ajv } from "./schemas/ajv.mjs";
import { checks as hand } from "./schemas/hand.mjs";
import { checks as valibot } from "./schemas/valibot.mjs";
import { checks as mini } from "./schemas/zod-mini.mjs";
import { checks as zod } from "./schemas/zod.mjs";

const decoder = new TextDecoder();

/** From a body to objects. Ours and `response.json()` begin with a Response, the others with text, which is to their advantage. */
const decode = (kind) => ({ text, bytes }) => ({
  "JSON.parse": repeatSync(() => JSON.parse(text)),
  "TextDecoder + JSON.parse": repeatSync(() => JSON.parse(decoder.decode(bytes))),
  "response.json()": repeatPrepared(() => new Response(bytes), (response) => response.json()),
  "JSON.parse + hand-written": repeatSync(() => hand[kind](JSON.parse(text))),
  "JSON.parse + ajv standalone": repeatSync(() => ajv[kind](JSON.parse(text))),
  "JSON.parse + valibot": repeatSync(() => valibot[kind](JSON.parse(text))),
  "JSON.parse + zod": repeatSync(() => zod[kind](JSON.parse(text))),
  "JSON.parse + zod/mini": repeatSync(() => mini[kind](JSON.parse(text))),
  Ours: ours[kind](bytes),
  // An opened page builds a record when the caller asks for it: here the caller asks for none.
  ...(kind === "ethereals" && { "Ours, opened": ours.opened(bytes) }),
});

const big = JSONbig({ useNativeBigInt: true });
const restoreInteger = (_, value, { source }) =>
  typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value) ? BigInt(source) : value;
let hasSource = false;
JSON.parse("1", (_, value, context) => (hasSource = context?.source === "1"));

/** Integers beyond 2^53, which JSON.parse loses; only ours checks the records as well. */
const exact = ({ text, bytes }) => ({
  "JSON.parse": repeatSync(() => JSON.parse(text)),
  "json-bigint": repeatSync(() => big.parse(text)),
  ...(hasSource && { "JSON.parse with context.source": repeatSync(() => JSON.parse(text, restoreInteger)) }),
  Ours: ours.ethereals(bytes),
});

const CLIENTS = {
  "hand-written": clients.hand,
  "openapi-fetch, no checks": clients.openapi,
  "ky, no checks": clients.ky,
  "openapi-fetch + ajv standalone": clients.ajv,
  "openapi-fetch + valibot": clients.valibot,
  "openapi-fetch + zod": clients.zod,
  "openapi-fetch + zod/mini": clients.mini,
  Ours: clients.ours,
};
const HTTP_CLIENTS = ["hand-written", "openapi-fetch, no checks", "openapi-fetch + zod", "Ours"];

/** The floor, then the same call by each of the clients. `fetch`: `undefined` for the global one. */
function wholeCalls({ path, run }, names, { baseUrl, fetch }) {
  const apiKey = "key";
  const init = { headers: { "x-api-key": apiKey } };
  const floor = async () => (await (fetch ?? globalThis.fetch)(baseUrl + path, init)).json();
  const by = (name) => {
    const client = CLIENTS[name]({ baseUrl, apiKey, fetch });
    return repeatAsync(() => run(client));
  };
  return {
    "fetch + response.json()": repeatAsync(floor),
    ...Object.fromEntries(names.map((name) => [name, by(name)])),
  };
}

/** A whole call over a fetch that answers at once. */
const call = (body) => ({ bytes }) => {
  const fetch = async () => new Response(bytes, { headers: { "content-type": "application/json" } });
  return wholeCalls(CALLS[body], Object.keys(CLIENTS), { baseUrl: "https://service.invalid/api", fetch });
};

/** A whole call over HTTP. */
const http = (body) => ({ url }) => wholeCalls(CALLS[body], HTTP_CLIENTS, { baseUrl: url });

const pages = ["bad-page-1", "bad-page-2", "bad-page-3", "bad-page-4", "bad-page-5"];
const records = ["bad-transfer-1", "bad-transfer-2"];

/** Part → its cases; the first path of each is the floor, `bad` are the bodies that every check has to refuse. */
export const CASES = {
  decode: [
    { title: "Page of 50", body: "page-50", paths: decode("ethereals"), bad: pages },
    { title: "Page of 1,000", body: "page-1000", paths: decode("ethereals"), bad: pages },
    { title: "Page of 10,000", body: "page-10000", paths: decode("ethereals"), bad: pages },
    { title: "One transfer", body: "transfer", paths: decode("bridge"), bad: records },
    { title: "Page of 1,000, 77-digit integers", body: "exact", paths: exact, lossy: ["JSON.parse"] },
  ],
  call: [
    { title: "Page of 50", body: "page-50", paths: call("page-50"), bad: pages },
    { title: "One transfer", body: "transfer", paths: call("transfer"), bad: records },
  ],
  http: [
    { title: "One transfer", body: "transfer", paths: http("transfer"), bad: records },
    { title: "Page of 50", body: "page-50", paths: http("page-50"), bad: pages },
    { title: "Page of 1,000", body: "page-1000", paths: http("page-1000"), bad: pages },
  ],
};

const UNCHECKED = ["JSON.parse", "TextDecoder + JSON.parse", "response.json()", "fetch + response.json()"];
/** Whether a path checks nothing. */
export const isUnchecked = (name) => UNCHECKED.includes(name) || name.endsWith("no checks");
