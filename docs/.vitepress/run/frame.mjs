// Runs a program in a sandboxed frame. The page sends a message with the program, the texts of its modules and the
// sample data; the frame sends events: what the program prints, its requests, and its end. No request leaves the frame.
import { format } from "node-inspect-extracted";

/** The base URLs of the examples. Behind each is the embedded service over the sample data. */
const BASE_URLS = ["http://127.0.0.1:8787/api", "https://api.example.com"];
/** A response takes this long, so that the timeline shows it. */
const LATENCY_MS = 60;

addEventListener("message", ({ data, ports: [port] }) => void runProgram(data, (event) => port.postMessage(event)), {
  once: true,
});

async function runProgram({ program, modules, seed, failure }, send) {
  sendConsole(send);
  sendHeight(send);
  addImportMap(modules);
  const startedMs = performance.now();
  const elapsedMs = () => Math.round(performance.now() - startedMs);
  const sendError = (error) => send({ type: "print", level: "error", text: `Uncaught ${describe(error)}` });
  addEventListener("unhandledrejection", ({ reason }) => sendError(reason));
  addEventListener("error", ({ error, message }) => sendError(error ?? message));
  globalThis.fetch = recordedFetch(await startService(seed, failure), elapsedMs, send);
  try {
    await import(moduleUrl(program));
  } catch (error) {
    sendError(error);
  }
  send({ type: "end", ms: elapsedMs() });
}

const moduleUrl = (text) => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
const describe = (error) => (error instanceof Error ? `${error.name}: ${error.message}` : format(error));

function sendConsole(send) {
  for (const level of ["log", "info", "debug", "warn", "error"]) {
    console[level] = (...values) => send({ type: "print", level, text: format(...values) });
  }
}

/** Tells the page the height of what the program shows in the frame; 0 when it shows nothing. */
function sendHeight(send) {
  new ResizeObserver(() => send({ type: "resize", height: document.body.scrollHeight })).observe(document.body);
}

function addImportMap(modules) {
  const imports = Object.fromEntries(Object.entries(modules).map(([name, text]) => [name, moduleUrl(text)]));
  const script = document.createElement("script");
  script.type = "importmap";
  script.textContent = JSON.stringify({ imports });
  document.head.append(script);
}

/** Starts the service over the sample data, with its simulated transfers. Returns its `fetch`. */
async function startService({ keys, ...dataset }, failure) {
  const { EmbeddedService } = await import("ethereal-query/embedded");
  const { simulateTransfers } = await import("ethereal-query/embedded/simulation");
  const service = new EmbeddedService({ dataset, keys, latencyMs: LATENCY_MS });
  if (failure) service.failNext(failure);
  return simulateTransfers(service);
}

/** A `fetch` that calls the service and reports each request with its times. */
function recordedFetch(respond, elapsedMs, send) {
  let count = 0;
  return async (input, init) => {
    const request = new Request(input, init);
    const base = BASE_URLS.find((url) => request.url.startsWith(`${url}/`));
    if (!base) {
      throw new TypeError(`No request leaves this page: ${request.url}. Expected a base URL of the examples.`);
    }
    const path = request.url.slice(base.length);
    const id = ++count;
    send({ type: "request", id, method: request.method, path, startMs: elapsedMs() });
    const ended = (outcome) => send({ type: "response", id, endMs: elapsedMs(), outcome });
    try {
      const response = await respond(new Request(BASE_URLS[1] + path, request));
      ended(response.status);
      return response;
    } catch (error) {
      ended(request.signal.aborted ? "aborted" : "failed");
      throw error;
    }
  };
}
