// Turns the requests of a program into the rows of a timeline.
import { RETRYABLE_STATUSES } from "./statuses.mjs";

/** The axis ends at least this long after the start of a pending request. */
const PENDING_MS = 60;

const hasNoResponse = ({ outcome }) => outcome === "failed" || outcome === "aborted";
const isRetried = (row) => hasNoResponse(row) || RETRYABLE_STATUSES.includes(row.outcome);
const hasFailed = (request) => hasNoResponse(request) || request.outcome >= 400;
const shorten = (path) => path.replace(/0x\w{6,}/g, (hex) => `${hex.slice(0, 6)}…${hex.slice(-4)}`);

function stateOf(request) {
  if (request.outcome === "") return "pending";
  return hasFailed(request) ? "failed" : "ok";
}

/**
 * Returns `{ rows, totalMs }`. `totalMs` is the time until the last response. A row has the number of the attempt (the
 * first is 1), the wait before the request, and the position of the request as percent of `totalMs`.
 *
 * The frame sees requests, but not the calls that send them. Without `request.attempt`, a request is therefore a retry
 * if the previous request with the same path has an outcome that the client retries.
 */
export function timelineOf(requests) {
  const totalMs = Math.max(
    1,
    ...requests.map(({ startMs, endMs }) => endMs ?? startMs + PENDING_MS),
  );
  const percent = (ms) => `${(100 * ms) / totalMs}%`;
  /** The last row with each path. */
  const lastRows = new Map();
  const rows = requests.map((request) => {
    const { method, path, startMs, endMs } = request;
    const last = lastRows.get(path);
    const isRetry = request.attempt === undefined ? last && isRetried(last) : request.attempt > 1;
    const previous = isRetry ? last : undefined;
    const waitMs = previous ? startMs - previous.endMs : 0;
    const countedAttempt = previous ? previous.attempt + 1 : 1;
    const row = {
      ...request,
      state: stateOf(request),
      attempt: request.attempt ?? countedAttempt,
      waitMs,
      label: `${method} ${shorten(path)}`,
      waitStyle: { marginInlineStart: percent(startMs - waitMs), width: percent(waitMs) },
      barStyle: { width: percent((endMs ?? totalMs) - startMs) },
    };
    lastRows.set(path, row);
    return row;
  });
  return { rows, totalMs };
}
