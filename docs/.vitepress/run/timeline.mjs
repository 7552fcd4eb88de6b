// The requests of a program as the rows of a timeline.

/** A request without a response is drawn with this length. */
const PENDING_MS = 60;

const hasFailed = ({ outcome }) => outcome === "failed" || outcome >= 400;
const stateOf = (request) => (request.outcome === "" ? "pending" : hasFailed(request) ? "failed" : "ok");
const shorten = (path) => path.replace(/0x\w{6,}/g, (hex) => `${hex.slice(0, 6)}…${hex.slice(-4)}`);

/** The attempt before this request: the last request for the same path, if it has failed and none is a retry of it. */
function previousAttempt(rows, { path }) {
  const last = rows.findLast((row) => row.path === path);
  return last?.state === "failed" ? last : undefined;
}

/**
 * Returns a row for each request, with its attempt (1 is the first), the wait before it and its place in percent of the
 * time until the last response, and that time in milliseconds.
 */
export function timelineOf(requests) {
  const totalMs = Math.max(1, ...requests.map(({ startMs, endMs }) => endMs ?? startMs + PENDING_MS));
  const percent = (ms) => `${(100 * ms) / totalMs}%`;
  const rows = [];
  for (const request of requests) {
    const { startMs, endMs } = request;
    const previous = previousAttempt(rows, request);
    const waitMs = previous ? startMs - previous.endMs : 0;
    rows.push({
      ...request,
      state: stateOf(request),
      attempt: (previous?.attempt ?? 0) + 1,
      waitMs,
      label: `${request.method} ${shorten(request.path)}`,
      waitStyle: { marginInlineStart: percent(startMs - waitMs), width: percent(waitMs) },
      barStyle: { width: percent((endMs ?? totalMs) - startMs) },
    });
  }
  return { rows, totalMs };
}
