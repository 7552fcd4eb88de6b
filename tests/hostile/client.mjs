// What the tests of hostile answers share: a client of the built package, the four calls, and what a failure must be.
import assert from "node:assert/strict";
import { Client, EtherealQueryError } from "../../pkg/dist/index.js";

export const ADDRESS = `0x${"ab".repeat(20)}`;
export const HASH = `0x${"cd".repeat(32)}`;

/** The four calls by the endpoint that errors name; `list` gives the first page. */
export const CALLS = {
  "GET /tokens/:address/:id/uri": (client, options) => client.tokenUri(ADDRESS, 1, { chainId: 1 }, options),
  "GET /bridge/transfers/transactions/:hash": (client, options) => client.bridgeTransfer(HASH, {}, options),
  "GET /project": (client, options) => client.project(options),
  "GET /ethereals": (client, options) => client.ethereals({}, options).page(),
};
export const [TOKEN, TRANSFER, PROJECT, LIST] = Object.keys(CALLS);

/** A client that makes one attempt: what is retried is tested elsewhere. */
export function client(options) {
  return new Client({ baseUrl: "https://hostile.invalid", apiKey: "hostile", maxRetries: 0, ...options });
}

/** A client whose every answer has the body, which may be replaced: `service.body = …`. */
export function answering(body, options) {
  const service = { body, init: {} };
  service.client = client({ fetch: async () => new Response(service.body, service.init), ...options });
  return service;
}

/** Resolves with what the promise rejects with: an error of the package of that kind and code, with sound fields. */
export async function refused(promise, expected) {
  const error = await promise.then(
    (value) => assert.fail(`came to ${JSON.stringify(value)?.slice(0, 200)}`),
    (reason) => reason,
  );
  assert.ok(error instanceof EtherealQueryError, String(error));
  const { kind, code, status } = error;
  assert.deepEqual({ kind, code, status }, { status: undefined, ...expected }, error.message);
  assert.doesNotMatch(error.message, /[\n\r]/);
  // 1,024 characters of the service's own words, each two units of JavaScript at most, and what is said around them.
  assert.ok(error.message.length < 2500, `a message of ${error.message.length} characters`);
  return error;
}

/** The same for a body that is not as specified. */
export async function undecoded(promise, code, status = 200) {
  const error = await refused(promise, { kind: "decode", code, status });
  assert.equal(error.retryable, false);
  assert.match(error.pointer, /^(\/|$)/);
  assert.ok(Buffer.byteLength(error.bodySnippet) <= 256, error.bodySnippet);
  return error;
}

/** Equal in all that `JSON.parse` decides: prototypes, own keys, their order, the sign of zero. */
export function same(actual, expected, message) {
  assert.deepStrictEqual(actual, expected, message);
  assert.equal(JSON.stringify(actual), JSON.stringify(expected), message);
}
