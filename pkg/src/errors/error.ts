// The error class of the package, and the functions that create its errors.

import { PAGINATION_STALLED } from "../generated/calls.js";
import type { ErrorFields, ErrorKind, ErrorKinds } from "../generated/errors.js";
import { isArray, isObject, readOr } from "./unknown-value.js";

/** The page of the site that has the cause and the remedy of each code. `homepage` in package.json is its folder. */
const DOCS = "https://ethereal-query.github.io/ethereal-query/errors.html";
const BRAND: unique symbol = Symbol.for("ethereal-query.error") as typeof BRAND;

// Declares the fields, which the constructor assigns.
// eslint-disable-next-line @typescript-eslint/no-empty-object-type, @typescript-eslint/no-unsafe-declaration-merging
export interface EtherealQueryError extends ErrorFields {}

/**
 * The error of the package: calls throw and reject with no other class. {@link ErrorFields} has its fields.
 * @example
 * try {
 *   await client.tokenUri(address, -1, { chainId: 1 });
 * } catch (error) {
 *   console.log(error instanceof EtherealQueryError); // true
 *   if (isEtherealQueryError(error, "invalid_argument")) console.log(error.parameter); // id
 * }
 */
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging
export class EtherealQueryError extends Error {
  // A console shows this name. A minifier renames the class.
  static override readonly name = "EtherealQueryError";

  /** Creates an error. A test of your program can use it. */
  constructor({ message, cause, ...fields }: ErrorFields) {
    super(message, cause === undefined ? undefined : { cause });
    for (const [name, value] of Object.entries(fields)) {
      if (value !== undefined) Object.assign(this, { [name]: value });
    }
  }

  /** Name of the class, the same after minification. */
  override get name(): "EtherealQueryError" {
    return "EtherealQueryError";
  }

  /**
   * Address of the cause and the remedy of `code`. Neither the message nor `JSON.stringify` has it.
   * @example
   * const error: EtherealQueryError = await client.tokenUri("0x12", 2, { chainId: 1 }).catch((error) => error);
   * console.log(error.docs); // https://ethereal-query.github.io/ethereal-query/errors.html#invalid_argument
   */
  get docs(): string {
    return `${DOCS}#${this.code}`;
  }

  /** @internal Marks the errors of every copy of the package. */
  get [BRAND](): true {
    return true;
  }

  /**
   * Returns the last request as a `curl` command, with `<key>` for the key and `<value>` for the value
   * of each other header, including headers from `onRequest`; `undefined` when there was no request.
   * @returns the command, or `undefined` when there was no request
   * @example
   * const fetch = async () => new Response("", { status: 400 });
   * const client = new Client({ baseUrl: "https://api.example.com", apiKey, fetch });
   * const error: EtherealQueryError = await client.project().catch((error) => error);
   * console.log(error.toCurl()); // curl -H 'x-api-key: <key>' 'https://api.example.com/project'
   */
  toCurl(): string | undefined {
    if (!this.url) return undefined;
    let options = "";
    for (const name of this.headerNames ?? []) {
      // A shell reads `'\''` within single quotes as one single quote.
      const header = `${name}: ${name === "x-api-key" ? "<key>" : "<value>"}`;
      options += `-H '${header.replaceAll("'", "'\\''")}' `;
    }
    return `curl ${options}'${this.url.replaceAll("'", "%27")}'`;
  }

  /**
   * Returns the fields for `JSON.stringify`, without `cause` and the stack.
   * @returns a plain object
   * @example
   * const error = await client.tokenUri(address, -1, { chainId: 1 }).catch((error) => error);
   * console.log(JSON.parse(JSON.stringify(error)).kind); // invalid_argument
   */
  toJSON(): Omit<ErrorFields, "cause"> & Pick<EtherealQueryError, "name"> {
    // `cause` is not enumerable, so the copy does not have it.
    return { ...this, name: this.name, message: this.message };
  }
}

/**
 * An error of one kind, or of one of several kinds. Its `code` is one of the codes of the kind, and the fields that
 * every error of the kind has are required. In a union, `kind` selects the member.
 * @example
 * // `status` and `attempts` are required for these kinds, `retryAfterMs` is optional.
 * const describe = ({ status, attempts, retryAfterMs = 0 }: EtherealQueryErrorOf<"rate_limited" | "server">) =>
 *   `status ${status} after ${attempts.length} attempts, wait ${retryAfterMs} ms`;
 */
export type EtherealQueryErrorOf<K extends ErrorKind> = {
  [P in K]: EtherealQueryError &
    Record<"kind", P> &
    Record<"code", ErrorKinds[P]["codes"]> &
    Required<Pick<ErrorFields, ErrorKinds[P]["fields"]>>;
}[K];

