// Compiled, never run: the type of an error after `isEtherealQueryError` has checked its kind.
import {
  type Attempt,
  type BridgeTransfer,
  type ErrorCode,
  type ErrorKind,
  EtherealQueryError,
  type EtherealQueryErrorOf,
  isEtherealQueryError,
} from "ethereal-query";

export function kind(error: unknown): unknown {
  if (isEtherealQueryError(error, "rate_limited")) {
    error satisfies EtherealQueryError;
    error.kind satisfies "rate_limited";
    error.code satisfies "rate_limited";
    error.status satisfies number;
    error.endpoint satisfies string;
    error.url satisfies string;
    error.elapsedMs satisfies number;
    error.attempts satisfies Attempt[];
    error.retryAfterMs satisfies number | undefined;
    // @ts-expect-error the service need not say how long to wait
    error.retryAfterMs satisfies number;
    // @ts-expect-error the kind is "rate_limited"
    return error.kind === "network";
  }
  if (isEtherealQueryError(error, "decode")) {
    // @ts-expect-error not every error of this kind has a status
    error.status satisfies number;
    // @ts-expect-error a code of another kind
    return error.code === "attempt_timeout" ? undefined : error.pointer;
  }
  if (isEtherealQueryError(error, "invalid_argument")) return error.parameter satisfies string;
  if (isEtherealQueryError(error, "transfer_failed"))
    return error.transfer satisfies BridgeTransfer;
  // @ts-expect-error the type is still `unknown`
  return error.kind;
}

export function kinds(
  error: unknown,
  listedKinds: readonly ErrorKind[],
  optionalKind: ErrorKind | undefined,
): unknown {
  if (isEtherealQueryError(error, ["network", "not_found"])) {
    error.kind satisfies "network" | "not_found";
    error.endpoint satisfies string;
    // @ts-expect-error a watch that found nothing has no URL
    error.url satisfies string;
    if (error.kind === "network") return error.url satisfies string;
    return error.code satisfies "not_found" | "transfer_not_found";
  }
  if (isEtherealQueryError(error, listedKinds)) return error.kind satisfies ErrorKind;
  if (isEtherealQueryError(error, optionalKind)) return error.code satisfies ErrorCode;
  // @ts-expect-error not a kind of error
  isEtherealQueryError(error, "ratelimited");
  // @ts-expect-error one of these is not a kind of error
  isEtherealQueryError(error, ["network", "ratelimited"]);
  return undefined;
}

export function branches(error: unknown): unknown {
  if (!isEtherealQueryError(error)) throw error;
  const known: EtherealQueryError = error;
  switch (error.kind) {
    case "server":
      return error.status satisfies number;
    case "timeout":
      return error.code satisfies "attempt_timeout" | "deadline_exceeded" | "wait_timeout";
    case "internal":
      // @ts-expect-error a defect may arise outside of a call
      return error.endpoint satisfies string;
    default:
      return [known, error.cursor];
  }
}

/** TypeScript knows all error codes, and finds a misspelt code. */
export function code(error: EtherealQueryError): boolean {
  if (isEtherealQueryError(error, "network")) return error.retryable;
  const otherError: EtherealQueryError = error;
  // @ts-expect-error not an error code
  if (otherError.code === "invalid_jsn") return true;
  return otherError.code === "invalid_json";
}

export function made(): EtherealQueryErrorOf<"server" | "network">[] {
  const offline = {
    kind: "network",
    code: "offline",
    message: "Offline.",
    retryable: true,
  } as const;
  // @ts-expect-error "offline" is not an error code
  new EtherealQueryError(offline);
  const error = new EtherealQueryError({
    kind: "network",
    code: "network",
    message: "Offline.",
    retryable: true,
  });
  // @ts-expect-error the type of `error` allows any kind
  return [error];
}
