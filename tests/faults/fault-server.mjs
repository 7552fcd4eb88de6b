// A service with injected faults on a real socket. Either the seed and the request determine the fault, or the plan of
// a test names the fault. The service logs all requests.
import { createServer } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { CANARY } from "./expected-responses.mjs";
import { randomFault, requestName } from "./fault-list.mjs";
import * as INJECTORS from "./injectors.mjs";
import { randomSource } from "./random.mjs";
import { expectedResponse } from "./service.mjs";

/** The headers of every response. Pages of other origins may read the response. Each request uses a new connection. */
const HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "retry-after, x-request-id",
  "cache-control": "no-store",
  "content-type": "application/json",
  connection: "close",
};
const PREFLIGHT = {
  ...HEADERS,
  "access-control-allow-headers": "x-api-key",
  "access-control-max-age": "600",
};

/**
 * Returns a function that decides the fault of a request ({ name, attempt, n, path, key, endpoint }). The first request
 * has the number `n` = 0. `plan` is such a function, or a list of faults in the order of the requests, with null for no
 * fault. Without a plan, a request has a random fault with the probability `rate`. The seed, the request and the
 * attempt determine the fault.
 */
function createPlanner({ seed, rate, plan, allowed }) {
  if (Array.isArray(plan)) return ({ n }) => plan[n] ?? null;
  if (plan) return plan;
  return ({ name, attempt }) => {
    const random = randomSource(seed, `${name} #${attempt}`);
    return random.chance(rate) ? randomFault(random, allowed) : null;
  };
}

/** Starts the server to which redirects to another origin lead. It responds correctly and records all requests. */
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
 * Starts the fault server, and the other origin of redirects.
 * @param {{ seed?: number, rate?: number, plan?: (string | null)[] | ((request: object) => string | null),
 *   allowed?: (fault: string) => boolean }} options rate: share of requests with a fault; allowed: the possible faults
 * @returns url, otherOrigin (url and requests), preflights, closures of the port ({ from, to }), sockets() open now,
 *   refuse(ms), close(), and log of { n, at, path, name, endpoint, key, fault, attempt, followed, requestId, gone }.
 *   followed: whether the request followed a redirect; gone: the time at which the connection closed
 */
export async function startFaultServer({ seed = 1, rate = 0.3, plan, allowed } = {}) {
  const decide = createPlanner({ seed, rate, plan, allowed });
  const otherOrigin = await startOtherOrigin();
  const log = [];
  const preflights = [];
  const attempts = new Map();

  /** Logs a request and decides its fault. A request after a redirect has no fault. */
  function logRequest(request, endpoint) {
    const key = request.headers["x-api-key"] ?? null;
    const followed = request.url.startsWith("/redirected");
    const name = requestName(endpoint, request.url, key);
    const attempt = attempts.get(name) ?? 0;
    attempts.set(name, attempt + 1);
    const n = log.length;
    const entry = {
      n,
      at: Date.now(),
      path: request.url,
      name,
      endpoint,
      key,
      attempt,
      followed,
      requestId: `request-${n}`,
      gone: null,
    };
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
    const send = (code, baseHeaders, bytes) => {
      const allHeaders = bytes ? { ...baseHeaders, "content-length": bytes.length } : baseHeaders;
      response.writeHead(code, allHeaders).end(bytes);
    };
    if (!entry.fault) return send(status, headers, correctResponse.body);
    const [kind, ...details] = entry.fault.split(":");
    // `url` and `refuse` have values before the first request: the server listens on the port below.
    const origins = { origin: url, otherOrigin: otherOrigin.url };
    INJECTORS[kind](
      { request, response, socket, correctResponse, send, refuse, ...origins },
      ...details,
    );
  });

  const closablePort = await listenOnClosablePort(http);
  const { closures, sockets, refuse } = closablePort;
  const url = `http://127.0.0.1:${closablePort.port}`;
  const close = () => Promise.all([closablePort.close(), otherOrigin.close()]);
  return { url, otherOrigin, log, preflights, closures, sockets, refuse, close };
}

const listen = (server, port) =>
  new Promise((resolve, reject) => {
    server.once("error", reject).listen(port, "127.0.0.1", () => resolve(server.address().port));
  });

/**
 * Listens for an HTTP server on a port that can close for a while, and counts the connections. A TCP server owns the
 * port and hands its connections to the HTTP server. Each time the port opens again, a new TCP server starts.
 */
export async function listenOnClosablePort(http) {
  const openSockets = new Set();
  const closures = [];
  const createTcp = () =>
    createTcpServer((socket) => {
      openSockets.add(socket);
      // The tests abort connections on purpose.
      socket.on("error", () => {}).on("close", () => openSockets.delete(socket));
      http.emit("connection", socket);
    });
  let tcp = createTcp();
  const port = await listen(tcp, 0);
  let closed = false;

  async function reopen(closure) {
    while (!closed) {
      tcp = createTcp();
      const isListening = await listen(tcp, port).then(
        () => true,
        () => false,
      );
      if (isListening) break;
      // The system may have given the port to an outgoing connection for a moment.
      await sleep(20);
    }
    closure.to = Date.now();
    // `close` may have been called while the port opened.
    if (closed) tcp.close();
  }

  /** Closes the port for `ms` milliseconds. Open connections stay. */
  function refuse(ms) {
    const isPortClosed = closures.at(-1)?.to === Infinity;
    if (closed || isPortClosed) return;
    // `to` is Infinity until the port opens again.
    const closure = { from: Date.now(), to: Infinity };
    closures.push(closure);
    tcp.close();
    setTimeout(() => reopen(closure), ms);
  }

  function close() {
    closed = true;
    tcp.close();
    for (const socket of openSockets) socket.destroy();
    return new Promise((resolve) => setImmediate(resolve));
  }

  return { port, closures, refuse, close, sockets: () => openSockets.size };
}

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until `condition` is true, for at most `ms`. Returns whether the condition is true. */
export async function until(condition, ms, step = 20) {
  for (let waited = 0; !condition() && waited < ms; waited += step) await sleep(step);
  return condition();
}
