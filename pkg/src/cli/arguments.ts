// Parses the arguments of a command by its table of options.

import { parseArgs } from "node:util";
import { closest } from "./closest.js";
import { type Command, CommandError, type OptionTable } from "./command.js";
import { EXIT } from "./exit-code.js";

/**
 * Matches options that would hold a key, such as `--key`, `--api-key` and `--x-api-key`. Every user of the machine could
 * read the key.
 */
const KEY_OPTION = /^-*(x-?)?(api-?)?key$/i;

export interface ParsedArguments {
  operands: string[];
  values: Record<string, string | true>;
}

/** @throws {CommandError} with exit code 2 for arguments that break the table */
export function parseArguments(
  { operands, options, readOperands }: Command,
  args: string[],
): ParsedArguments {
  // Not strict: the errors of the strict mode could print a key, and do not suggest a name.
  const { positionals, tokens } = parseArgs({
    args,
    options: parserTable(options),
    strict: false,
    tokens: true,
  });
  const values: ParsedArguments["values"] = {};
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const { name, rawName } = token;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (!option) throw usageError(unknownOption(rawName, Object.keys(options)));
    const { placeholder, multiple } = option;
    const value = placeholder === undefined ? readSwitch(token) : readValue(token, placeholder);
    const earlierValue = values[name];
    // A switch may be repeated.
    if (earlierValue === undefined || value === true) {
      values[name] = value;
    } else if (multiple) {
      values[name] = `${String(earlierValue)},${value}`;
    } else {
      throw usageError(`Repeated ${rawName}. Expected it once.`);
    }
  }
  for (const [name, { needs }] of Object.entries(options)) {
    const isIncomplete =
      needs !== undefined && values[name] !== undefined && values[needs] === undefined;
    if (isIncomplete) throw usageError(`--${name} needs --${needs}.`);
  }
  const actualOperands = readOperands?.(positionals, values) ?? positionals;
  if (!values.help) checkOperands(operands, actualOperands);
  return { operands: actualOperands, values };
}

function usageError(message: string): CommandError {
  return new CommandError(EXIT.usage, message);
}

/** The table as `parseArgs` takes it. */
function parserTable(
  options: OptionTable,
): Record<string, { type: "string" | "boolean"; short?: string }> {
  const entries = Object.entries(options).map(([name, { placeholder }]) => {
    const type = placeholder === undefined ? ("boolean" as const) : ("string" as const);
    return [name, name === "help" ? { type, short: "h" } : { type }] as const;
  });
  return Object.fromEntries(entries);
}

/** An option in the arguments, as `parseArgs` returns it. */
interface OptionToken {
  readonly rawName: string;
  readonly value: string | undefined;
  /** Whether the value is written behind `=`. */
  readonly inlineValue: boolean | undefined;
}

function readSwitch({ rawName, value }: OptionToken): true {
  if (value !== undefined)
    throw usageError(`Invalid ${rawName}: ${JSON.stringify(value)}. Expected no value.`);
  return true;
}

function readValue({ rawName, value, inlineValue }: OptionToken, placeholder: string): string {
  if (!value) throw usageError(`Missing value of ${rawName}. Expected ${placeholder}.`);
  if (!inlineValue && value.startsWith("-")) {
    throw usageError(
      `Missing value of ${rawName}. A value that begins with "-" is written behind "=": ${rawName}=…`,
    );
  }
  return value;
}

/**
 * The name of an unknown option for a message. A name that is long, or that has other characters than letters, `-` and
 * `_`, is hidden, because it may be a key.
 */
export function optionName(rawName: string): string {
  return /^--?[a-z][a-z_-]{0,30}$/i.test(rawName)
    ? rawName
    : "--… (hidden, because it may be a key)";
}

function unknownOption(rawName: string, names: string[]): string {
  if (KEY_OPTION.test(rawName)) {
    return `Refused ${rawName}: other users and the shell's history see arguments. Set ETHEREAL_QUERY_API_KEY instead.`;
  }
  const suggestion = closest(rawName.replace(/^-+/, ""), names);
  const shown = optionName(rawName);
  if (suggestion !== undefined) return `Unknown option ${shown}. Did you mean --${suggestion}?`;
  return `Unknown option ${shown}. Known options: ${names.map((name) => `--${name}`).join(", ")}.`;
}

function checkOperands(expected: readonly string[], operands: readonly string[]): void {
  const missing = expected[operands.length];
  if (missing !== undefined)
    throw usageError(`Missing ${missing}. Expected ${expected.join(" ")}.`);
  const extra = operands[expected.length];
  if (extra === undefined || expected.at(-1)?.endsWith("…")) return;
  throw usageError(
    `Unexpected argument: ${JSON.stringify(extra)}. Expected ${expected.join(" ") || "options only"}.`,
  );
}

/** The integer of an option; `undefined` when the option was not given. The client checks the range. */
export function readInteger(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  throw usageError(`Invalid --${name}: ${JSON.stringify(text)}. Expected an integer from 0.`);
}
