// The error class, the only one that this package throws and rejects with.

import type { BridgeTransfer, ErrorCode, ErrorKind, ErrorKinds } from "./models.js";

/**
 * What an {@link EtherealQueryError} holds. `isEtherealQueryError(error, kind)` tells TypeScript which of the optional fields
 * the errors of a kind always have.
 */
export interface ErrorFields {
  /** What failed, with which value, and what to do; never holds a key. */
  message: string;
  /** The class of the error: what a program branches on. */
  kind: ErrorKind;
  /** What went wrong, finer than the kind: `invalid_json` and `too_deep` are both of kind `decode`. */
  code: ErrorCode;
  /** The same call may succeed later. */
  retryable: boolean;
  /** The call, `"GET /ethereals"` for instance. */
  endpoint?: string;
  /** The parameter or option at fault. */
  parameter?: string;
  /** Status of the answer. */
  status?: number;
  /**
   * JSON Pointer (RFC 6901) of the first thing wrong in a body; `""` is the whole body. At most 1,024 bytes; in a longer
   * one a last step `…` stands for what is left out.
   */
  pointer?: string;
  /** At most 256 bytes of the body. */
  bodySnippet?: string;
  /** The service's own message: untrusted text without control characters. */
  serverMessage?: string;
  /** How long the service asks to wait, in milliseconds; a number beyond 2^31 seconds counts as 2^31 seconds. */
  retryAfterMs?: number;
  /** Why there was no further attempt; absent for a failure that is never tried again. */
  gaveUp?: GaveUp;
  /** The request's URL. */
  url?: string;
  /** What happened, attempt by attempt. */
  attempts?: Attempt[];
  /** Milliseconds from the call to its failure. */
  elapsedMs?: number;
  /** The header `x-request-id` of the last answer, where the service sends one and lets the page see it. */
  requestId?: string;
  /** Of a watch that failed: the last record; absent when none was seen. */
  transfer?: BridgeTransfer;
  /** Of a list: the cursor of the page that failed, to go on from. */
  cursor?: string;
  /** What is behind the error: the signal's reason, what `fetch` rejected with, what the key function threw. */
  cause?: unknown;
}

/**
 * Why a failure that may pass was not tried again: `maxRetries` were made, `Retry-After` exceeds `maxRetryAfterMs`, the
 * client's retry budget is spent, or the wait would end after the deadline.
 * @example if (error.gaveUp === "retry_after_too_long") console.log(error.retryAfterMs); // 3600000
 */
export type GaveUp = "attempts_used" | "retry_after_too_long" | "budget_exhausted" | "deadline";

/**
 * One attempt of a call.
 * @example error.attempts?.map(({ status, delayMs }) => [status, delayMs]); // [[503, 142], [503, 388], [503, undefined]]
 */
export interface Attempt {
  /** Milliseconds from the call to the attempt. */
  startedMs: number;
  /** How long it took; absent while it is under way. */
  elapsedMs?: number;
  /** Status of its answer. */
  status?: number;
  /** What kept it from a complete answer. */
  code?: "network" | "timeout" | "redirect" | "large";
  /** The wait after it, in milliseconds. */
  delayMs?: number;
}

const BRAND: unique symbol = Symbol.for("ethereal-query.error") as typeof BRAND;

// Declares the fields: the constructor assigns those that an error has.
// eslint-disable-next-line @typescript-eslint/no-empty-object-type, @typescript-eslint/no-unsafe-declaration-merging
export interface EtherealQueryError extends ErrorFields {}

/**
 * The only class of error this package throws and rejects with. Its fields are those of {@link ErrorFields}.
 *
 * @example
 * try { await client.project(); }
 * catch (error) { if (isEtherealQueryError(error, "rate_limited")) console.log(error.retryAfterMs); }
 */
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging
export class EtherealQueryError extends Error {
  // Minifiers rename classes; a console shows this name.
  static override readonly name = "EtherealQueryError";

  constructor({ message, cause, ...fields }: ErrorFields) {
    super(message, cause === undefined ? undefined : { cause });
    for (const [name, value] of Object.entries(fields)) {
      if (value !== undefined) Object.assign(this, { [name]: value });
    }
  }

  /** The name of the class, also where a minifier has renamed it. */
  override get name(): "EtherealQueryError" {
    return "EtherealQueryError";
  }

  get [BRAND](): true {
    return true;
  }

