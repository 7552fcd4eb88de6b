// Holds what became of each call against what the server did to it.
import { ETHEREALS, PROJECT, TOKEN } from "./truth.mjs";
import { complaintsOf, isSlow } from "./verdict.mjs";
import { callOf } from "./workload.mjs";

/** What the server knows a call by. */
function tagOf({ endpoint, path, key }) {
  if (endpoint === PROJECT) return key;
  if (endpoint === ETHEREALS) return new URLSearchParams(path.split("?")[1]).get("sourceChains");
  return path.split("?")[0].split("/").at(endpoint === TOKEN ? -2 : -1);
}

/** Complaints about all calls, and figures of what happened. */
export function judge(records, server, { browser = false } = {}) {
  const groups = new Map();
  for (const entry of server.log) {
    const name = `${entry.endpoint} ${tagOf(entry)}`;
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name).push(entry);
  }
  const complaints = [];
  let slow = 0;
  for (const record of records) {
    const all = groups.get(`${record.endpoint} ${callOf(record.endpoint, record.worker, record.n).tag}`) ?? [];
    const [entries, followed] = [all.filter((entry) => !entry.followed), all.filter((entry) => entry.followed)];
    slow += isSlow(record, entries) ? 1 : 0;
    const story = entries.map(({ fault }) => fault ?? "none").join(", ");
    for (const text of complaintsOf(record, entries, followed, { closures: server.closures, browser })) {
      complaints.push(`${record.endpoint} of worker ${record.worker}, no. ${record.n} [${story}]: ${text}`);
    }
  }
  // A client that waits longer than it tells is slow as well, and on any machine.
  if (slow > 5 + records.length / 20) complaints.push(`${slow} calls were slower than their waits and faults explain`);
  return { complaints, slow, ...figures(records, server) };
}

function figures(records, { log, foreign }) {
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
    foreignRequests: foreign.requests.length,
    foreignKeys: foreign.requests.filter(({ headers }) => JSON.stringify(headers).includes("CANARY")).length,
    waitedMs: records.flatMap(({ retries }) => retries).reduce((sum, { delayMs }) => sum + delayMs, 0),
  };
}
