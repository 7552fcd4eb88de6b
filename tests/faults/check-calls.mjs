// Checks the result of each call against the faults that the server injected.
import { ETHEREALS, PROJECT, TOKEN } from "./expected-responses.mjs";
import { findFailures, isSlow } from "./check-call.mjs";
import { callOf } from "./workload.mjs";

/** The tag of a call, which its request contains. */
function tagOf({ endpoint, path, key }) {
  if (endpoint === PROJECT) return key;
  if (endpoint === ETHEREALS) return new URLSearchParams(path.split("?")[1]).get("sourceChains");
  return path.split("?")[0].split("/").at(endpoint === TOKEN ? -2 : -1);
}

/** Returns the failures of all calls, and figures. */
export function checkCalls(records, server, { browser = false } = {}) {
  const groups = new Map();
  for (const entry of server.log) {
    const name = `${entry.endpoint} ${tagOf(entry)}`;
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name).push(entry);
  }
  const failures = [];
  let slow = 0;
  for (const record of records) {
    const all = groups.get(`${record.endpoint} ${callOf(record.endpoint, record.worker, record.n).tag}`) ?? [];
    const [entries, followed] = [all.filter((entry) => !entry.followed), all.filter((entry) => entry.followed)];
    slow += isSlow(record, entries) ? 1 : 0;
    const faults = entries.map(({ fault }) => fault ?? "none").join(", ");
    for (const text of findFailures(record, entries, followed, { closures: server.closures, browser })) {
      failures.push(`${record.endpoint} of worker ${record.worker}, no. ${record.n} [${faults}]: ${text}`);
    }
  }
  // A client that waits longer than it reports would make many calls slow on any machine.
  if (slow > 5 + records.length / 20) failures.push(`${slow} calls took longer than their delays and faults`);
  return { failures, slow, ...figures(records, server) };
}

function figures(records, { log, otherOrigin }) {
  const failed = records.filter(({ error }) => error);
  return {
    calls: records.length,
    requests: log.filter(({ followed }) => !followed).length,
    faults: log.filter(({ fault }) => fault).length,
    kindsOfFault: new Set(log.map(({ fault }) => fault)).size - 1,
    succeeded: records.filter(({ error, hung }) => !error && !hung).length,
    failed: failed.length,
    hung: records.filter(({ hung }) => hung).length,
    mostAttempts: Math.max(...records.map(({ requests }) => requests.length)),
    otherOriginRequests: otherOrigin.requests.length,
    otherOriginKeys: otherOrigin.requests.filter(({ headers }) => JSON.stringify(headers).includes("CANARY")).length,
    waitedMs: records.flatMap(({ retries }) => retries).reduce((sum, { delayMs }) => sum + delayMs, 0),
  };
}
