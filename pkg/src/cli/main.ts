#!/usr/bin/env node
// The entry point of the program `ethereal-query`: runs the command that the first argument names.

import { readFileSync } from "node:fs";
import { optionName, parseArguments } from "./arguments.js";
import { closest } from "./closest.js";
import { type Command, CommandError } from "./command.js";
import { completionOf } from "./completion.js";
import { VARIABLES } from "./connection.js";
import { demo } from "./demo.js";
import { ethereals } from "./ethereals.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { report } from "./failure.js";
import { commandHelp, programHelp } from "./help.js";
import { Output } from "./output.js";
import { project } from "./project.js";
import { serve } from "./serve.js";
import { token } from "./token.js";
import { transfer } from "./transfer.js";

const COMMANDS: readonly Command[] = [
  token,
  transfer,
  project,
  ethereals,
  serve,
  demo,
  completionOf(() => COMMANDS),
];

async function main(args: string[]): Promise<ExitCode> {
  const { env } = process;
  // `Output` never shows the key on standard error.
  const output = new Output(process.stdout, process.stderr, env, env[VARIABLES.key]);
  const interruption = new AbortController();
  // After `once`, a second signal has no listener and ends the process.
  process.once("SIGINT", () => {
    // The terminal shows `^C` at the cursor, so the next output begins in a new line.
    if (process.stderr.isTTY) output.note("");
    interruption.abort(EXIT.sigint);
  });
  process.once("SIGTERM", () => interruption.abort(EXIT.sigterm));
  const { signal } = interruption;
  try {
    return await run(args, output, signal);
  } catch (error) {
    if (signal.aborted) return signal.reason as ExitCode;
    return report(error, commandNamed(args[0]), args, output);
  }
}

async function run(
  [name, ...args]: string[],
  output: Output,
  signal: AbortSignal,
): Promise<ExitCode> {
  if (name === undefined) {
    output.note(programHelp(COMMANDS));
    return EXIT.usage;
  }
  if (["--help", "-h", "help"].includes(name)) {
    const subject = name === "help" ? args[0] : undefined;
    await output.line(
      subject === undefined ? programHelp(COMMANDS) : commandHelp(findCommand(subject)),
    );
    return EXIT.success;
  }
  if (["--version", "version"].includes(name)) {
    await output.line(version());
    return EXIT.success;
  }
  const command = findCommand(name);
  const { operands, values } = parseArguments(command, args);
  if (values.help) {
    await output.line(commandHelp(command));
    return EXIT.success;
  }
  return command.run({ operands, values, env: process.env, output, signal });
}

function findCommand(name: string): Command {
  const command = commandNamed(name);
  if (command) return command;
  const names = COMMANDS.map((command) => command.name);
  const suggestion = closest(name, [...names, "help", "version"]);
  const advice =
    suggestion === undefined
      ? `Known commands: ${names.join(", ")}.`
      : `Did you mean ${suggestion}?`;
  const message = name.startsWith("-")
    ? `Missing command before ${optionName(name.split("=", 1)[0]!)}.`
    : `Unknown command ${JSON.stringify(name)}.`;
  throw new CommandError(EXIT.usage, `${message} ${advice}`, "See: ethereal-query --help");
}

function commandNamed(name: string | undefined): Command | undefined {
  return COMMANDS.find((command) => command.name === name);
}

function version(): string {
  const manifest = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}

void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
