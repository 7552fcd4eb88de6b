// The scenarios of the page "Break it", and the clients that the page compares. A scenario has a failure of faults.mjs,
// a task, and the correct reaction of a client.

const BASE_URL = "https://api.example.com";
/** An API key and a transfer of the public sample data. */
const KEY = "Py/BfoIG112ZrfX+Vl9duMGZ0MHWoOwRXhTl/4goYQI=";
const HASH = "0x740f456419d615154d3d3a160a7ae5187175a709421008fb1ac69efb988391b4";
/** The tasks of the scenarios. `answer` is the correct answer. COUNT has no answer, because the list never ends. */
const STATUS = { call: `transferStatus("${HASH}")`, answer: "wait-wh" };
const COUNT = { call: "countCollections()" };

/**
 * The scenarios. `id` is the id of the failure in faults.mjs. A client should answer if the failure passes
 * (`isPassing`). Otherwise an answer would be wrong, so the client should report the failure.
 */
export const SCENARIOS = [
  { id: "503", name: "503, once", task: STATUS, isPassing: true },
  { id: "429", name: "429, once, with a date to wait for", task: STATUS, isPassing: true },
  { id: "offline", name: "No connection, once", task: STATUS, isPassing: true },
  { id: "cut", name: "The body breaks off, once", task: STATUS, isPassing: true },
  { id: "html", name: "Status 200 with a log-in page", task: STATUS },
  { id: "shape", name: "JSON of another shape", task: STATUS },
  { id: "slow", name: "A body that never ends", task: STATUS },
  { id: "cursor", name: "A list that repeats its cursor", task: COUNT },
];

/** A client that has neither answered nor failed after this time hangs. */
export const MAX_MS = 8000;

// The functions of each client have the names that the calls of the tasks use.

export const BY_HAND = `const baseUrl = "${BASE_URL}";
const headers = {
  "x-api-key": "${KEY}",
};

async function get(path) {
  const response = await fetch(baseUrl + path, { headers });
  if (!response.ok) throw new Error(\`Status \${response.status}\`);
  return response.json();
}

async function transferStatus(hash) {
  const path = \`/bridge/transfers/transactions/\${hash}\`;
  const { bridgeData } = await get(path);
  return bridgeData.bridgeData[0].status;
}

async function countCollections() {
  let count = 0;
  let cursor = "";
  do {
    const page = await get(\`/ethereals?cursor=\${cursor}\`);
    count += page.etherealData.length;
    cursor = page.nextCursor;
  } while (cursor);
  return count;
}
`;

export const WITH_KY_AND_ZOD = `import ky from "ky";
import * as z from "zod";

const baseUrl = "${BASE_URL}";
const options = {
  headers: { "x-api-key": "${KEY}" },
  timeout: 2000,
  retry: { limit: 2 },
};
const Record = z.looseObject({ _id: z.string(), status: z.string() });
const Transfer = z.object({
  bridgeData: z.object({ bridgeData: z.array(Record).min(1) }),
});
const Page = z.object({
  etherealData: z.array(Record),
  nextCursor: z.string().nullish(),
});

const get = async (path, schema) =>
  schema.parse(await ky(baseUrl + path, options).json());

async function transferStatus(hash) {
  const path = \`/bridge/transfers/transactions/\${hash}\`;
  const { bridgeData } = await get(path, Transfer);
  return bridgeData.bridgeData[0].status;
}

async function countCollections() {
  let count = 0;
  let cursor = "";
  do {
    const page = await get(\`/ethereals?cursor=\${cursor}\`, Page);
    count += page.etherealData.length;
    cursor = page.nextCursor;
  } while (cursor);
  return count;
}
`;

/** The clients that a reader can compare with the package, by name. The page first shows the first client. */
export const RIVALS = { "ky with zod": WITH_KY_AND_ZOD, "fetch by hand": BY_HAND };

export const WITH_PACKAGE = `import { Client } from "ethereal-query";

const client = new Client({
  baseUrl: "${BASE_URL}",
  apiKey: "${KEY}",
  timeoutMs: 2000,
  deadlineMs: 5000,
});

async function transferStatus(hash) {
  const transfer = await client.bridgeTransfer(hash);
  return transfer.status;
}

async function countCollections() {
  let count = 0;
  for await (const item of client.ethereals()) count += 1;
  return count;
}
`;

/** Returns a program in which a client does the task of a scenario. It prints the answer or the error. */
export const programOf = (client, { task }) => `${client}
try {
  console.log("answer:", await ${task.call});
} catch (error) {
  console.log("error:", error.message);
}
`;

/**
 * Returns the verdict on a client: a text, and whether the reaction of the client was correct (`isGood`). `lines` are
 * the lines that the program of {@link programOf} has printed.
 */
export function verdictOf({ lines, isEnded }, { task, isPassing }) {
  const text = lines.map((line) => line.text).join("\n");
  const find = (pattern) => pattern.exec(text)?.[1];
  const answer = find(/^answer: (.*)$/m);
  const error = find(/^error: (.*)$/m);
  if (error !== undefined && isPassing) return { isGood: false, text: `gives up: ${error}` };
  if (error !== undefined) return { isGood: true, text: `says so: ${error}` };
  if (answer !== undefined) {
    const isGood = isPassing && answer === task.answer;
    return { isGood, text: isGood ? `answers ${answer}` : `answers ${answer}, which is wrong` };
  }
  const uncaughtError = find(/^Uncaught (.*)$/m);
  const noAnswer = isEnded ? "no answer" : `hangs for ${MAX_MS / 1000} s`;
  return { isGood: false, text: uncaughtError ?? noAnswer };
}
