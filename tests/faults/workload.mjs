// Many calls at once, and what became of each: the same program in Node.js and in a browser's page, so it uses neither.
import { stream } from "./random.mjs";
import { CANARY, ETHEREALS, PROJECT, TOKEN, TRANSFER, ENDPOINTS, page, project, token, transfer } from "./truth.mjs";

export const LIMITS = { timeoutMs: 2000, maxBodyBytes: 2 ** 20 };
const WATCHDOG_MS = 40_000;
/** Calls of one client: with many more its budget would be used up, and every later failure would end at once. */
const CALLS_OF_A_CLIENT = 100;

/** The key of a client's n-th project call; the only thing by which the server can tell such calls apart. */
const keyOf = (worker, n) => `${CANARY}${worker}-${n}`;

/** The n-th call of an endpoint on a client: how it is made, what must come of it, what the server knows it by. */
export function callOf(endpoint, worker, n) {
  const random = stream(worker, `${endpoint} ${n}`);
  const [hash, address, chainId] = [`0x${random.hex(64)}`, `0x${random.hex(40)}`, random.int(1, 9)];
  const id = worker * 1_000_000 + n;
  return {
    [TOKEN]: {
      tag: String(id), expected: () => token(address, String(id), chainId),
      make: (client) => client.tokenUri(address, id, { chainId }),
    },
    [TRANSFER]: { tag: hash, expected: () => transfer(hash), make: (client) => client.bridgeTransfer(hash) },
    [PROJECT]: { tag: keyOf(worker, n), expected: project, make: (client) => client.project() },
    [ETHEREALS]: {
      tag: String(id),
      expected: () => ({ items: page(id, 20).etherealData, nextCursor: "c20" }),
      make: (client) => client.ethereals({ sourceChains: [id], pageSize: 20 }).page(),
    },
  }[endpoint];
}

/** An error's fields, as they can travel out of a page. */
function shown(error, isError) {
  const { name, kind, code, status, retryable, retryAfterMs, attempts, requestId, gaveUp } = error ?? {};
  const known = { name, kind, code, status, retryable, retryAfterMs, attempts, requestId, gaveUp };
  return { ours: isError(error), text: String(error), ...known };
}

async function settle(record, promise, isError) {
  let timer;
  const watchdog = new Promise((resolve) => (timer = setTimeout(() => resolve("hung"), WATCHDOG_MS)));
  const work = promise.then((value) => (record.value = value), (error) => (record.error = shown(error, isError)));
  record.hung = (await Promise.race([work, watchdog])) === "hung";
  clearTimeout(timer);
}

/** One client and a slot for each endpoint: the calls of a slot follow each other, the slots run side by side. */
async function work({ Client, isEtherealQueryError }, { baseUrl, worker, from, to }, records) {
  const current = {};
  let key = keyOf(worker, -1);
  const hook = (list) => (event) => current[event.endpoint]?.[list].push(event);
  const client = new Client({
    ...LIMITS, baseUrl: `${baseUrl}/w${worker}`, apiKey: () => key,
    onRequest: hook("requests"), onRetry: hook("retries"),
  });
  await Promise.all(ENDPOINTS.map(async (endpoint, slot) => {
    for (let n = from + slot; n < to; n += ENDPOINTS.length) {
      if (endpoint === PROJECT) key = keyOf(worker, n);
      const record = { endpoint, worker, n, started: Date.now(), requests: [], retries: [] };
      current[endpoint] = record;
      await settle(record, callOf(endpoint, worker, n).make(client), isEtherealQueryError);
      record.ended = Date.now();
      records.push(record);
    }
  }));
  client.dispose();
}

/** Makes `calls` calls for each of the `workers` (numbers), a hundred on one client; gives a record of each. */
export async function workload(pkg, { baseUrl, workers, calls }) {
  const records = [];
  await Promise.all(workers.map(async (worker) => {
    for (let from = 0; from < calls; from += CALLS_OF_A_CLIENT) {
      await work(pkg, { baseUrl, worker, from, to: Math.min(from + CALLS_OF_A_CLIENT, calls) }, records);
    }
  }));
  return records;
}
