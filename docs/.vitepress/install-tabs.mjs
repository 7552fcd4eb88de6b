// Shows a command that installs packages for each package manager. The documents have npm's command, because GitHub shows them too.

/** The name of a package manager, and its words for `npm install`. */
const MANAGERS = [
  ["npm", "npm install"],
  ["pnpm", "pnpm add"],
  ["Yarn", "yarn add"],
  ["Bun", "bun add"],
];
/** A block with nothing but one command. */
const INSTALLATION = /^```sh\nnpm install (.+)\n```$/gm;

/** Makes the blocks that only install packages groups of tabs. */
export function addInstallTabs(markdown) {
  markdown.core.ruler.before("normalize", "install-tabs", (state) => {
    state.src = state.src.replace(INSTALLATION, (_, packages) => {
      const blocks = MANAGERS.map(
        ([name, words]) => `\`\`\`sh [${name}]\n${words} ${packages}\n\`\`\``,
      );
      return ["::: code-group", ...blocks, ":::"].join("\n\n");
    });
  });
}
