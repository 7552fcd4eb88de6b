// Sends the requests of a benchmark: with fetch, to compare the responses of the contestants, and with wrk, to measure
// the contestants.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ScriptError, output, run } from "../../scripts/run.mjs";
import { usedMicroseconds } from "../processes.mjs";
import { shuffled } from "../../scripts/statistics.mjs";
import { CASES, LANGUAGES } from "./cases.mjs";

const LUA = fileURLToPath(new URL("wrk.lua", import.meta.url));
export const CONNECTIONS = 16;
/** A case with fewer responses per second than this is measured for longer, by the factor SLOW_CASE_FACTOR. */
const SLOW_CASE_RPS = 5;
const SLOW_CASE_FACTOR = 3;
/** The longest warm-up of a case, in seconds. */
const MAX_WARM_UP_SECONDS = 2;
/** The places of the compared requests, from 0 (start of the list of requests) to 1. 0.37 and 0.81 are arbitrary. */
const COMPARED_PLACES = [0, 0.37, 0.81];

/** Installs the load generator, if it is missing. */
export async function installWrk() {
  if (output("sh", ["-c", "command -v wrk"]) !== null) return;
  await run("apt-get", ["update"]);
  await run("apt-get", ["install", "--yes", "--no-install-recommends", "wrk"]);
}

/** Lines for the report: how the load is made, and for how long. */
export const describeLoad = (seconds) => [
  `${output("sh", ["-c", "wrk --version 2>&1 | head -n 1 | cut -d ' ' -f 1-2; true"])} on the same machine, over ` +
    "loopback, one thread; warm",
  `A case with fewer than ${SLOW_CASE_RPS} responses a second is measured for ` +
    `${SLOW_CASE_FACTOR * seconds} s instead of ${seconds} s; no response counts as one`,
];

/** Sends a request. Returns the ids of the records in the response, and the size of the body. */
async function fetchIds(contestant, name, request) {
  const { requestOf, idsOf } = LANGUAGES[contestant.language];
  const [method, path, body] = requestOf(name, request);
  const response = await fetch(contestant.url + path, {
    method,
    body,
    headers: contestant.headers,
  });
  const text = await response.text();
  if (!response.ok) {
    throw new ScriptError(
      `${contestant.title}, ${CASES[name].title}: ${response.status} ${text.slice(0, 500)}`,
    );
  }
  return { ids: idsOf(JSON.parse(text)), bytes: text.length };
}

/**
 * Throws unless all contestants return the same records for some requests of each case. Resolves with the body sizes.
 */
export async function compareResponses(contestants, requests) {
  const sizes = {};
  for (const name of Object.keys(CASES)) {
    const list = requests[name];
    for (const place of COMPARED_PLACES) {
      const request = list[Math.floor(place * list.length)];
      const responses = await Promise.all(
        contestants.map((contestant) => fetchIds(contestant, name, request)),
      );
      const expected = responses[0].ids.join();
      for (const [i, contestant] of contestants.entries()) {
        sizes[contestant.title] ??= {};
        sizes[contestant.title][name] = responses[i].bytes;
        const hasExpectedIds = expected !== "" && responses[i].ids.join() === expected;
        if (hasExpectedIds) continue;
        const counts = `(${responses[i].ids.length}, ${responses[0].ids.length} records)`;
        throw new ScriptError(
          `${contestant.title} and ${contestants[0].title} differ in ${CASES[name].title} ${counts}.`,
        );
      }
    }
  }
  return sizes;
}

/** Writes the requests of one contestant for one case into a file, in a shuffled order. */
export function writeRequests(folder, contestant, name, list, random) {
  const line = (request) => {
    const [method, path, body = ""] = LANGUAGES[contestant.language].requestOf(name, request);
    return `${method}\t${path}\t${body}`;
  };
  const file = join(folder, `${contestant.name}-${name}.requests`);
  writeFileSync(file, `${shuffled(list, random).map(line).join("\n")}\n`);
  return file;
}

/** Warms a case up. Resolves with the seconds for which the case must be measured. */
export async function warmUp(contestant, file, seconds, options) {
  const warmUpSeconds = Math.min(MAX_WARM_UP_SECONDS, seconds);
  const { rps } = await measureLoad(contestant, file, warmUpSeconds, options);
  return rps < SLOW_CASE_RPS ? SLOW_CASE_FACTOR * seconds : seconds;
}

/**
 * Sends the requests of a file for some seconds. Resolves with requests per second, latencies in ms, and `cpu`,
 * the microseconds of processor time for a request in the server and its database. Every response must have a status
 * below 400; with `notFound`, every response must have a status from 400.
 */
export async function measureLoad(
  contestant,
  file,
  seconds,
  { connections = CONNECTIONS, notFound = false } = {},
) {
  const headers = Object.entries(contestant.headers).flatMap(([name, value]) => [
    "-H",
    `${name}: ${value}`,
  ]);
  const args = [
    "-t1",
    `-c${connections}`,
    `-d${seconds}s`,
    "--timeout",
    "30s",
    "--latency",
    ...headers,
    "-s",
    LUA,
  ];
  const before = usedMicroseconds();
  const text = await run("wrk", [...args, contestant.url, "--", file]);
  const result = JSON.parse(/^JSON (.*)$/m.exec(text)[1]);
  // wrk counts a response as failed if its status is from 400.
  const wrongStatuses = notFound ? result.requests - result.failed : result.failed;
  const errors = result.errors + wrongStatuses;
  if (errors > 0) throw new ScriptError(`${contestant.title}: ${errors} errors\n${text}`);
  const cpu = (usedMicroseconds() - before) / Math.max(1, result.requests);
  if (result.requests === 0) {
    // A contestant without any response gets one response at the end of the time, in its favour.
    const latencyMs = seconds * 1000;
    return { rps: 1 / seconds, p50: latencyMs, p99: latencyMs, cpu, unanswered: true };
  }
  return {
    rps: result.requests / result.seconds,
    p50: result.p50 / 1000,
    p99: result.p99 / 1000,
    cpu,
  };
}
