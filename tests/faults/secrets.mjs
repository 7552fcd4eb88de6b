// Searches all texts of failed calls for the key: the texts of errors, hook events, clients and the console.
import { inspect } from "node:util";
import { CALLS, callOf } from "../calls.mjs";
import { CANARY } from "./expected-responses.mjs";
import { FAULTS } from "./fault-list.mjs";
import { startFaultServer } from "./fault-server.mjs";
import { Client } from "../../pkg/dist/index.js";

const INSPECT_OPTIONS = {
  depth: Infinity,
  showHidden: true,
  getters: true,
  maxArrayLength: Infinity,
  maxStringLength: Infinity,
};

/** JSON text. Writes a repeated or circular object as "(again)". */
function toJson(value) {
  const objects = new Set();
  return (
    JSON.stringify(value, (_, inner) => {
      if (typeof inner === "bigint") return String(inner);
      if (typeof inner !== "object" || inner === null) return inner;
      if (objects.has(inner)) return "(again)";
      objects.add(inner);
      return inner;
    }) ?? ""
  );
}

/** Adds every text of a failed call to `texts`, as [name, text]: of the error, the hook events and the client. */
export function collectTexts(texts, name, { error, events, client }) {
  const add = (what, text) => texts.push([`${what} of ${name}`, String(text)]);
  for (const event of events) {
    add("hook as JSON", toJson(event));
    add("hook", inspect(event, INSPECT_OPTIONS));
  }
  if (client) {
    add("client", inspect(client, INSPECT_OPTIONS));
    add("client as JSON", toJson(client));
    add("list", inspect(client.ethereals(), INSPECT_OPTIONS));
    add("iterator", inspect(client.ethereals().pages(), INSPECT_OPTIONS));
  }
  if (!error) return;
  add("message", error.message);
  add("stack", error.stack);
  add("text", error);
  add("JSON", toJson(error));
  add("inspection", inspect(error, INSPECT_OPTIONS));
  add("cause", inspect(error.cause, INSPECT_OPTIONS));
  add(
    "fields",
    Reflect.ownKeys(error)
      .map((key) => `${String(key)}: ${inspect(error[key], INSPECT_OPTIONS)}`)
      .join("\n"),
  );
  if (error.toCurl) add("toCurl()", error.toCurl());
}

/** Collects console output and warnings until `stop`. */
function captureConsole() {
  const printed = [];
  const originals = {};
  const record = (...values) => printed.push(inspect(values, INSPECT_OPTIONS));
  for (const name of ["log", "info", "warn", "error", "debug", "trace", "dir", "table"]) {
    originals[name] = console[name];
    console[name] = record;
  }
  process.on("warning", record);
  return {
    stop() {
      Object.assign(console, originals);
      process.off("warning", record);
      return printed;
    },
  };
}

/** Responses that contain the key of the request. */
const echo = (make) => async (_url, init) =>
  make(new Headers(init.headers).get("x-api-key") ?? "none");
const json = (status, value) => new Response(JSON.stringify(value), { status });
const ECHOES = {
  "401 with the key in its message": echo((key) =>
    json(401, { message: `The key ${key} is unknown.` }),
  ),
  "400 with the key in its message": echo((key) =>
    json(400, { message: `Bad key: "${key}"`, key }),
  ),
  "500 with the key somewhere": echo((key) =>
    json(500, { error: { headers: { "x-api-key": key } } }),
  ),
  "200 with nothing but a message": echo((key) => json(200, { message: `No such key: ${key}` })),
  "200 of the wrong shape": echo((key) => json(200, { [key]: key, bridgeData: [{ [key]: 1 }] })),
  // An error shows 256 bytes of the body. The first key begins at byte 244, so the end of the shown text would cut it.
  "HTML with the key at the end of what is shown": echo(
    (key) => new Response(`<h1>${"x".repeat(240)}${key}${key}`),
  ),
  "a record of the wrong shape with the key in it": echo((key) =>
    json(200, { etherealData: [{ _id: 1, key }] }),
  ),
};

/** Keys that the client must reject: a valid key has only visible ASCII characters, at most 512. */
const BAD_KEYS = ["\r\nx: y", "\0", "ключ", " ", "\ud800", "x".repeat(600)].map(
  (tail) => CANARY + tail,
);
const BAD_OPTIONS = [
  ...BAD_KEYS.flatMap((key) => [{ apiKey: key }, { apiKey: () => key }]),
  { apiKey: [CANARY] },
  { apiKey: { key: CANARY } },
  { apiKey: async () => ({ key: CANARY }) },
  { apiKey: CANARY, baseUrl: `https://user:${encodeURIComponent(CANARY)}@secrets.test` },
  { apiKey: CANARY, timeoutMs: -1 },
  { apiKey: CANARY, fetch: 7 },
  { apiKey: CANARY, nonsense: true },
];

