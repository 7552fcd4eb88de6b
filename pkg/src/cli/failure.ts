// Reports a failure, without a stack and without the API key.

import { type EtherealQueryError, isEtherealQueryError } from "../error.js";
import type { ErrorKind } from "../models.js";
import { CommandError } from "./command.js";
import { VARIABLES } from "./connection.js";
import { EXIT, type ExitCode, exitCodeOf } from "./exit-code.js";
import type { Output } from "./output.js";

const ADVICE: Partial<Record<ErrorKind, string>> = {
  network: `Check the network and the URL (--base-url or ${VARIABLES.url}).`,
  timeout: "Try again, or raise the limit: see --help.",
  unauthenticated: `Check the key in ${VARIABLES.key}.`,
  redirect_blocked: `Set --base-url or ${VARIABLES.url} to where the service is.`,
  internal: "This is a defect of ethereal-query: please report it.",
};

/** Prints the failure of a command, and returns the exit code. */
export function report(thrown: unknown, command: string, output: Output): ExitCode {
  if (thrown instanceof CommandError) {
    const { message, exitCode, advice = exitCode === EXIT.usage ? helpAdvice(command) : undefined } = thrown;
    output.fail(message, advice);
    return exitCode;
  }
  if (!isEtherealQueryError(thrown)) {
    output.fail(`Unexpected failure: ${messageOf(thrown)}`, ADVICE.internal);
    return EXIT.failure;
  }
  const { url, attempts, requestId, kind, cause } = thrown;
  output.fail(
    thrown.message,
    url === undefined ? undefined : `Request: ${url} (attempts: ${attempts?.length ?? 0})`,
    requestId === undefined ? undefined : `Request id: ${requestId}`,
    cause === undefined ? undefined : `Cause: ${messageOf(cause)}`,
    parameterAdvice(thrown, command) ?? ADVICE[kind],
  );
  return exitCodeOf(kind);
}

/** Says which option or variable has the value that was refused. */
function parameterAdvice({ parameter }: EtherealQueryError, command: string): string | undefined {
  if (parameter === undefined) return undefined;
  if (parameter === "apiKey") return `The key comes from ${VARIABLES.key}.`;
  if (parameter === "baseUrl") return `The URL comes from --base-url or ${VARIABLES.url}.`;
  return helpAdvice(command);
}

function helpAdvice(command: string): string {
  return `See: ethereal-query ${command} --help`;
}

/**
 * The message of the innermost cause. When that is empty, the code: Node.js throws such an error when it fails to
 * connect to each address of a host.
 */
function messageOf(thrown: unknown): string {
  const { message, code, cause } = (thrown ?? {}) as { message?: unknown; code?: unknown; cause?: unknown };
  if (cause !== undefined && cause !== null) return messageOf(cause);
  return String(message === "" ? code : (message ?? thrown));
}
