// Reports a failure, without a stack and without the API key.

import { type EtherealQueryError, isEtherealQueryError } from "../errors/error.js";
import type { ErrorKind } from "../generated/errors.js";
import { type Command, CommandError } from "./command.js";
import { VARIABLES } from "./connection.js";
import { EXIT, type ExitCode, exitCodeOf } from "./exit-code.js";
import type { Output } from "./output.js";

const ADVICE: Partial<Record<ErrorKind, string>> = {
  network: `Check the network and the URL (--base-url or ${VARIABLES.url}).`,
  timeout: "Try again, or raise the limit: see --help.",
  unauthenticated: `Check the key in ${VARIABLES.key}.`,
  redirect_blocked: `Set --base-url or ${VARIABLES.url} to where the service is.`,
  internal: "This is a bug in ethereal-query: please report it.",
};

/**
 * Replaces the client's message for a network error. The client's message also has the URL and the cause, which
 * `report` prints in separate lines.
 */
const NETWORK_MESSAGE = "The service did not respond, or the connection was lost.";

/** Prints the failure of a command that has run with `args`, and returns the exit code. */
export function report(
  thrown: unknown,
  command: Command | undefined,
  args: string[],
  output: Output,
): ExitCode {
  if (thrown instanceof CommandError) {
    const { message, exitCode, advice } = thrown;
    const defaultAdvice = exitCode === EXIT.usage ? helpAdvice(command) : undefined;
    output.fail(message, advice ?? defaultAdvice);
    return exitCode;
  }
  if (!isEtherealQueryError(thrown)) {
    output.fail(`Unexpected failure: ${messageOf(thrown)}`, ADVICE.internal);
    return EXIT.failure;
  }
  const { url, attempts, requestId, kind, cause } = thrown;
  output.fail(
    command ? messageFor(thrown, command, args) : thrown.message,
    url === undefined ? undefined : `Request: ${url} (attempts: ${attempts?.length ?? 0})`,
    requestId === undefined ? undefined : `Request id: ${requestId}`,
    cause === undefined ? undefined : `Cause: ${messageOf(cause)}`,
    parameterAdvice(thrown, command) ?? ADVICE[kind],
  );
  return exitCodeOf(kind);
}

/**
 * Returns the message for a user of the program. `Invalid chainId` at the start of the client's message, which names a
 * parameter, becomes `Invalid --chain-id`.
 */
function messageFor(
  { kind, message, parameter }: EtherealQueryError,
  command: Command,
  args: string[],
): string {
  if (kind === "network") return NETWORK_MESSAGE;
  if (kind !== "invalid_argument" || parameter === undefined) return message;
  const start = new RegExp(`^(Missing|Invalid) ${parameter}\\b`);
  return message.replace(
    start,
    (_, word: string) => `${word} ${argumentName(parameter, command, args)}`,
  );
}

/** Returns the operand, the option or the environment variable from which the program takes a parameter. */
function argumentName(parameter: string, { operands, options }: Command, args: string[]): string {
  if (parameter === "apiKey") return VARIABLES.key;
  const operand = parameter.toUpperCase();
  if (operands.includes(operand)) return operand;
  // A parameter can have two options: `--timeout-ms` and `--watch-timeout-ms` both set a `timeoutMs`.
  const names = Object.entries(options)
    .filter(([name, option]) => (option.parameter ?? camelCase(name)) === parameter)
    .map(([name]) => name);
  const usedName = names.find((name) =>
    args.some((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`)),
  );
  if (parameter === "baseUrl" && usedName === undefined) return VARIABLES.url;
  const name = usedName ?? names[0];
  return name === undefined ? parameter : `--${name}`;
}

function camelCase(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Says where a refused key or URL comes from. For any other parameter, refers to the help. */
function parameterAdvice(
  { parameter }: EtherealQueryError,
  command: Command | undefined,
): string | undefined {
  if (parameter === undefined) return undefined;
  if (parameter === "apiKey") return `The key comes from ${VARIABLES.key}.`;
  if (parameter === "baseUrl") return `The URL comes from --base-url or ${VARIABLES.url}.`;
  return helpAdvice(command);
}

function helpAdvice(command: Command | undefined): string {
  return `See: ethereal-query ${command ? `${command.name} ` : ""}--help`;
}

/**
 * The message of the innermost cause, or its code when the message is empty. Node.js throws an error with an empty
 * message when it fails to connect to each address of a host.
 */
function messageOf(thrown: unknown): string {
  const { message, code, cause } = (thrown ?? {}) as {
    message?: unknown;
    code?: unknown;
    cause?: unknown;
  };
  if (cause !== undefined && cause !== null) return messageOf(cause);
  if (message === "") return String(code);
  return String(message ?? thrown);
}
