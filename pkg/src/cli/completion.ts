// `ethereal-query completion`: the script with which a shell completes commands, options and their values.

import { type Command, CommandError, defineCommand } from "./command.js";
import { OUTPUT_OPTIONS } from "./connection.js";
import { EXIT } from "./exit-code.js";

const PROGRAM = "ethereal-query";
const NAME = "completion";

/** The words that a shell suggests after a command. */
interface Completions {
  readonly command: string;
  /** Whether the operands are files. */
  readonly takesFiles: boolean;
  /** The options, with `--`. */
  readonly options: readonly string[];
  /** The words that an operand can be. */
  readonly operands: readonly string[];
  /** The words that the value of an option can be, by the option. */
  readonly values: ReadonlyMap<string, readonly string[]>;
}

const SCRIPTS: Record<string, (list: readonly Completions[]) => string> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

function bashScript(list: readonly Completions[]): string {
  // Each pattern of the `case` has the position of the cursor, the command, and the previous word.
  const cases = list.flatMap((completions) => {
    const { command, values } = completions;
    const valueCases = Array.from(
      values,
      ([option, words]) => `    *:${command}:${option}) words="${words.join(" ")}" ;;`,
    );
    return [...valueCases, `    *:${command}:*) words="${wordsOf(completions)}" ;;`];
  });
  return `_ethereal_query() {
  local words
  case "$COMP_CWORD:\${COMP_WORDS[1]}:\${COMP_WORDS[COMP_CWORD-1]}" in
    1:*) words="${commandNames(list)} help version --help --version" ;;
${cases.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _ethereal_query ${PROGRAM}`;
}

function zshScript(list: readonly Completions[]): string {
  // Each pattern of the `case` has the command and the previous word.
  const cases = list.flatMap((completions) => {
    const { command, takesFiles, values } = completions;
    const valueCases = Array.from(
      values,
      ([option, words]) => `    ${command}:${option}) compadd -- ${words.join(" ")} ;;`,
    );
    const files = takesFiles ? "; _files" : "";
    return [...valueCases, `    ${command}:*) compadd -- ${wordsOf(completions)}${files} ;;`];
  });
  return `#compdef ${PROGRAM}
_ethereal_query() {
  if (( CURRENT == 2 )); then
    compadd -- ${commandNames(list)} help version --help --version
    return
  fi
  case "$words[2]:$words[CURRENT-1]" in
${cases.join("\n")}
  esac
}
compdef _ethereal_query ${PROGRAM}`;
}

function fishScript(list: readonly Completions[]): string {
  const fileCommands = commandNames(list.filter(({ takesFiles }) => takesFiles));
  // For fish, `-n` is a condition, `-f` suggests no files, `-a` suggests words, and `-l` suggests a long option. With
  // `-x`, the option needs a value.
  const lines = [`complete -c ${PROGRAM} -n "not __fish_seen_subcommand_from ${fileCommands}" -f`];
  for (const { command, options, operands, values } of list) {
    const after = `complete -c ${PROGRAM} -n "__fish_seen_subcommand_from ${command}"`;
    lines.push(`complete -c ${PROGRAM} -n __fish_use_subcommand -a ${command}`);
    if (operands.length > 0) lines.push(`${after} -a "${operands.join(" ")}"`);
    for (const option of options) {
      const words = values.get(option);
      const choices = words ? ` -x -a "${words.join(" ")}"` : "";
      lines.push(`${after} -l ${option.slice(2)}${choices}`);
    }
  }
  return lines.join("\n");
}

function commandNames(list: readonly Completions[]): string {
  return list.map(({ command }) => command).join(" ");
}

/** The words that may follow a command: its operands and options. */
function wordsOf({ operands, options }: Completions): string {
  return [...operands, ...options].join(" ");
}

/** Reads the table of a command. A placeholder such as `mainnet|sepolia` lists the words that the option takes. */
function completionsOf({ name: command, operands, options }: Command): Completions {
  const values = new Map<string, string[]>();
  for (const [name, { placeholder = "" }] of Object.entries(options)) {
    const words = placeholder.split("|");
    if (words.length > 1) values.set(`--${name}`, words);
  }
  return {
    command,
    takesFiles: operands.includes("FILE…"),
    options: Object.keys(options).map((name) => `--${name}`),
    // Only this command, `completion`, has an operand with known words: the name of a shell.
    operands: command === NAME ? Object.keys(SCRIPTS) : [],
    values,
  };
}

/** Creates the command. `commands` is a function, because the list of commands contains this command. */
export function completionOf(commands: () => readonly Command[]): Command {
  return defineCommand({
    name: NAME,
    summary: "print the script that completes commands and options in a shell",
    operands: ["SHELL"],
    options: { help: OUTPUT_OPTIONS.help },
    examples: [
      'eval "$(ethereal-query completion bash)"',
      'eval "$(ethereal-query completion zsh)"',
      "ethereal-query completion fish | source",
    ],
    async run({ operands: [shell = ""], output }) {
      if (!Object.hasOwn(SCRIPTS, shell)) {
        const known = Object.keys(SCRIPTS).join(", ");
        throw new CommandError(
          EXIT.usage,
          `Invalid SHELL: ${JSON.stringify(shell)}. Expected one of ${known}.`,
        );
      }
      await output.line(SCRIPTS[shell]!(commands().map(completionsOf)));
      return EXIT.success;
    },
  });
}
