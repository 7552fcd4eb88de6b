// A service that goes wrong on purpose, on a real socket: each request meets one fault or none, decided by the seed and
// by what is asked, or by a script. It keeps a log of everything it was asked.
import { createServer } from "node:http";
import * as broken from "./broken.mjs";
import { draw, identity } from "./catalogue.mjs";
import { listener } from "./listener.mjs";
import * as proper from "./proper.mjs";
import { stream } from "./random.mjs";
import { CANARY, answer as truth } from "./truth.mjs";

const ACTS = { ...proper, ...broken };

/** On every answer, so that pages of other origins may read it; each request has a connection of its own. */
const HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "retry-after, x-request-id",
  "cache-control": "no-store",
  "content-type": "application/json",
  connection: "close",
};
const PREFLIGHT = { ...HEADERS, "access-control-allow-headers": "x-api-key", "access-control-max-age": "600" };

/**
 * Decides the fault of a request ({ name, attempt, n, path, key, endpoint }). `plan`: a list of faults in the order of
 * the requests, null for none; or a function. Without: by chance, `rate` of them, the same for the same seed, request
 * and attempt whatever else is going on.
 */
function planner({ seed, rate, plan, allowed }) {
  if (Array.isArray(plan)) return ({ n }) => plan[n] ?? null;
  return plan ?? (({ name, attempt }) => {
    const random = stream(seed, `${name} #${attempt}`);
    return random.chance(rate) ? draw(random, allowed) : null;
  });
}

/** The other origin: it answers everything rightly and notes who sent it a key. */
async function startForeign() {
  const requests = [];
  const server = createServer((request, response) => {
    const { url, method, headers } = request;
    requests.push({ path: url, method, headers, key: headers["x-api-key"] ?? null });
    if (method === "OPTIONS") return response.writeHead(204, PREFLIGHT).end();
    const { status, body } = truth(new URL(request.url, "http://foreign"), CANARY);
    response.writeHead(status, HEADERS).end(JSON.stringify(body));
  });
  const { port, close } = await listener(server);
  return { requests, url: `http://127.0.0.1:${port}`, close };
}

/**
 * Starts the server, and another origin that redirects may lead to.
 * @param {{ seed?: number, rate?: number, plan?: (string | null)[] | ((request: object) => string | null),
 *   allowed?: (fault: string) => boolean }} options rate: share of requests with a fault; allowed: which may be drawn
 * @returns url, foreign (url and requests), preflights, closures of the port ({ from, to }), sockets() open now,
 *   refuse(ms), close(), and log of { n, at, path, name, endpoint, key, fault, attempt, followed, requestId, gone }
 */
export async function startFaultServer({ seed = 1, rate = 0.3, plan, allowed } = {}) {
  const decide = planner({ seed, rate, plan, allowed });
  const foreign = await startForeign();
  const log = [];
  const preflights = [];
  const attempts = new Map();

  /** Notes a request and decides its fault; what a redirect led to has none. */
  function note(request, endpoint) {
    const key = request.headers["x-api-key"] ?? null;
    const followed = request.url.startsWith("/redirected");
    const name = identity(endpoint, request.url, key);
    const attempt = attempts.get(name) ?? 0;
    attempts.set(name, attempt + 1);
    const [n, at, path] = [log.length, Date.now(), request.url];
    const entry = { n, at, path, name, endpoint, key, attempt, followed, requestId: `request-${n}`, gone: null };
    entry.fault = followed ? null : decide({ ...entry, headers: request.headers });
    log.push(entry);
    return entry;
  }

  const http = createServer((request, response) => {
    if (request.method === "OPTIONS") {
      preflights.push(request.url);
      return response.writeHead(204, PREFLIGHT).end();
    }
    const { socket } = request;
    const { endpoint, status, body } = truth(new URL(request.url, "http://here"), request.headers["x-api-key"]);
    const entry = note(request, endpoint);
    socket.once("close", () => (entry.gone = Date.now()));
    const headers = { ...HEADERS, "x-request-id": entry.requestId };
    const answer = { status, headers, body: Buffer.from(JSON.stringify(body)) };
    const send = (code, headers, bytes) => {
      response.writeHead(code, bytes ? { ...headers, "content-length": bytes.length } : headers).end(bytes);
    };
    if (!entry.fault) return send(status, headers, answer.body);
    const [act, ...details] = entry.fault.split(":");
    const places = { origin: url, foreign: foreign.url };
    ACTS[act]({ request, response, socket, answer, send, refuse: front.refuse, ...places }, ...details);
  });

  const front = await listener(http);
  const url = `http://127.0.0.1:${front.port}`;
  const close = () => Promise.all([front.close(), foreign.close()]);
  const { closures, sockets, refuse } = front;
  return { url, foreign, log, preflights, closures, sockets, refuse, close };
}