  /**
   * The request as a `curl` command, with `<key>` where the key belongs; `undefined` where nothing was to be sent.
   * @example error.toCurl(); // "curl -H 'x-api-key: <key>' 'https://api.example.com/project'"
   */
  toCurl(): string | undefined {
    if (!this.url) return undefined;
    const key = this.endpoint?.startsWith("GET /tokens/") ? "" : `-H 'x-api-key: <key>' `;
    return `curl ${key}'${this.url.replaceAll("'", "%27")}'`;
  }

  /** All fields but `cause` and the stack. */
  toJSON(): Omit<ErrorFields, "cause"> & { name: string } {
    // `cause` is no enumerable property, so it stays out.
    return { ...this, name: this.name, message: this.message };
  }
}

/**
 * An error of a kind, or of one of several kinds: it has the codes of its kind, and the fields that every error of its kind
 * has are not optional. Of a union, `kind` tells which one it is.
 * @example
 * function waitMs(error: EtherealQueryErrorOf<"rate_limited" | "server">): number {
 *   console.log(error.status, error.attempts.length); // 503 3: always there for these kinds
 *   return error.retryAfterMs ?? 1000; // may be absent
 * }
 */
export type EtherealQueryErrorOf<K extends ErrorKind> = {
  [P in K]: EtherealQueryError & { kind: P; code: ErrorKinds[P]["codes"] } & Required<
      Pick<ErrorFields, ErrorKinds[P]["fields"]>
    >;
}[K];

/**
 * Whether a value is an error of this package, of a kind or of one of several kinds if they are given; also across realms
 * and copies of the package.
 * @example
 * try { await client.project(); }
 * catch (error) {
 *   if (isEtherealQueryError(error, "unauthenticated")) askForKey(error.status);
 *   else if (isEtherealQueryError(error, ["network", "timeout"])) showOffline();
 *   else throw error;
 * }
 */
export function isEtherealQueryError<K extends ErrorKind = ErrorKind>(
  value: unknown,
  kind?: K | readonly K[],
): value is EtherealQueryErrorOf<K> {
  // By a brand, because `instanceof` fails across realms and between two copies of the package.
  const error = value as { [BRAND]?: unknown; kind?: unknown } | null | undefined;
  try {
    if (error?.[BRAND] !== true) return false;
    return kind === undefined || (typeof kind === "string" ? error.kind === kind : kind.includes(error.kind as K));
  } catch {
    // A proxy may throw.
    return false;
  }
}

/** An error of kind `internal`. */
export function internalError(
  code: ErrorKinds["internal"]["codes"],
  message: string,
  cause: unknown,
): EtherealQueryError {
  return new EtherealQueryError({ kind: "internal", code, message, retryable: false, cause });
}

/** An error of kind `invalid_argument`. */
export function invalidArgument(parameter: string, message: string, cause?: unknown): EtherealQueryError {
  return new EtherealQueryError({
    kind: "invalid_argument",
    code: "invalid_argument",
    message,
    retryable: false,
    parameter,
    cause,
  });
}

/** An error of kind `invalid_argument` for a value that breaks its rule; `name` is the place of the value in the parameter. */
export function invalidValue(
  parameter: string,
  value: unknown,
  expectation: string,
  name: string = parameter,
): EtherealQueryError {
  return invalidArgument(parameter, `Invalid ${name}: ${shown(value)}. Expected ${expectation}.`);
}

/** An error of kind `invalid_argument` for an object that throws when it is read. */
export function unreadableArgument(parameter: string, thrown: unknown): EtherealQueryError {
  return invalidArgument(parameter, `Cannot read ${parameter}: one of its properties throws. See cause.`, thrown);
}

/** A value as an error message shows it. A string could be an API key in the wrong place, so it is not shown. */
function shown(value: unknown): string {
  switch (typeof value) {
    case "string":
      return "a string";
    case "function":
      return "a function";
    case "object":
      return value === null ? "null" : isArray(value) ? "an array" : "an object";
    default:
      return String(value);
  }
}

/** Like `Array.isArray`, which throws for a revoked proxy. */
function isArray(value: unknown): boolean {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}

/** Whether Rust threw or rejected with the fields of an error. */
export function isErrorFields(thrown: unknown): thrown is ErrorFields {
  return (
    typeof thrown === "object" && thrown !== null && Object.hasOwn(thrown, "kind") && Object.hasOwn(thrown, "retryable")
  );
}

/** A copy of options; empty when they are absent. */
export function readObject<T extends object>(name: string, value: T | null | undefined): T {
  if (value === undefined || value === null) return {} as T;
  try {
    if (typeof value === "object" && !Array.isArray(value)) return { ...value };
  } catch (thrown) {
    throw unreadableArgument(name, thrown);
  }
  throw invalidValue(name, value, "an object");
}
