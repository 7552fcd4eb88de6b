// Runs a program in a sandboxed frame. The page sends one message with the program, the texts of its modules and the
// sample data. The frame sends events: the start of the program, its lines, its requests, and its end.
import { format } from "node-inspect-extracted";
import { LATENCY_MS, respondWithFault } from "./faults.mjs";
import { BASE_URLS, CLIENT_MODULE } from "./modules.mjs";

/** More lines would only fill the memory of the page. */
const MAX_LINES = 1000;
const MAX_LINE_LENGTH = 10_000;
/**
 * A program with more requests in flight is probably in an endless loop. The frame does not report more requests,
 * because the page would be busy with their events.
 */
const MAX_IN_FLIGHT = 200;

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
  let startedMs = performance.now();
  const elapsedMs = () => Math.round(performance.now() - startedMs);
  const recordFetch = fetchRecorder(elapsedMs, send);
  addImportMap(modules, recordFetch);
  try {
    const respond = await startService(seed, failure);
    globalThis.fetch = recordFetch(fetchFrom(respond, fault));
    // The times of the program do not include the start of the service.
    startedMs = performance.now();
    send({ type: "begin" });
    await import(moduleUrl(program));
  } catch (error) {
    printError(error);
  }
  send({ type: "end", ms: elapsedMs() });
}

const moduleUrl = (text) => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));

/** Returns the text of an uncaught error. For an error of the package, the text has its class, its fields and `docs`. */
function errorText(error) {
  if (!(error instanceof Error)) return format(error);
  const { name, message, kind, code, gaveUp, docs } = error;
  const lines = [`${name}: ${message}`];
  for (const [field, value] of Object.entries({ kind, code, gaveUp, docs })) {
    if (value !== undefined) lines.push(`  ${field}: ${value}`);
  }
  return lines.join("\n");
}

/** Returns a function that sends a line to the page, until there are too many. */
function printer(send) {
  let count = 0;
  return (level, text) => {
    count += 1;
    if (count <= MAX_LINES) send({ type: "print", level, text: text.slice(0, MAX_LINE_LENGTH) });
    if (count === MAX_LINES + 1)
      send({ type: "print", level: "warn", text: `Only the first ${MAX_LINES} lines are shown.` });
  };
}

/** Sends the height of the frame's content to the page, now and after each change; 0 when the program shows nothing. */
function sendHeight(send) {
  const { body } = document;
  const observer = new ResizeObserver(() => send({ type: "resize", height: body.scrollHeight }));
  observer.observe(body);
}

/** Adds the modules to the document, so that the program can import them by their names. */
function addImportMap(modules, recordFetch) {
  const urls = Object.fromEntries(
    Object.entries(modules).map(([name, text]) => [name, moduleUrl(text)]),
  );
  const script = document.createElement("script");
  script.type = "importmap";
  script.textContent = JSON.stringify({
    imports: { ...urls, ...recordingClient(urls[CLIENT_MODULE], recordFetch) },
  });
  document.head.append(script);
}

/**
 * Returns the entry of the import map that replaces the module of the client at `url`. The class `Client` of the new
 * module also records the requests of a custom `fetch`. Returns no entry for a program that does not import the client.
 */
function recordingClient(url, recordFetch) {
  if (url === undefined) return {};
  // The new module can read `recordFetch` only as a global variable.
  globalThis.recordFetch = recordFetch;
  const text = `import { Client as PackageClient } from "${url}";
    export * from "${url}";

    function withRecording(options) {
      if (typeof options?.fetch !== "function") return options;
      return { ...options, fetch: recordFetch(options.fetch) };
    }

    export class Client extends PackageClient {
      constructor(options) {
        super(withRecording(options));
      }
    }`;
  return { [CLIENT_MODULE]: moduleUrl(text) };
}

/** Starts the service over the sample data, with its simulated transfers. Returns its `fetch`. */
async function startService({ keys, ...dataset }, failure) {
  const { EmbeddedService } = await import("ethereal-query/embedded");
  const { simulateTransfers } = await import("ethereal-query/embedded/simulation");
  const service = new EmbeddedService({ dataset, keys, latencyMs: LATENCY_MS });
  if (failure) service.failNext(failure);
  return simulateTransfers(service);
}

/** Returns a function that wraps a `fetch`. The wrapped `fetch` reports each request with its times. */
function fetchRecorder(elapsedMs, send) {
  const recordingFetches = new WeakSet();
  let count = 0;
  let inFlight = 0;
  return (fetch) => {
    // A program may pass the global `fetch`, which is already wrapped, to a client.
    if (recordingFetches.has(fetch)) return fetch;
    const recordingFetch = async (input, init) => {
      if (inFlight === MAX_IN_FLIGHT) return fetch(input, init);
      const { url, method, signal } = new Request(input, init);
      inFlight += 1;
      count += 1;
      const id = count;
      send({ type: "request", id, method, path: pathOf(url), startMs: elapsedMs() });
      const sendOutcome = (outcome) => send({ type: "response", id, endMs: elapsedMs(), outcome });
      try {
        const response = await fetch(input, init);
        sendOutcome(response.status);
        return response;
      } catch (error) {
        sendOutcome(signal.aborted ? "aborted" : "failed");
        throw error;
      } finally {
        inFlight -= 1;
      }
    };
    recordingFetches.add(recordingFetch);
    return recordingFetch;
  };
}

const baseOf = (url) => BASE_URLS.find((base) => url.startsWith(`${base}/`));

/** Returns the path of a request below its base URL. */
function pathOf(url) {
  const base = baseOf(url);
  if (base) return url.slice(base.length);
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** Returns a `fetch` that calls the service with the fault, and fails for any address that is not a base URL. */
function fetchFrom(respond, fault) {
  let isFirst = true;
  return async (input, init) => {
    const request = new Request(input, init);
    if (!baseOf(request.url)) {
      throw new TypeError(
        `No request leaves this page: ${request.url}. Expected a base URL of the examples.`,
      );
    }
    const callService = () =>
      respond(new Request(`https://service.invalid${pathOf(request.url)}`, request));
    const response = respondWithFault(fault, isFirst, callService);
    isFirst = false;
    return response;
  };
}
