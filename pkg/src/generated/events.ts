// Written from the events of Rust by `npm run generate`; do not edit.

import type { EtherealQueryError } from "../errors/error.js";

/**
 * A call that starts, for the hook `onCallStart` of JavaScript.
 * @example
 * const onCallStart = ({ callId, endpoint }: CallStartEvent) => console.log(callId, endpoint); // 1 GET /project
 * await new Client({ baseUrl: "https://api.example.com", apiKey, onCallStart }).project();
 */
export interface CallStartEvent {
  /** Number of the call in its client, from 1. All events of the call have it. */
  callId: number;
  /** The endpoint, such as `"GET /ethereals"`. */
  endpoint: string;
}

/**
 * A call that has ended, for the hook `onCallEnd` of JavaScript.
 * @example
 * const onCallEnd = ({ endpoint, error }: CallEndEvent) => console.log(endpoint, error?.kind);
 * // GET /project undefined
 * await new Client({ baseUrl: "https://api.example.com", apiKey, onCallEnd }).project();
 */
export interface CallEndEvent extends CallStartEvent {
  /** Milliseconds from the start of the call. */
  elapsedMs: number;
  /** The error with which the call ends, of kind `aborted` if its caller aborted it; absent for a success. */
  error?: EtherealQueryError;
}

/**
 * An attempt that the client is about to send, for {@link ClientOptions.onRequest}. If several
 * calls share a request, its attempts have the `callId` of the first call.
 * @example
 * const onRequest = ({ endpoint, attempt }: RequestEvent) => console.log(endpoint, attempt); // GET /project 1
 * await new Client({ baseUrl: "https://api.example.com", apiKey, onRequest }).project();
 */
export interface RequestEvent extends CallStartEvent {
  /** URL of the request, in which `[redacted]` replaces the API key and header values. */
  url: string;
  /** Number of the attempt in its call; the first is 1. */
  attempt: number;
}

/**
 * The response to an attempt, with any status, for {@link ClientOptions.onResponse}.
 * @example
 * const onResponse = ({ endpoint, status }: ResponseEvent) => console.log(endpoint, status); // GET /project 200
 * await new Client({ baseUrl: "https://api.example.com", apiKey, onResponse }).project();
 */
export interface ResponseEvent extends RequestEvent {
  /** Status of the response. */
  status: number;
  /** Milliseconds from the start of the attempt. */
  elapsedMs: number;
  /** The header `x-request-id`; absent when the service does not send it or CORS hides it. */
  requestId?: string;
}

/**
 * A failed attempt that the client retries, for {@link ClientOptions.onRetry}.
 * @example
 * const onRetry = ({ endpoint, reason, status }: RetryEvent) => console.log(endpoint, reason, status);
 * // GET /project status 503
 * const fetch = async () => new Response("", { status: 503 });
 * const client = new Client({ baseUrl: "https://api.example.com", apiKey, fetch, onRetry, maxRetries: 1 });
 * await client.project().catch((error) => console.log(error.kind)); // server
 */
export interface RetryEvent extends RequestEvent {
  /** Milliseconds until the next attempt. */
  delayMs: number;
  /** What failed: the status of the response, the network, or the time limit of the attempt. */
  reason: "status" | "network" | "timeout";
  /** Status of the response; absent without a response. */
  status?: number;
}

/**
 * The members of each {@link DriftEvent}.
 * @inline
 */
interface DriftPlace extends RequestEvent {
  /** JSON Pointer (RFC 6901) into the body. In a skipped record, the first value that is invalid. */
  pointer: string;
  /** Name of the field, value or type in the specification. */
  expected: string;
}

/**
 * A {@link DriftEvent} about a place that the client read anyway, such as another spelling or an
 * unknown value. The event is also created for an optional field that the client left out
 * because its value has another type.
 * @example
 * const onDrift = (event: DriftEvent) => event.skipped || console.log(event.pointer, event.found); // /balance 1
 * const fetch = async () => Response.json({ balance: 1 });
 * await new Client({ baseUrl: "https://api.example.com", apiKey, fetch, onDrift }).project();
 */
export interface AcceptedDriftEvent extends DriftPlace {
  /** The client did not leave out a record. */
  skipped: false;
  /** The text in the body, at most 64 characters. */
  found: string;
  /** Absent. */
  index?: undefined;
  /** Absent. */
  offset?: undefined;
}

/**
 * A {@link DriftEvent} about a record that a page leaves out
 * ({@link ListOptions.onInvalidRecord}). The event shows nothing of the record.
 * @example
 * const onDrift = (event: DriftEvent) => event.skipped && console.log(event.index, event.pointer, event.expected);
 * // 0 /etherealData/0/_id a value
 * const fetch = async () => Response.json({ etherealData: [{ status: "active" }], nextCursor: null });
 * const client = new Client({ baseUrl: "https://api.example.com", apiKey, fetch, onDrift });
 * await client.ethereals({}, { onInvalidRecord: "skip" }).page();
 */
export interface SkippedRecordEvent extends DriftPlace {
  /** The client left out the record. */
  skipped: true;
  /** Index of the record in its page; the first is 0. */
  index: number;
  /** Byte offset of the invalid value in the body. */
  offset: number;
  /** Absent. */
  found?: undefined;
}

/**
 * A place where a response differs from the specification, for {@link ClientOptions.onDrift}.
 * `skipped` says whether the client read the place anyway, or left out its record.
 * @example
 * const onDrift = ({ skipped, pointer }: DriftEvent) => console.log(skipped, pointer); // false /balance
 * const fetch = async () => Response.json({ balance: 1 });
 * await new Client({ baseUrl: "https://api.example.com", apiKey, fetch, onDrift }).project();
 */
export type DriftEvent = AcceptedDriftEvent | SkippedRecordEvent;
