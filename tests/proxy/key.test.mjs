// Tests that no response of the proxy and no error contains the API key: not in the status text, a header or the body,
// and not in any encoding.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { createProxyHandler } from "../../pkg/dist/proxy.js";
import { CALLS } from "../calls.mjs";
import { ADDRESS, API_KEY, proxyOver } from "./servers.mjs";

const percentEncoded = (c) => `%${c.charCodeAt(0).toString(16)}`;
const jsonEscaped = (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`;
const characters = [...API_KEY];
/** The spellings in which a service may write the key. */
const SPELLINGS = [
  API_KEY,
  encodeURIComponent(API_KEY),
  // Percent-encoded except for the letters, and percent-encoded completely.
  characters.map((c) => (/[a-z]/i.test(c) ? c : percentEncoded(c))).join(""),
  characters.map(percentEncoded).join(""),
  // Escaped as in JSON: only the slashes, and every character.
  API_KEY.replaceAll("/", "\\/"),
  characters.map(jsonEscaped).join(""),
];
/** The texts to search for: the spellings in lower case, without the padding `=` at the end of the key. */
const SEARCHED = SPELLINGS.map((text) => text.replace(/(=|%3d|\\u003d)+$/i, "").toLowerCase());

function assertNoKey(text, name) {
  const lower = text.toLowerCase();
  const foundSpelling = SEARCHED.find((spelling) => lower.includes(spelling));
  assert.equal(foundSpelling, undefined, `${name} has the key`);
}

/** Everything that the page receives. If the body breaks off, this is the part before the error, and the error. */
async function textOf(response) {
  const chunks = [];
  try {
    for await (const chunk of response.body ?? []) chunks.push(chunk);
  } catch (error) {
    chunks.push(Buffer.from(inspect(error, { depth: 9, showHidden: true })));
  }
  return [
    response.statusText,
    response.url,
    inspect([...response.headers]),
    Buffer.concat(chunks).toString(),
  ].join("\n");
}

/** Responses of a service that repeat a key in one of its spellings, and failures of the network. */
const RESPONSES = [
  ...[400, 401, 403, 404, 429, 500, 502].map(
    (status) => (key) => new Response(`{"message":"The key (${key}) is wrong"}`, { status }),
  ),
  (key) =>
    new Response(key, {
      status: 500,
      statusText: key,
      headers: { server: key, "www-authenticate": key, "set-cookie": key },
    }),
  (key) =>
    new Response(null, { status: 302, headers: { location: `https://a.example/?key=${key}` } }),
  (key) =>
    new Response("{}", {
      statusText: key,
      headers: { link: key, location: key, "content-type": `text/${key}` },
    }),
  (key) => {
    throw new Error(`cannot send ${key}`, { cause: key });
  },
  (key) => Promise.reject(key),
  (key) => ({ status: key }),
  (key) =>
    new Response(new ReadableStream({ pull: (controller) => controller.error(new Error(key)) })),
  (key) =>
    new Response(new ReadableStream({ pull: (controller) => controller.error(new Error(key)) }), {
      status: 500,
    }),
];

/** The arguments of `ask` for each request: [path, init]. */
const REQUESTS = [
  ...CALLS.flatMap(({ target }) => [[target], [target, { method: "HEAD" }]]),
  ["/project", { method: "POST" }],
  ["/unknown"],
  ["/ethereals?page_size=x"],
  [`/tokens/${ADDRESS}/x/uri?b=1`],
];

/** Options with the key in a wrong place, or with a key that no request can carry. */
const WRONG_OPTIONS = [
  { apiKey: `${API_KEY}\n` },
  { apiKey: [API_KEY] },
  { apiKey: { key: API_KEY } },
  { apiKey: API_KEY, headers: { "x-api-key": API_KEY } },
  { apiKey: API_KEY, headers: { "x y": API_KEY } },
  { apiKey: API_KEY, headers: { "x-gateway": `${API_KEY}\nx` } },
  { apiKey: API_KEY, basePath: 5 },
  { apiKey: API_KEY, baseUrl: "http://service.example" },
  { apiKey: API_KEY, allow: ["x"] },
  { apiKey: API_KEY, apikey: API_KEY },
  ...[API_KEY, () => API_KEY].flatMap((apiKey) => [
    { apiKey, basePath: API_KEY },
    { apiKey, basePath: `/${API_KEY}?` },
    { apiKey, baseUrl: API_KEY },
    { apiKey, baseUrl: `https://service.example/${API_KEY}?x` },
    { apiKey, baseUrl: `http://service.example/${API_KEY}` },
    { apiKey, allow: [API_KEY] },
    { apiKey, timeoutMs: API_KEY },
    { apiKey, [API_KEY]: 1 },
    { apiKey, headers: { [API_KEY]: "x" } },
    { apiKey, headers: { authorization: API_KEY }, allowInsecure: API_KEY },
  ]),
];

test("no response and no error has the key", async () => {
  let responseCount = 0;
  for (const respond of RESPONSES) {
    for (const spelling of SPELLINGS) {
      // A service that receives no key cannot repeat the key.
      const respondWithKey = ({ headers }) =>
        respond(headers.get("x-api-key") === API_KEY ? spelling : "no key");
      for (const apiKey of [API_KEY, async () => API_KEY]) {
        const { ask } = proxyOver(respondWithKey, { apiKey });
        for (const [path, init] of REQUESTS) {
          const text = await textOf(await ask(path, init));
          assertNoKey(text, `${init?.method ?? "GET"} ${path} to ${respond}`);
          responseCount++;
        }
      }
    }
  }
  for (const apiKey of [
    () => `${API_KEY}\n`,
    () => [API_KEY],
    async () => {
      throw new Error(API_KEY, { cause: API_KEY });
    },
  ]) {
    const { ask } = proxyOver(() => Response.json({}), { apiKey });
    const text = await textOf(await ask("/project"));
    assertNoKey(text, `${apiKey}`);
  }
  for (const options of WRONG_OPTIONS) {
    assert.throws(
      () => createProxyHandler({ baseUrl: "https://service.example", ...options }),
      (error) => {
        const inspected = inspect(error, { depth: 9, showHidden: true });
        const text = [inspected, JSON.stringify(error), error.stack].join("\n");
        assertNoKey(text, inspect(options));
        return error.kind === "invalid_argument";
      },
    );
  }
  assert.ok(responseCount > 1_000, `${responseCount} responses`);
});
