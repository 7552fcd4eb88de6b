// The events that the hooks of a client receive.

import type { EtherealQueryError } from "./error.js";

/**
 * A call that starts, for {@link ClientOptions.onCallStart}.
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
 * A call that has ended, for {@link ClientOptions.onCallEnd}.
 * @example
 * const onCallEnd = ({ endpoint, error }: CallEndEvent) => console.log(endpoint, error?.kind); // GET /project undefined
 * await new Client({ baseUrl: "https://api.example.com", apiKey, onCallEnd }).project();
 */
export interface CallEndEvent extends CallStartEvent {
  /** Milliseconds from the start of the call. */
  elapsedMs: number;
  /** The error with which the call rejects, of kind `aborted` if its `signal` aborted it; absent for a success. */
  error?: EtherealQueryError;
}

/**
 * An attempt that the client is about to send, for {@link ClientOptions.onRequest}. The attempts of a request that
 * several callers share have the `callId` of the first.
 * @example
 * const onRequest = ({ endpoint, attempt }: RequestEvent) => console.log(endpoint, attempt); // GET /project 1
 * await new Client({ baseUrl: "https://api.example.com", apiKey, onRequest }).project();
 */
export interface RequestEvent extends CallStartEvent {
  /** URL of the request. It never contains a key. */
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
 * A place where a response differs from the specification, for {@link ClientOptions.onDrift}.
 * @example
 * const onDrift = ({ pointer, found }: DriftEvent) => console.log(pointer, found); // /balance 1
 * const fetch = async () => Response.json({ balance: 1 });
 * await new Client({ baseUrl: "https://api.example.com", apiKey, fetch, onDrift }).project();
 */
export interface DriftEvent extends RequestEvent {
  /** JSON Pointer (RFC 6901) into the body. */
  pointer: string;
  /** Name of the field, value or type in the specification. */
  expected: string;
  /** The text in the body, at most 64 characters. */
  found: string;
}

/**
 * A record that a page leaves out, for {@link ClientOptions.onSkippedRecord}. It shows nothing of the record.
 * @example
 * const onSkippedRecord = ({ pointer, expected }: SkippedRecordEvent) => console.log(pointer, expected);
 * // /etherealData/0/_id a value
 * const fetch = async () => Response.json({ etherealData: [{ status: "active" }], nextCursor: null });
 * const client = new Client({ baseUrl: "https://api.example.com", apiKey, fetch, onSkippedRecord });
 * await client.ethereals({}, { onInvalidRecord: "skip" }).page();
 */
export interface SkippedRecordEvent extends RequestEvent {
  /** Index of the record in its page; the first is 0. */
  index: number;
  /** JSON Pointer (RFC 6901) to the invalid value in the body. */
  pointer: string;
  /** Byte offset of the invalid value in the body. */
  offset: number;
  /** What the specification describes there. */
  expected: string;
}
