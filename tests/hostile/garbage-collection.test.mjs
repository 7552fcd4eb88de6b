// An aborted call closes its connection. In Node.js, an aborted signal does not reach the connection if the Request of
// the signal was garbage-collected, which happens within seconds.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { CALLS, TOKEN, client } from "./client.mjs";
import { serve, sendEndlessly } from "./servers.mjs";
import { collectGarbage } from "../collect-garbage.mjs";

// How the service responds: with nothing, with the start of a body, or with a body that never ends.
const SILENT = () => {};
const STALLED = (_, response) => response.write('{"balance":');
const ENDLESS = (_, response) => sendEndlessly(Buffer.alloc(1000, " "), response);
/** The test aborts this signal after many garbage collections. */
const CONTROLLER = new AbortController();
/** A busy machine sends all requests within this time. */
const LIMIT_MS = 3000;

/** How the service responds, and the option that aborts the call. */
const CASES = [
  [SILENT, { timeoutMs: LIMIT_MS }],
  [STALLED, { timeoutMs: LIMIT_MS }],
  [SILENT, { deadlineMs: LIMIT_MS }],
  [STALLED, { deadlineMs: LIMIT_MS }],
  [SILENT, { signal: CONTROLLER.signal }],
  [STALLED, { signal: CONTROLLER.signal }],
  [ENDLESS, { maxBodyBytes: 2 ** 21 }],
];

/** Checks the condition up to `attempts` times, until it holds. */
async function waitUntil(condition, { attempts, pauseMs }) {
  for (let attempt = 0; attempt < attempts && !condition(); attempt++) await pause(pauseMs);
}

test("an aborted call closes its connection after garbage collection", async (t) => {
  // Starts the WebAssembly module now, so that its start does not count against the time limits below.
  await CALLS[TOKEN](client({ fetch: async () => new Response("0") }));
  let requests = 0;
  let closed = 0;
  const service = (respond) =>
    serve((request, response) => {
      response.on("close", () => {
        closed += 1;
      });
      requests += 1;
      respond(request, response);
    });
  const clients = [];
  for (const [respond, options] of CASES) {
    const { baseUrl, close } = await service(respond);
    t.after(close);
    clients.push({ abortedClient: client({ baseUrl }), options });
  }
  // The calls start only after all services, because the time limit of a call begins at its start.
  const calls = clients.flatMap(({ abortedClient, options }) =>
    Object.values(CALLS).map((call) => call(abortedClient, options).catch(({ kind }) => kind)),
  );
  await waitUntil(() => requests >= calls.length, { attempts: 500, pauseMs: 5 });
  assert.equal(requests, calls.length);
  const collector = setInterval(collectGarbage, 20);
  // Time for the collector to free the Request of each call.
  await pause(500);
  CONTROLLER.abort();
  const kinds = await Promise.all(calls);
  clearInterval(collector);
  await waitUntil(() => closed >= requests, { attempts: 100, pauseMs: 20 });
  assert.deepEqual([...new Set(kinds)].sort(), ["aborted", "response_too_large", "timeout"]);
  assert.equal(closed, requests);
});