const HOOKS = ["onCallStart", "onRequest", "onResponse", "onRetry", "onDrift", "onCallEnd"];

/** Creates a client, makes a call that should fail, and collects the texts of the call. */
async function collectFailure(texts, name, options, call) {
  const events = [];
  const hooks = {};
  for (const hook of HOOKS) {
    hooks[hook] = (...values) => events.push([hook, ...values]);
  }
  let client;
  let error;
  try {
    client = new Client({ baseUrl: "https://secrets.test", maxRetries: 1, ...hooks, ...options });
    await call(client);
  } catch (thrown) {
    error = thrown;
  }
  collectTexts(texts, name, { error, events, client });
  return { error, events };
}

/** Makes a call to every endpoint with every fault, over real sockets. */
async function collectFailuresOfFaults(texts, failures) {
  // The second part of the path names the fault.
  const server = await startFaultServer({
    plan: ({ path }) => decodeURIComponent(path.split("/")[2]),
  });
  try {
    const jobs = FAULTS.flatMap((fault) =>
      CALLS.map(({ method: name, query, send, needsKey }) => async () => {
        const baseUrl = `${server.url}/s/${encodeURIComponent(fault)}/${name}`;
        // Only these faults last until the timeout. A short timeout could end other calls early on a busy machine.
        const timeoutMs = /^(stall|drip)/.test(fault) ? 250 : 60_000;
        const options = {
          baseUrl,
          apiKey: CANARY,
          timeoutMs,
          deadlineMs: 120_000,
          maxBodyBytes: 2 ** 20,
        };
        const { error, events } = await collectFailure(
          texts,
          `${fault}, ${name}`,
          options,
          (client) => send(client, query),
        );
        if (!error) return;
        const curl = error.toCurl?.() ?? "";
        const complain = (text) => failures.push(`${fault}, ${name}: ${text}`);
        if (!curl.includes("curl") || !curl.includes(baseUrl)) complain(`toCurl() returns ${curl}`);
        if (curl.includes("x-api-key") !== needsKey) complain(`the header x-api-key in ${curl}`);
        if (events.length === 0) complain("no hook was called");
      }),
    );
    // 24 jobs run at the same time.
    const workers = Array.from({ length: 24 }, async () => {
      while (jobs.length > 0) {
        const job = jobs.pop();
        await job();
      }
    });
    await Promise.all(workers);
    const requestsElsewhere = server.otherOrigin.requests.map(
      ({ path, headers }) => `${path} ${JSON.stringify(headers)}`,
    );
    texts.push(...server.log.map(({ path }) => ["URL at the service", path]));
    texts.push(...requestsElsewhere.map((text) => ["request elsewhere", text]));
    return requestsElsewhere.length;
  } finally {
    await server.close();
  }
}

/**
 * Makes all failing calls. Returns the failures, the number of texts (`texts`), and how many of the texts contain the
 * key (`leaks`).
 */
export async function runSecrets() {
  const texts = [];
  const failures = [];
  const capture = captureConsole();
  try {
    const otherOriginRequests = await collectFailuresOfFaults(texts, failures);
    for (const [name, fetch] of Object.entries(ECHOES)) {
      // The methods whose calls need the key and failed.
      const failed = [];
      for (const { method, query, send, needsKey } of CALLS) {
        const options = { apiKey: CANARY, maxRetries: 0, fetch };
        const call = (client) => send(client, query);
        const { error } = await collectFailure(texts, `${name}, ${method}`, options, call);
        if (error && needsKey) failed.push(method);
        // A network error would mean that the function above threw, so that no response had the key.
        if (error?.kind === "network") failures.push(`${name}, ${method}: ${error.message}`);
      }
      if (failed.length === 0) failures.push(`${name}: no failure`);
    }
    for (const options of BAD_OPTIONS) {
      const { error } = await collectFailure(
        texts,
        `options ${Object.keys(options)}`,
        options,
        callOf("project").send,
      );
      if (error?.kind !== "invalid_argument")
        failures.push(`bad options ${inspect(options)}: ${error}`);
    }
    const printed = capture.stop();
    texts.push(...printed.map((text) => ["console", text]));
    if (printed.length > 0) failures.push(`something was printed: ${printed[0]}`);
    // Searches for the start of the key only, because the rest may be encoded or cut off.
    const leaks = texts.filter(([, text]) => text.includes("CANARY"));
    const excerpt = (text) => {
      const start = Math.max(0, text.indexOf("CANARY") - 150);
      return text.slice(start, start + 250);
    };
    failures.push(...leaks.map(([name, text]) => `the key in ${name}: …${excerpt(text)}…`));
    const characters = texts.reduce((sum, [, text]) => sum + text.length, 0);
    return { failures, texts: texts.length, characters, leaks: leaks.length, otherOriginRequests };
  } finally {
    capture.stop();
  }
}
