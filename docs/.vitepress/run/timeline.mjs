// Turns the requests of a program into the rows of a timeline.
import { RETRYABLE_STATUSES } from "./statuses.mjs";

/** For the end of the axis, a pending request counts as a request of this duration. */
const PENDING_MS = 60;

const hasNoResponse = ({ outcome }) => outcome === "failed" || outcome === "aborted";
const isRetried = (row) => hasNoResponse(row) || RETRYABLE_STATUSES.includes(row.outcome);
const hasFailed = (request) => hasNoResponse(request) || request.outcome >= 400;
/** Shortens each hash and address in a path, such as `0x740f…91b4`. */
const shorten = (path) => path.replace(/0x\w{6,}/g, (hex) => `${hex.slice(0, 6)}…${hex.slice(-4)}`);

function stateOf(request) {
  if (request.outcome === "") return "pending";
  return hasFailed(request) ? "failed" : "ok";
}

/**
 * Returns `{ rows, totalMs }`. `totalMs` is the time until the last response. A row has the number of the attempt (the
 * first is 1), the wait before the request, and the styles of two bars in one line, in percent of `totalMs`: first the
 * wait, then the request.
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
  /** The previous row with each path. */
  const previousRows = new Map();
  const rows = requests.map((request) => {
    const { method, path, startMs, endMs } = request;
    const previous = previousRows.get(path);
    const looksLikeRetry = previous !== undefined && isRetried(previous);
    const isRetry = request.attempt === undefined ? looksLikeRetry : request.attempt > 1;
    const failedAttempt = isRetry ? previous : undefined;
    const waitMs = failedAttempt ? startMs - failedAttempt.endMs : 0;
    const countedAttempt = failedAttempt ? failedAttempt.attempt + 1 : 1;
    const row = {
      ...request,
      state: stateOf(request),
      attempt: request.attempt ?? countedAttempt,
      waitMs,
      label: `${method} ${shorten(path)}`,
      waitStyle: { marginInlineStart: percent(startMs - waitMs), width: percent(waitMs) },
      barStyle: { width: percent((endMs ?? totalMs) - startMs) },
    };
    previousRows.set(path, row);
    return row;
  });
  return { rows, totalMs };
}
