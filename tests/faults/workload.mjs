// Makes many calls at once and records their results. This module runs in Node.js and in a browser, so it uses
// only APIs that both have.
import { randomSource } from "./random.mjs";
import {
  CANARY,
  ETHEREALS,
  PROJECT,
  TOKEN,
  TRANSFER,
  ENDPOINTS,
  page,
  project,
  token,
  transfer,
} from "./expected-responses.mjs";

export const LIMITS = { timeoutMs: 2000, maxBodyBytes: 2 ** 20 };
/** A call that has not ended after this time counts as hung. The default deadline of a call is 30 seconds. */
const WATCHDOG_MS = 40_000;
/** With many more calls, the retry budget of a client would be empty, and later failures would not be retried. */
const CALLS_OF_A_CLIENT = 100;

/** The key of the n-th project call of a client. The key tells the server which call sent the request. */
const keyOf = (worker, n) => `${CANARY}${worker}-${n}`;

/**
 * The n-th call of a client to an endpoint: the function, the expected result, and the tag that its request contains.
 */
export function callOf(endpoint, worker, n) {
  const random = randomSource(worker, `${endpoint} ${n}`);
  const hash = `0x${random.hex(64)}`;
  const address = `0x${random.hex(40)}`;
  const chainId = random.int(1, 9);
  // Differs between all calls of all workers.
  const id = worker * 1_000_000 + n;
  const calls = {
    [TOKEN]: {
      tag: String(id),
      expected: () => token(address, String(id), chainId),
      make: (client) => client.tokenUri(address, id, { chainId }),
    },
    [TRANSFER]: {
      tag: hash,
      expected: () => transfer(hash),
      make: (client) => client.bridgeTransfer(hash),
    },
    [PROJECT]: { tag: keyOf(worker, n), expected: project, make: (client) => client.project() },
    [ETHEREALS]: {
      tag: String(id),
      expected: () => ({ items: page(id, 20).etherealData, nextCursor: "c20" }),
      make: (client) => client.ethereals({ sourceChains: [id], pageSize: 20 }).page(),
    },
  };
  return calls[endpoint];
}

/** The fields of an error as a plain object: a browser page cannot return an error to the test. */
function plainError(error, isError) {
  const { name, kind, code, status, retryable, retryAfterMs, attempts, requestId, gaveUp } =
    error ?? {};
  const fields = { name, kind, code, status, retryable, retryAfterMs, attempts, requestId, gaveUp };
  return { isPackageError: isError(error), text: String(error), ...fields };
}

/** Waits for a call, and writes its value or its error to `record`, and whether the call hung. */
async function settle(record, promise, isError) {
  let timer;
  const watchdog = new Promise((resolve) => {
    timer = setTimeout(() => resolve("hung"), WATCHDOG_MS);
  });
  const settled = promise.then(
    (value) => {
      record.value = value;
    },
    (error) => {
      record.error = plainError(error, isError);
    },
  );
  const first = await Promise.race([settled, watchdog]);
  record.hung = first === "hung";
  clearTimeout(timer);
}

/**
 * Makes the calls of one client, with the numbers `from` to below `to`, and appends their records to `records`. Calls
 * to the same endpoint run in sequence. The four endpoints run in parallel, and each takes every fourth number.
 */
async function runClient({ Client, isEtherealQueryError }, { baseUrl, worker, from, to }, records) {
  // The records of the calls in flight, by endpoint.
  const current = {};
  // Until the first project call, the key has the number -1, which no call has.
  let key = keyOf(worker, -1);
  const appendTo = (list) => (event) => {
    const record = current[event.endpoint];
    if (record) record[list].push(event);
  };
  const client = new Client({
    ...LIMITS,
    baseUrl: `${baseUrl}/w${worker}`,
    apiKey: () => key,
    onRequest: appendTo("requests"),
    onRetry: appendTo("retries"),
  });
  await Promise.all(
    ENDPOINTS.map(async (endpoint, slot) => {
      for (let n = from + slot; n < to; n += ENDPOINTS.length) {
        if (endpoint === PROJECT) key = keyOf(worker, n);
        const record = { endpoint, worker, n, started: Date.now(), requests: [], retries: [] };
        current[endpoint] = record;
        await settle(record, callOf(endpoint, worker, n).make(client), isEtherealQueryError);
        record.ended = Date.now();
        records.push(record);
      }
    }),
  );
  client.dispose();
}

/** Makes `calls` calls for each worker number, a hundred on each client. Returns a record of each call. */
export async function workload(pkg, { baseUrl, workers, calls }) {
  const records = [];
  await Promise.all(
    workers.map(async (worker) => {
      for (let from = 0; from < calls; from += CALLS_OF_A_CLIENT) {
        await runClient(
          pkg,
          { baseUrl, worker, from, to: Math.min(from + CALLS_OF_A_CLIENT, calls) },
          records,
        );
      }
    }),
  );
  return records;
}
