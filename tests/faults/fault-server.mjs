// A service with injected faults on a real socket. The seed and the request, or a script, decide the fault of a
// request. The service logs all requests.
import { createServer } from "node:http";
import * as socketFaults from "./socket-faults.mjs";
import { randomFault, requestName } from "./fault-list.mjs";
import { listenOnClosablePort } from "./closable-port.mjs";
import * as httpFaults from "./http-faults.mjs";
import { randomSource } from "./random.mjs";
import { CANARY, expectedResponse } from "./expected-responses.mjs";

const INJECTORS = { ...httpFaults, ...socketFaults };

/** The headers of every response. Pages of other origins may read it, and each request has its own connection. */
const HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "retry-after, x-request-id",
  "cache-control": "no-store",
  "content-type": "application/json",
  connection: "close",
};
const PREFLIGHT = { ...HEADERS, "access-control-allow-headers": "x-api-key", "access-control-max-age": "600" };

/**
 * Returns a function that decides the fault of a request ({ name, attempt, n, path, key, endpoint }). `plan`: a list of
 * faults in the order of the requests, with null for none; or a function. Without a plan, faults are random with the
 * probability `rate`; the seed, the request and the attempt decide them.
 */
function createPlanner({ seed, rate, plan, allowed }) {
  if (Array.isArray(plan)) return ({ n }) => plan[n] ?? null;
  return plan ?? (({ name, attempt }) => {
    const random = randomSource(seed, `${name} #${attempt}`);
    return random.chance(rate) ? randomFault(random, allowed) : null;
  });
}

/** Starts the other origin. It responds correctly and records the keys that it receives. */
async function startOtherOrigin() {
  const requests = [];
  const server = createServer((request, response) => {
    const { url, method, headers } = request;
    requests.push({ path: url, method, headers, key: headers["x-api-key"] ?? null });
    if (method === "OPTIONS") return response.writeHead(204, PREFLIGHT).end();
    const { status, body } = expectedResponse(new URL(request.url, "http://other"), CANARY);
    response.writeHead(status, HEADERS).end(JSON.stringify(body));
  });
  const { port, close } = await listenOnClosablePort(server);
  return { requests, url: `http://127.0.0.1:${port}`, close };
}

/**
 * Starts the server, and the other origin of redirects.
 * @param {{ seed?: number, rate?: number, plan?: (string | null)[] | ((request: object) => string | null),
 *   allowed?: (fault: string) => boolean }} options rate: share of requests with a fault; allowed: the possible faults
 * @returns url, otherOrigin (url and requests), preflights, closures of the port ({ from, to }), sockets() open now,
 *   refuse(ms), close(), and log of { n, at, path, name, endpoint, key, fault, attempt, followed, requestId, gone }
 */
export async function startFaultServer({ seed = 1, rate = 0.3, plan, allowed } = {}) {
  const decide = createPlanner({ seed, rate, plan, allowed });
  const otherOrigin = await startOtherOrigin();
  const log = [];
  const preflights = [];
  const attempts = new Map();

  /** Logs a request and decides its fault. A request after a redirect has none. */
  function logRequest(request, endpoint) {
    const key = request.headers["x-api-key"] ?? null;
    const followed = request.url.startsWith("/redirected");
    const name = requestName(endpoint, request.url, key);
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
    const { endpoint, status, body } = expectedResponse(
      new URL(request.url, "http://here"),
      request.headers["x-api-key"],
    );
    const entry = logRequest(request, endpoint);
    socket.once("close", () => (entry.gone = Date.now()));
    const headers = { ...HEADERS, "x-request-id": entry.requestId };
    const correctResponse = { status, headers, body: Buffer.from(JSON.stringify(body)) };
    const send = (code, headers, bytes) => {
      response.writeHead(code, bytes ? { ...headers, "content-length": bytes.length } : headers).end(bytes);
    };
    if (!entry.fault) return send(status, headers, correctResponse.body);
    const [kind, ...details] = entry.fault.split(":");
    const places = { origin: url, otherOrigin: otherOrigin.url };
    INJECTORS[kind]({ request, response, socket, correctResponse, send, refuse: front.refuse, ...places }, ...details);
  });

  const front = await listenOnClosablePort(http);
  const url = `http://127.0.0.1:${front.port}`;
  const close = () => Promise.all([front.close(), otherOrigin.close()]);
  const { closures, sockets, refuse } = front;
  return { url, otherOrigin, log, preflights, closures, sockets, refuse, close };
}
