// Creates the client of a command from the options of the command and from the environment.

import { Client } from "../client/client.js";
import { DEFAULTS } from "../generated/calls.js";
import type { RetryEvent } from "../generated/events.js";
import { readInteger } from "./arguments.js";
import { CommandError, type Input, type OptionTable } from "./command.js";
import { EXIT } from "./exit-code.js";

/** The environment variables that the program reads. */
export const VARIABLES = {
  url: "ETHEREAL_QUERY_URL",
  key: "ETHEREAL_QUERY_API_KEY",
} as const;

/** The options for the output. A command that cannot print JSON has only `help`. */
export const OUTPUT_OPTIONS = {
  json: { help: "print JSON for programs" },
  help: { help: "print this help" },
} as const satisfies OptionTable;

/** The options of every command that calls a service. */
export const CLIENT_OPTIONS = {
  "base-url": { placeholder: "URL", help: `where the service is (default: ${VARIABLES.url})` },
  "timeout-ms": {
    placeholder: "MS",
    help: `time limit of an attempt (default: ${DEFAULTS.timeoutMs})`,
  },
  "deadline-ms": {
    placeholder: "MS",
    help: `time limit of a call with its retries (default: ${DEFAULTS.deadlineMs})`,
  },
  "max-retries": { placeholder: "N", help: `retries of a call (default: ${DEFAULTS.maxRetries})` },
  "allow-insecure": { help: "send the API key over http:// to another machine" },
} as const satisfies OptionTable;

/** Creates the client. `needsKey`: whether the command sends the API key. */
export function connect(
  { values, env, output }: Input<typeof CLIENT_OPTIONS>,
  { needsKey }: { needsKey: boolean },
): Client {
  const baseUrl = values["base-url"] ?? env[VARIABLES.url];
  if (!baseUrl) {
    throw new CommandError(EXIT.usage, `Missing base URL. Set --base-url or ${VARIABLES.url}.`);
  }
  const apiKey = needsKey ? env[VARIABLES.key] : undefined;
  if (needsKey && !apiKey)
    throw new CommandError(EXIT.authentication, `Missing API key. Set ${VARIABLES.key}.`);
  return new Client({
    baseUrl,
    apiKey,
    timeoutMs: readInteger("timeout-ms", values["timeout-ms"]),
    deadlineMs: readInteger("deadline-ms", values["deadline-ms"]),
    maxRetries: readInteger("max-retries", values["max-retries"]),
    allowInsecure: values["allow-insecure"],
    onRetry: ({ reason, status, delayMs }: RetryEvent) => {
      const cause = status === undefined ? reason : `${reason} ${status}`;
      output.note(`Retrying in ${Math.ceil(delayMs)} ms (${cause}).`);
    },
  });
}
