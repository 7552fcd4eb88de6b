// Shows the command that installs packages for each package manager. The documents have only npm's command, because
// GitHub shows them too.

/** The name of each package manager, and its command for `npm install`. */
const MANAGERS = [
  ["npm", "npm install"],
  ["pnpm", "pnpm add"],
  ["Yarn", "yarn add"],
  ["Bun", "bun add"],
];
/** A code block that has only one installation command. */
const INSTALLATION = /^```sh\nnpm install (.+)\n```$/gm;

/** Replaces each code block that only installs packages with a group of tabs. */
export function addInstallTabs(markdown) {
  markdown.core.ruler.before("normalize", "install-tabs", (state) => {
    state.src = state.src.replace(INSTALLATION, (_, packages) => {
      const blocks = MANAGERS.map(
        ([name, command]) => `\`\`\`sh [${name}]\n${command} ${packages}\n\`\`\``,
      );
      return ["::: code-group", ...blocks, ":::"].join("\n\n");
    });
  });
}