/**
 * Returns whether a value is an error of the package, and of the kind or one of the kinds if you pass any. It also
 * recognises the errors of other realms and of other copies of the package.
 * @param value any value, such as what a `catch` received
 * @param kind a kind, or a list of kinds; default: any kind
 * @returns whether the value is such an error; TypeScript then knows the fields of that kind
 * @example
 * const wrongKey = new Client({ baseUrl: "https://api.example.com", apiKey: "wrong" });
 * try {
 *   await wrongKey.project();
 * } catch (error) {
 *   if (isEtherealQueryError(error, ["network", "timeout"])) console.log("offline");
 *   else if (isEtherealQueryError(error, "unauthenticated")) console.log(error.status); // 401
 *   else throw error;
 * }
 */
export function isEtherealQueryError<K extends ErrorKind = ErrorKind>(
  value: unknown,
  kind?: K | readonly K[],
): value is EtherealQueryErrorOf<K> {
  // `instanceof` fails for another realm or another copy of the package, so a symbol marks the errors.
  const error = value as { [BRAND]?: unknown; kind?: unknown } | null | undefined;
  return readOr(false, () => {
    if (error?.[BRAND] !== true) return false;
    if (kind === undefined) return true;
    return typeof kind === "string" ? error.kind === kind : kind.includes(error.kind as K);
  });
}

/**
 * Replaces the stack of an error of the package with the current stack, and returns the error. Call this in the `async`
 * function that caught the error: V8 then adds the functions that await that function, up to the caller of the package.
 * The stack of an error from a callback lacks these functions.
 */
export function withCallerStack<T>(thrown: T): T {
  if (isEtherealQueryError(thrown)) Error.captureStackTrace?.(thrown);
  return thrown;
}

/** Creates an error of kind `internal`. */
export function internalError(
  code: ErrorKinds["internal"]["codes"],
  message: string,
  cause: unknown,
): EtherealQueryError {
  return new EtherealQueryError({ kind: "internal", code, message, retryable: false, cause });
}

/** Creates an error of kind `invalid_argument`. */
export function invalidArgument(
  parameter: string,
  message: string,
  cause?: unknown,
): EtherealQueryError {
  return new EtherealQueryError({
    kind: "invalid_argument",
    code: "invalid_argument",
    message,
    retryable: false,
    parameter,
    cause,
  });
}

/**
 * Creates an error of kind `invalid_argument` for a value that breaks its rule. `name` is the value's place in the
 * parameter, such as `gateways[0]`.
 */
export function invalidValue(
  parameter: string,
  value: unknown,
  expectation: string,
  name: string = parameter,
): EtherealQueryError {
  return invalidArgument(parameter, `Invalid ${name}: ${shown(value)}. Expected ${expectation}.`);
}

/** Creates an error of kind `invalid_argument` for an object with a property that throws. */
export function unreadableArgument(parameter: string, thrown: unknown): EtherealQueryError {
  return invalidArgument(
    parameter,
    `Cannot read ${parameter}: one of its properties throws. See cause.`,
    thrown,
  );
}

/** Returns the text of a value for an error message. It hides a string, which may be an API key in the wrong place. */
export function shown(value: unknown): string {
  switch (typeof value) {
    case "string":
    case "symbol":
    case "function":
      return `a ${typeof value}`;
    case "object":
      if (value === null) return "null";
      return isArray(value) ? "an array" : "an object";
    default:
      // JavaScript may have rounded the number before the call.
      return Number.isInteger(value) && !Number.isSafeInteger(value)
        ? `${String(value)}, a number beyond 2^53-1 (pass a bigint or text)`
        : String(value);
  }
}

/** Returns whether a thrown value is an object with the fields of an error from Rust. */
export function isErrorFields(thrown: unknown): thrown is ErrorFields {
  return isObject(thrown) && Object.hasOwn(thrown, "kind") && Object.hasOwn(thrown, "retryable");
}

/** Returns a copy of an object of options; an empty object when the options are absent. */
export function readObject<T extends object>(name: string, value: T | null | undefined): T {
  if (value === undefined || value === null) return {} as T;
  try {
    if (typeof value === "object" && !Array.isArray(value)) return { ...value };
  } catch (thrown) {
    throw unreadableArgument(name, thrown);
  }
  throw invalidValue(name, value, "an object");
}

/** Creates the error for a service that returns a cursor twice. */
export function paginationStalled(): EtherealQueryError {
  return new EtherealQueryError({
    kind: "pagination_stalled",
    code: "pagination_stalled",
    message: PAGINATION_STALLED,
    retryable: false,
    endpoint: "GET /ethereals",
  });
}
