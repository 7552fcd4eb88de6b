// Hostile values in every parameter. The client either rejects the parameter by name before a request, or sends the
// exact value in its place.
import { correctResponse } from "./fetch-responses.mjs";
import { casesOfCalls, casesOfOptions } from "./hostile-values.mjs";
import { isEtherealQueryError } from "./package.mjs";
import { CANARY } from "./expected-responses.mjs";

function* urlFailures(request, prefix, path, query) {
  const url = new URL(request.url);
  if (!/^[\x21-\x7e]+$/.test(request.url) || url.hash !== "") yield `URL ${request.url.slice(0, 200)}`;
  const segments = url.pathname.split("/").slice(1);
  const expected = [...prefix, ...path];
  if (segments.length !== expected.length) yield `${segments.length} segments: ${url.pathname.slice(0, 200)}`;
  // Percent-encoding in the base URL stays unchanged.
  const same = (segment, i) => (i < prefix.length ? segment : decodeURIComponent(segment)) === expected[i];
  if (!segments.every(same)) yield `path ${url.pathname.slice(0, 200)}`;
  if (url.origin !== "https://input.test") yield `origin ${url.origin}`;
  const pairs = [...url.searchParams];
  if (JSON.stringify(pairs) !== JSON.stringify(query)) yield `query ${url.search.slice(0, 200)}`;
  const headers = [...request.headers.keys()].filter((name) => name !== "x-api-key");
  if (headers.length > 0) yield `headers ${headers}`;
}

/** Runs one case and returns whether a request was sent. */
async function runCase({ make, parameter, prefix = ["v1"], path, query, key = CANARY }, report) {
  const sent = [];
  const options = { baseUrl: "https://input.test/v1", apiKey: CANARY, maxRetries: 0 };
  const fetch = async (request) => {
    sent.push(request);
    return correctResponse(new Request(request.url, { headers: { "x-api-key": CANARY } }));
  };
  const error = await make({ ...options, fetch }).then(() => undefined, (thrown) => thrown);
  if (sent.length === 0) {
    if (!isEtherealQueryError(error, "invalid_argument")) report(`nothing sent, and ${error}`);
    else if (error.parameter !== parameter) report(`rejected, naming ${error.parameter}`);
    else if (error.message.length > 500) report(`a message of ${error.message.length} characters`);
    return false;
  }
  if (sent.length > 1) report(`${sent.length} requests`);
  for (const text of urlFailures(sent[0], prefix, path, query)) report(text);
  const header = sent[0].headers.get("x-api-key");
  if (header !== null && header !== key) report("another key was sent");
  return true;
}

/** Runs all cases. Returns how many were rejected and how many were sent. */
export async function runInput() {
  const failures = [];
  const counts = { cases: 0, refused: 0, sent: 0 };
  for (const each of [...casesOfCalls(), ...casesOfOptions()]) {
    const sent = await runCase(each, (text) => failures.push(`${each.name}: ${text}`));
    counts.cases++;
    counts[sent ? "sent" : "refused"]++;
  }
  return { failures, ...counts };
}
