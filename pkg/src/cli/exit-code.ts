// The exit codes of the program. `docs/command-line.md` and `--help` promise these numbers to scripts.

import type { ErrorKind } from "../generated/errors.js";

/**
 * Exit codes. Any failure without a special code is 1, because Node.js and npx exit with 1 when they fail. GitHub's
 * `gh` also uses 4 for a missing authentication. The code for a signal is 128 plus its number, as in a shell.
 */
export const EXIT = {
  success: 0,
  failure: 1,
  usage: 2,
  notFound: 3,
  authentication: 4,
  transferFailed: 5,
  sigint: 130,
  sigterm: 143,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The meaning of each exit code, for the help. */
export const EXIT_MEANINGS: Record<keyof typeof EXIT, string> = {
  success: "success",
  failure: "network, timeout, service, or a file that cannot be used",
  usage: "wrong arguments, or arguments that the service refuses",
  notFound: "not found",
  authentication: "the API key is missing or not accepted",
  transferFailed: "the watched transfer failed, or waits for a person (--on-manual stop)",
  sigint: "interrupted",
  sigterm: "ended by SIGTERM",
};

/** Exit codes by the kind of an error. Any other kind is a `failure`. */
const CODES: Partial<Record<ErrorKind, ExitCode>> = {
  invalid_argument: EXIT.usage,
  bad_request: EXIT.usage,
  not_found: EXIT.notFound,
  unauthenticated: EXIT.authentication,
  forbidden: EXIT.authentication,
  transfer_failed: EXIT.transferFailed,
};

/** The exit code for an error of the package. */
export function exitCodeOf(kind: ErrorKind): ExitCode {
  return CODES[kind] ?? EXIT.failure;
}
