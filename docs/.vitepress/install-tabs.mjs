// Shows the installation of packages with a tab for each package manager. The documents have only the command of npm,
// because GitHub shows the documents too.

/** The name of each package manager, and the beginning of its installation command. */
const MANAGERS = [
  ["npm", "npm install"],
  ["pnpm", "pnpm add"],
  ["Yarn", "yarn add"],
  ["Bun", "bun add"],
];
/** A code block in Markdown that has only one installation command. */
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
