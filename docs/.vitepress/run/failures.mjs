// The failures that a reader can select for the next run, as options of `EmbeddedService.failNext`.
export const FAILURES = [
  { name: "nothing" },
  { name: "one request: 503", failure: { status: 503 } },
  { name: "one request: 429, Retry-After 2 s", failure: { status: 429, retryAfter: 2 } },
  { name: "one request: 429, Retry-After 1 h", failure: { status: 429, retryAfter: 3600 } },
  { name: "two requests: offline", failure: { status: "network", times: 2 } },
  { name: "every request: offline", failure: { status: "network", times: Infinity } },
  { name: "every request: 429", failure: { status: 429, times: Infinity } },
  { name: "every request: 503", failure: { status: 503, times: Infinity } },
];
