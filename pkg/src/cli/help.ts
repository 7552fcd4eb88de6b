// The help, printed from the tables of the commands.

import type { Command, OptionTable } from "./command.js";
import { VARIABLES } from "./connection.js";
import { EXIT, EXIT_MEANINGS } from "./exit-code.js";

const ENVIRONMENT: readonly (readonly [string, string])[] = [
  [VARIABLES.url, "base URL of the service"],
  [VARIABLES.key, "API key; never an argument, which other users could read"],
  ["NO_COLOR, FORCE_COLOR", "no colours; colours also without a terminal"],
];

/** The help of the program: its commands. */
export function programHelp(commands: readonly Command[]): string {
  const rows = commands.map(
    ({ name, operands, summary }) => [[name, ...operands].join(" "), summary] as const,
  );
  return [
    "Usage: ethereal-query COMMAND [OPTIONS]",
    section("Commands", rows),
    section("Options", [
      ["-h, --help, help COMMAND", "print this help, or the help of a command"],
      ["--version, version", "print the version"],
    ]),
    section("Environment", ENVIRONMENT),
    section("Exit codes", exitCodeRows()),
  ].join("\n\n");
}

/** The help of a command: its options and examples. */
export function commandHelp({ name, operands, summary, options, examples }: Command): string {
  return [
    `Usage: ${["ethereal-query", name, ...operands].join(" ")} [OPTIONS]`,
    `${summary[0]!.toUpperCase()}${summary.slice(1)}.`,
    section("Options", optionRows(options)),
    ["Examples:", ...examples.map((example) => `  ${example}`)].join("\n"),
  ].join("\n\n");
}

function exitCodeRows(): (readonly [string, string])[] {
  const names = Object.keys(EXIT) as (keyof typeof EXIT)[];
  return names.map((name) => [String(EXIT[name]), EXIT_MEANINGS[name]]);
}

function optionRows(options: OptionTable): (readonly [string, string])[] {
  return Object.entries(options).map(([name, { placeholder, help, multiple, needs }]) => {
    const label = name === "help" ? "-h, --help" : `--${name}`;
    const term = placeholder === undefined ? label : `${label} ${placeholder}`;
    const notes: string[] = [];
    if (multiple) notes.push("may be repeated");
    if (needs !== undefined) notes.push(`needs --${needs}`);
    const text = notes.length === 0 ? help : `${help} (${notes.join("; ")})`;
    return [term, text] as const;
  });
}

function section(title: string, rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([term]) => term.length));
  return [`${title}:`, ...rows.map(([term, text]) => `  ${term.padEnd(width)}  ${text}`)].join(
    "\n",
  );
}
