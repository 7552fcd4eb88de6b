// Prints how many of the connections that a client gave up were closed; needs --expose-gc. In Node.js an aborted signal
// reaches the connection only while its Request was not collected as garbage, which over some seconds it always is.
import { setTimeout as pause } from "node:timers/promises";
import { CALLS, TOKEN, client } from "./client.mjs";
import { answered, endless } from "./server.mjs";

const SILENT = () => {};
const STALLED = (_, response) => response.write('{"balance":');
const ENDLESS = (_, response) => endless(Buffer.alloc(1000, " "), response);
const STOPPED = new AbortController();

/** What the service does, and what makes the client give up. */
const WAYS = [
  [SILENT, { timeoutMs: 1000 }],
  [STALLED, { timeoutMs: 1000 }],
  [SILENT, { deadlineMs: 1000 }],
  [STALLED, { deadlineMs: 1000 }],
  [SILENT, { signal: STOPPED.signal }],
  [STALLED, { signal: STOPPED.signal }],
  [ENDLESS, { maxBodyBytes: 2 ** 21 }],
];

// So that starting the module takes nothing of the time below.
await CALLS[TOKEN](client({ fetch: async () => new Response("0") }));

let [given, closed] = [0, 0];
const service = (answer) => answered((request, response) => {
  response.on("close", () => (closed += 1));
  given += 1;
  answer(request, response);
});
const services = await Promise.all(WAYS.map(([answer]) => service(answer)));
const asked = WAYS.flatMap(([, options], i) => {
  const one = client({ baseUrl: services[i].baseUrl });
  return Object.values(CALLS).map((call) => call(one, options).catch(({ kind }) => kind));
});
const collecting = setInterval(() => globalThis.gc(), 20);
setTimeout(() => STOPPED.abort(), 800);
const ends = await Promise.all(asked);
clearInterval(collecting);
for (let left = 100; left > 0 && closed < given; left--) await pause(20);
console.log(JSON.stringify({ ends: [...new Set(ends)].sort(), given, closed }));
process.exit();
