// A command: a table for parsing its arguments and printing its help, and a function that runs it.

import type { ExitCode } from "./exit-code.js";
import type { Output } from "./output.js";

/** An option of a command. */
export interface Option {
  /** The placeholder for the value in the help. An option without it is a switch. */
  readonly placeholder?: string;
  /** The description in the help. */
  readonly help: string;
  /** Whether the option may be given several times; the values are joined by commas. */
  readonly multiple?: true;
  /** The parameter of the client that has the value. Default: the name in camel case. */
  readonly parameter?: string;
  /** The option that must be given as well. */
  readonly needs?: string;
}

/** The options of a command by name, in kebab-case. */
export type OptionTable = Readonly<Record<string, Option>>;

/**
 * The values of the options that were given: a string, or `true` for a switch. The type `OptionTable` does not tell
 * which options are switches, so its values can be either.
 */
export type Values<Table extends OptionTable> = {
  readonly [Name in keyof Table]?: Option extends Table[Name]
    ? string | true
    : Table[Name] extends { readonly placeholder: string }
      ? string
      : true;
};

/** The parsed arguments of a command, its output, and the environment. */
export interface Input<Table extends OptionTable = OptionTable> {
  readonly operands: readonly string[];
  readonly values: Values<Table>;
  readonly env: NodeJS.ProcessEnv;
  readonly output: Output;
  /** Aborts at SIGINT and SIGTERM. */
  readonly signal: AbortSignal;
}

export interface Command {
  readonly name: string;
  /** One line of the list of commands. */
  readonly summary: string;
  /** The operands in capital letters. If the last name ends with `…`, it stands for one operand or more. */
  readonly operands: readonly string[];
  readonly options: OptionTable;
  readonly examples: readonly string[];
  /** Reads operands in another form, such as a link, before they are counted. May add values that a link contains. */
  readonly readOperands?: (
    operands: readonly string[],
    values: Record<string, string | true>,
  ) => string[];
  readonly run: (input: Input) => Promise<ExitCode>;
}

/** Declares a command: the types of `values` follow from its options. */
export function defineCommand<const Table extends OptionTable>(
  command: Omit<Command, "options" | "run"> & {
    readonly options: Table;
    readonly run: (input: Input<Table>) => Promise<ExitCode>;
  },
): Command {
  return command as Command;
}

/** A failure of the program itself, with its exit code and what to do. */
export class CommandError extends Error {
  constructor(
    readonly exitCode: ExitCode,
    message: string,
    readonly advice?: string,
  ) {
    super(message);
  }
}
