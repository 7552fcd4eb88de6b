// `ethereal-query completion`: the script with which a shell completes commands, options and their values.

import { type Command, CommandError, type OptionTable, defineCommand } from "./command.js";
import { OUTPUT_OPTIONS } from "./connection.js";
import { EXIT } from "./exit-code.js";

const PROGRAM = "ethereal-query";
const NAME = "completion";
/** The command whose operands are files. */
const WITH_FILES = "serve";

/** What a shell completes after a command: its options, the words for its operands, and the words for its values. */
interface Words {
  readonly command: string;
  readonly options: readonly string[];
  readonly operands: readonly string[];
  readonly values: readonly (readonly [option: string, words: readonly string[]])[];
}

const lines = (list: readonly Words[], line: (words: Words) => string | string[]): string =>
  list.flatMap(line).join("\n");
const allOf = ({ operands, options }: Words): string => [...operands, ...options].join(" ");

const SCRIPTS: Record<string, (list: readonly Words[]) => string> = {
  bash: (list) => `_ethereal_query() {
  local words
  case "$COMP_CWORD:\${COMP_WORDS[1]}:\${COMP_WORDS[COMP_CWORD-1]}" in
    1:*) words="${list.map(({ command }) => command).join(" ")} --help --version" ;;
${lines(list, (words) => [
  ...words.values.map(([option, choices]) => `    *:${words.command}:${option}) words="${choices.join(" ")}" ;;`),
  `    *:${words.command}:*) words="${allOf(words)}" ;;`,
])}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _ethereal_query ${PROGRAM}`,
  zsh: (list) => `#compdef ${PROGRAM}
_ethereal_query() {
  if (( CURRENT == 2 )); then
    compadd -- ${list.map(({ command }) => command).join(" ")} --help --version
    return
  fi
  case "$words[2]:$words[CURRENT-1]" in
${lines(list, (words) => [
  ...words.values.map(([option, choices]) => `    ${words.command}:${option}) compadd -- ${choices.join(" ")} ;;`),
  `    ${words.command}:*) compadd -- ${allOf(words)}${words.command === WITH_FILES ? "; _files" : ""} ;;`,
])}
  esac
}
compdef _ethereal_query ${PROGRAM}`,
  fish: (list) => `complete -c ${PROGRAM} -n "not __fish_seen_subcommand_from ${WITH_FILES}" -f
${lines(list, ({ command, options, operands, values }) => {
  const after = `complete -c ${PROGRAM} -n "__fish_seen_subcommand_from ${command}"`;
  const choices = new Map(values);
  return [
    `complete -c ${PROGRAM} -n __fish_use_subcommand -a ${command}`,
    ...(operands.length > 0 ? [`${after} -a "${operands.join(" ")}"`] : []),
    ...options.map((option) => {
      const words = choices.get(option);
      return `${after} -l ${option.slice(2)}${words ? ` -x -a "${words.join(" ")}"` : ""}`;
    }),
  ];
})}`,
};

/** The options of a command, and the words for the value of those that take one of a few: `mainnet|sepolia`. */
function wordsOf(command: string, options: OptionTable): Words {
  const names = Object.keys(options);
  const values = names.flatMap((name) => {
    const words = options[name]?.value?.split("|") ?? [];
    return words.length > 1 ? [[`--${name}`, words] as const] : [];
  });
  const operands = command === NAME ? Object.keys(SCRIPTS) : [];
  return { command, options: names.map((name) => `--${name}`), operands, values };
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
        throw new CommandError(EXIT.usage, `Invalid SHELL: ${JSON.stringify(shell)}. Expected one of ${known}.`);
      }
      await output.line(SCRIPTS[shell]!(commands().map(({ name, options }) => wordsOf(name, options))));
      return EXIT.success;
    },
  });
}
