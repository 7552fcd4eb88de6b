// `ethereal-query completion`: the script with which a shell completes commands, options and their values.

import { type Command, CommandError, defineCommand } from "./command.js";
import { OUTPUT_OPTIONS } from "./connection.js";
import { EXIT } from "./exit-code.js";

const PROGRAM = "ethereal-query";
const NAME = "completion";

/** What a shell completes after a command: its options, the words for its operands, and the words for its values. */
interface Completions {
  readonly command: string;
  /** Whether the operands are files. */
  readonly takesFiles: boolean;
  readonly options: readonly string[];
  readonly operands: readonly string[];
  readonly values: ReadonlyMap<string, readonly string[]>;
}

const SCRIPTS: Record<string, (list: readonly Completions[]) => string> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

function bashScript(list: readonly Completions[]): string {
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

/** Reads the table of a command. An option such as `mainnet|sepolia` takes one of a few words. */
function completionsOf({ name: command, operands, options }: Command): Completions {
  const choices = Object.entries(options).map(
    ([name, { placeholder = "" }]) => [`--${name}`, placeholder.split("|")] as const,
  );
  return {
    command,
    takesFiles: operands.includes("FILE…"),
    options: choices.map(([option]) => option),
    operands: command === NAME ? Object.keys(SCRIPTS) : [],
    values: new Map(choices.filter(([, words]) => words.length > 1)),
  };
}

/** Creates the command. `commands` returns the commands that the script completes. */
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
