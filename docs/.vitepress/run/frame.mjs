// Runs a program in a sandboxed frame. The page sends one message with the program, the texts of its modules and the
// sample data; the frame sends events: that the program begins, what it prints, its requests, and its end.
import { format } from "node-inspect-extracted";
import { LATENCY_MS, respondWithFault } from "./faults.mjs";
import { BASE_URLS } from "./modules.mjs";

/** More lines would only fill the memory of the page. */
const MAX_LINES = 1000;
const MAX_LINE_LENGTH = 10_000;

addEventListener("message", function receive({ source, data, ports: [port] }) {
  if (source !== parent) return;
  removeEventListener("message", receive);
  void runProgram(data, (event) => port.postMessage(event));
});

async function runProgram({ program, modules, seed, failure, fault }, send) {
  const print = printer(send);
  const printError = (error) => print("error", `Uncaught ${errorText(error)}`);
  addEventListener("unhandledrejection", ({ reason }) => printError(reason));
  addEventListener("error", ({ error, message }) => printError(error ?? message));
  for (const level of ["log", "info", "debug", "warn", "error"]) {
    console[level] = (...values) => print(level, format(...values));
  }
  sendHeight(send);
  addImportMap(modules);
  let startedMs = performance.now();
  const elapsedMs = () => Math.round(performance.now() - startedMs);
  try {
    const respond = await startService(seed, failure);
    globalThis.fetch = recordedFetch(respond, fault, elapsedMs, send);
    startedMs = performance.now();
    send({ type: "begin" });
    await import(moduleUrl(program));
  } catch (error) {
    printError(error);
  }
  send({ type: "end", ms: elapsedMs() });
}

const moduleUrl = (text) => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));

/** What an uncaught error says, and for an error of the package its class and where its remedy is. */
function errorText(error) {
  if (!(error instanceof Error)) return format(error);
  const { name, message, kind, code, gaveUp, docs } = error;
  const fields = Object.entries({ kind, code, gaveUp, docs }).filter(([, value]) => value !== undefined);
  return [`${name}: ${message}`, ...fields.map(([field, value]) => `  ${field}: ${value}`)].join("\n");
}

/** Returns a function that sends a line to the page, until there are too many. */
function printer(send) {
  let count = 0;
  return (level, text) => {
    count += 1;
    if (count < MAX_LINES) send({ type: "print", level, text: text.slice(0, MAX_LINE_LENGTH) });
    if (count === MAX_LINES)
      send({ type: "print", level: "warn", text: `Only the first ${MAX_LINES} lines are shown.` });
  };
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
function recordedFetch(respond, fault, elapsedMs, send) {
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
    const sendOutcome = (outcome) => send({ type: "response", id, endMs: elapsedMs(), outcome });
    try {
      const ask = () => respond(new Request(`https://service.invalid${path}`, request));
      const response = await respondWithFault(fault, id === 1, ask);
      sendOutcome(response.status);
      return response;
    } catch (error) {
      sendOutcome(request.signal.aborted ? "aborted" : "failed");
      throw error;
    }
  };
}
