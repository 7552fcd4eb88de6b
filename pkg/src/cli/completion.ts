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

const lines = (
  list: readonly Completions[],
  line: (completions: Completions) => string[],
): string => list.flatMap(line).join("\n");
const namesOf = (list: readonly Completions[]): string =>
  list.map(({ command }) => command).join(" ");
const allOf = ({ operands, options }: Completions): string => [...operands, ...options].join(" ");

const SCRIPTS: Record<string, (list: readonly Completions[]) => string> = {
  bash: (list) => `_ethereal_query() {
  local words
  case "$COMP_CWORD:\${COMP_WORDS[1]}:\${COMP_WORDS[COMP_CWORD-1]}" in
    1:*) words="${namesOf(list)} help version --help --version" ;;
${lines(list, (completions) => [
  ...Array.from(
    completions.values,
    ([option, words]) => `    *:${completions.command}:${option}) words="${words.join(" ")}" ;;`,
  ),
  `    *:${completions.command}:*) words="${allOf(completions)}" ;;`,
])}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _ethereal_query ${PROGRAM}`,
  zsh: (list) => `#compdef ${PROGRAM}
_ethereal_query() {
  if (( CURRENT == 2 )); then
    compadd -- ${namesOf(list)} help version --help --version
    return
  fi
  case "$words[2]:$words[CURRENT-1]" in
${lines(list, (completions) => [
  ...Array.from(
    completions.values,
    ([option, words]) => `    ${completions.command}:${option}) compadd -- ${words.join(" ")} ;;`,
  ),
  `    ${completions.command}:*) compadd -- ${allOf(completions)}${completions.takesFiles ? "; _files" : ""} ;;`,
])}
  esac
}
compdef _ethereal_query ${PROGRAM}`,
  fish: (
    list,
  ) => `complete -c ${PROGRAM} -n "not __fish_seen_subcommand_from ${namesOf(list.filter(({ takesFiles }) => takesFiles))}" -f
${lines(list, ({ command, options, operands, values }) => {
  const after = `complete -c ${PROGRAM} -n "__fish_seen_subcommand_from ${command}"`;
  return [
    `complete -c ${PROGRAM} -n __fish_use_subcommand -a ${command}`,
    ...(operands.length > 0 ? [`${after} -a "${operands.join(" ")}"`] : []),
    ...options.map((option) => {
      const words = values.get(option);
      return `${after} -l ${option.slice(2)}${words ? ` -x -a "${words.join(" ")}"` : ""}`;
    }),
  ];
})}`,
};

/** Reads the table of a command. An option such as `mainnet|sepolia` takes one of a few words. */
function completionsOf({ name: command, operands, options }: Command): Completions {
  const choices = Object.entries(options).map(
    ([name, { value = "" }]) => [`--${name}`, value.split("|")] as const,
  );
  return {
    command,
    takesFiles: operands.includes("FILE…"),
    options: choices.map(([option]) => option),
    operands: command === NAME ? Object.keys(SCRIPTS) : [],
    values: new Map(choices.filter(([, words]) => words.length > 1)),
  };
}

/** Creates the command. `commands` are those that the script completes. */
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
