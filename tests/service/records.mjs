// Makes random records, and sends requests for records. `startTraffic` sends requests while a test does something else.
import assert from "node:assert/strict";
import { randomSource } from "../faults/random.mjs";
import { sleep } from "./processes.mjs";

export { randomSource };
export const CHAINS = ["1", "10", "8453", "42161", "81457"];
export const STATUSES = ["active", "unfunded"];
/** A text with one record per line, which `import` reads. */
export const lines = (records) => records.map((record) => `${JSON.stringify(record)}\n`).join("");

/** A collection. Its id has letters of both cases and a random length, because lists have the order of bytes. */
export function ethereal(random, { id } = {}) {
  const address = `0x${random.hex(40)}`;
  return {
    _id:
      id ?? `${random.pick(["a", "B", "_", "é", "Z", "z", "0"])}${random.hex(random.int(6, 20))}`,
    // The specification has two names for the address, `the service` and `ethereal`. With only one of them, the service
    // would add the other, and a response would differ from this record.
    "the service": address,
    ethereal: address,
    chainType: random.chance(0.8) ? "mainnet" : "sepolia",
    status: random.pick(STATUSES),
    sourceChain: random.pick(CHAINS),
    // Few contracts, so that several collections share one.
    sourceContract: `0x${String(random.int(1, 9)).repeat(40)}`,
    balance: String(random.int(0, 2 ** 40)),
  };
}

/** A random transaction hash. */
export const hashOf = (random) => `0x${random.hex(64)}`;

/** A transfer with four hashes. */
export function transfer(
  random,
  { id, hashes = Array.from({ length: 4 }, () => hashOf(random)), time = random.int(1, 2e9) } = {},
) {
  const [originTxnHash, whTxnHash, rbTxnHash, deliveryTxnHash] = hashes;
  return {
    _id: id ?? random.hex(24),
    type: "NATIVE",
    chainType: "mainnet",
    status: "done",
    fromChain: 1,
    toChain: 10,
    originTimestamp: time,
    nativeAmount: "1",
    originTxnHash,
    whTxnHash,
    rbTxnHash,
    deliveryTxnHash,
    route: [
      { step: 1, txHash: originTxnHash },
      { step: 10, txHash: deliveryTxnHash },
    ],
  };
}

/** Sends a request with the key. Returns `{ status, headers, text, json }`. */
export async function sendRequest({ url, key }, path, options = {}) {
  const response = await fetch(url + path, {
    headers: { "x-api-key": key },
    redirect: "manual",
    ...options,
  });
  const text = await response.text();
  let json;
  try {
    json = JSON.parse(text);
  } catch {
    // Not every body is JSON.
  }
  return { status: response.status, headers: response.headers, text, json };
}

/**
 * All records of `/ethereals` for a query, in the order of the pages. After each page, calls `afterPage` with the
 * number of records so far.
 */
export async function readList(service, query = {}, afterPage = () => {}) {
  const records = [];
  let cursor = null;
  do {
    const parameters = new URLSearchParams({
      page_size: "500",
      ...query,
      ...(cursor && { cursor }),
    });
    const { status, text, json } = await sendRequest(service, `/ethereals?${parameters}`);
    assert.equal(status, 200, text);
    records.push(...json.etherealData);
    cursor = json.nextCursor;
    await afterPage(records.length);
  } while (cursor !== null);
  return records;
}

/** The transfer of a hash, or null. */
export async function findTransfer(service, hash, chain = "mainnet") {
  const { status, text, json } = await sendRequest(
    service,
    `/bridge/transfers/transactions/${hash}?chain=${chain}`,
  );
  assert.ok(status === 200 || status === 404, text);
  return status === 200 ? json.bridgeData.bridgeData[0] : null;
}

/** Compares by UTF-8 bytes. */
export const byBytes = (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Asserts equal records in the same order. Shows only the first difference. */
export function assertSame(actual, expected) {
  const expectedTexts = expected.map((record) => JSON.stringify(record));
  const index = actual.findIndex((record, i) => JSON.stringify(record) !== expectedTexts[i]);
  if (index >= 0)
    assert.deepEqual(actual[index], expected[index], `record ${index} of ${actual.length}`);
  assert.equal(actual.length, expected.length);
}

/** Functions that stop the traffic when a test fails. */
const stopFunctions = [];

/**
 * Sends requests for `paths`, two for each at a time, until stopped. Each response is `{ path, at, ms, status, … }`.
 * `at` is the start on the clock of `performance.now()`, and `ms` the duration. A failure has its text as `status`.
 */
export function startTraffic(service, paths) {
  const responses = [];
  let isRunning = true;
  const sendRepeatedly = async (path) => {
    while (isRunning) {
      const at = performance.now();
      const signal = AbortSignal.timeout(150_000);
      const failed = (error) => ({ status: String(error), headers: new Headers() });
      const { status, json, headers } = await sendRequest(service, path, { signal }).catch(failed);
      responses.push({
        path,
        at,
        status,
        ms: performance.now() - at,
        message: json?.message,
        retry: headers.get("retry-after"),
        etag: headers.get("etag"),
      });
      await sleep(15);
    }
  };
  const workers = [...paths, ...paths].map(sendRepeatedly);
  const stop = () => {
    isRunning = false;
    return Promise.all(workers);
  };
  stopFunctions.push(stop);
  return { responses, stop };
}

/** Stops all traffic, even after a test that failed. */
export const stopTraffic = () => Promise.all(stopFunctions.map((stop) => stop()));
