// `ethereal-query completion`: the script with which a shell completes commands and options.

import { type Command, CommandError, defineCommand } from "./command.js";
import { OUTPUT_OPTIONS } from "./connection.js";
import { EXIT } from "./exit-code.js";

/** Returns the script of a shell for the words after each command. */
type Script = (words: readonly (readonly [command: string, options: readonly string[]])[]) => string;

const PROGRAM = "ethereal-query";

const SCRIPTS: Record<string, Script> = {
  bash: (words) => `_ethereal_query() {
  local words
  case "$COMP_CWORD:\${COMP_WORDS[1]}" in
    1:*) words="${words.map(([name]) => name).join(" ")} --help --version" ;;
${words.map(([name, options]) => `    *:${name}) words="${options.join(" ")}" ;;`).join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _ethereal_query ${PROGRAM}`,
  zsh: (words) => `#compdef ${PROGRAM}
_ethereal_query() {
  if (( CURRENT == 2 )); then
    compadd ${words.map(([name]) => name).join(" ")} -- --help --version
    return
  fi
  case "$words[2]" in
${words.map(([name, options]) => `    ${name}) compadd -- ${options.join(" ")} ;;`).join("\n")}
  esac
  _files
}
compdef _ethereal_query ${PROGRAM}`,
  fish: (words) =>
    words
      .flatMap(([name, options]) => [
        `complete -c ${PROGRAM} -n __fish_use_subcommand -f -a ${name}`,
        ...options.map(
          (option) => `complete -c ${PROGRAM} -n "__fish_seen_subcommand_from ${name}" -l ${option.slice(2)}`,
        ),
      ])
      .join("\n"),
};

/** Creates the command. `commands` are those that the script completes. */
export function completionOf(commands: () => readonly Command[]): Command {
  return defineCommand({
    name: "completion",
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
      const words = commands().map(({ name, options }) => {
        return [name, Object.keys(options).map((option) => `--${option}`)] as const;
      });
      await output.line(SCRIPTS[shell]!(words));
      return EXIT.success;
    },
  });
}
