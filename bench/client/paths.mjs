// Everything whose time is compared, in Node.js and in a page alike. A path is one line.
import JSONbig from "json-bigint";
import * as clients from "./clients.mjs";
import { ours } from "./decode.mjs";
import { later, now } from "./runner.mjs";
import { checks as ajv } from "./schemas/ajv.mjs";
import { checks as hand } from "./schemas/hand.mjs";
import { checks as valibot } from "./schemas/valibot.mjs";
import { checks as mini } from "./schemas/zod-mini.mjs";
import { checks as zod } from "./schemas/zod.mjs";

const decoder = new TextDecoder();

/** From a body to objects. Ours begins with bytes, the others with text that is ready, which is to their advantage. */
const decode = (kind) => ({ text, bytes }) => ({
  "JSON.parse": now(() => JSON.parse(text)),
  "TextDecoder + JSON.parse": now(() => JSON.parse(decoder.decode(bytes))),
  "JSON.parse + hand-written": now(() => hand[kind](JSON.parse(text))),
  "JSON.parse + ajv standalone": now(() => ajv[kind](JSON.parse(text))),
  "JSON.parse + valibot": now(() => valibot[kind](JSON.parse(text))),
  "JSON.parse + zod": now(() => zod[kind](JSON.parse(text))),
  "JSON.parse + zod/mini": now(() => mini[kind](JSON.parse(text))),
  Ours: ours[kind](bytes),
  // Its records are built when they are asked for: none is here.
  ...(kind === "ethereals" && { "Ours, opened": ours.opened(bytes) }),
});

const big = JSONbig({ useNativeBigInt: true });
const sourced = (_, value, { source }) =>
  typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value) ? BigInt(source) : value;
let knowsSource = false;
JSON.parse("1", (_, value, context) => (knowsSource = context?.source === "1"));

/** Integers beyond 2^53, which JSON.parse loses; only ours checks the records as well. */
const exact = ({ text, bytes }) => ({
  "JSON.parse": now(() => JSON.parse(text)),
  "json-bigint": now(() => big.parse(text)),
  ...(knowsSource && { "JSON.parse with context.source": now(() => JSON.parse(text, sourced)) }),
  Ours: ours.ethereals(bytes),
});

const HASH = `0x${"ab".repeat(32)}`;
const CALLS = { ethereals: (client) => client.ethereals({ pageSize: "50" }), bridge: (client) => client.bridge(HASH) };
const options = { baseUrl: "https://service.invalid/api", apiKey: "key" };

/** A whole call over a fetch that answers at once. */
const call = (kind) => ({ bytes }) => {
  const fetch = async () => new Response(bytes, { headers: { "content-type": "application/json" } });
  const by = (make) => {
    const client = make({ ...options, fetch });
    return later(() => CALLS[kind](client));
  };
  const init = { headers: { "x-api-key": options.apiKey } };
  return {
    "fetch + response.json()": later(async () => (await fetch(`${options.baseUrl}/path`, init)).json()),
    "hand-written": by(clients.hand),
    "openapi-fetch, no checks": by(clients.openapi),
    "ky, no checks": by(clients.ky),
    "openapi-fetch + ajv standalone": by(clients.ajv),
    "openapi-fetch + valibot": by(clients.valibot),
    "openapi-fetch + zod": by(clients.zod),
    "openapi-fetch + zod/mini": by(clients.mini),
    Ours: by(clients.ours),
  };
};

const pages = ["bad-page-1", "bad-page-2", "bad-page-3", "bad-page-4", "bad-page-5"];
const records = ["bad-transfer-1", "bad-transfer-2"];

/** Part → its cases; the first path of each is the floor, `bad` are the bodies whatever checks has to refuse. */
export const CASES = {
  decode: [
    { title: "Page of 50", body: "page-50", paths: decode("ethereals"), bad: pages },
    { title: "Page of 1,000", body: "page-1000", paths: decode("ethereals"), bad: pages },
    { title: "Page of 10,000", body: "page-10000", paths: decode("ethereals"), bad: pages },
    { title: "One transfer", body: "transfer", paths: decode("bridge"), bad: records },
    { title: "Page of 1,000, 77-digit integers", body: "exact", paths: exact, lossy: ["JSON.parse"] },
  ],
  call: [
    { title: "Page of 50", body: "page-50", paths: call("ethereals"), bad: pages },
    { title: "One transfer", body: "transfer", paths: call("bridge"), bad: records },
  ],
};

/** Paths that look at nothing. */
const BLIND = ["JSON.parse", "TextDecoder + JSON.parse", "fetch + response.json()"];
export const isBlind = (name) => BLIND.includes(name) || name.endsWith("no checks");
