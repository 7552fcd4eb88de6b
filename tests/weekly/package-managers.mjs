// The package managers that users have: their commands that add, update and run the package by its name.
import { join } from "node:path";
import { environments } from "../matrix/environments.mjs";
import { installPrograms } from "./registry.mjs";

const packagesOf = (id) => environments.find((environment) => environment.id === id).packages;
const dependencies = {
  "@yarnpkg/cli-dist": "4.18.1",
  pnpm: "12.21.0",
  ...packagesOf("deno"),
  ...packagesOf("bun"),
};

/** Installs the package managers. Returns the folder of their programs. */
export const installManagers = () => installPrograms("managers", { dependencies });

const NAME = "ethereal-query";
const DENO_PERMISSIONS = ["--no-prompt", "--allow-net", "--allow-read", "--allow-env"];

/**
 * For each package manager, the commands that add and update the package, run a file (`run`), and run the command line
 * of the package (`command`). `files` has the files of a new project. Yarn runs in its default mode Plug'n'Play,
 * without a folder `node_modules`.
 *
 * By default, Yarn and Deno do not install a version in its first 24 hours, and pnpm prefers an older version. `files`
 * and the commands turn this off, because the tests publish the version a few seconds earlier.
 */
export const managers = [
  {
    name: "npm",
    add: ["npm", "install", NAME],
    update: ["npm", "update", NAME],
    run: (file) => ["node", file],
    command: ["npx", NAME],
  },
  {
    name: "pnpm",
    files: { "pnpm-workspace.yaml": "minimumReleaseAge: 0\n" },
    add: ["pnpm", "add", NAME],
    update: ["pnpm", "update", NAME],
    run: (file) => ["node", file],
    command: ["pnpm", "exec", NAME],
  },
  {
    name: "Yarn",
    files: {
      // Makes the folder the root of a project for Yarn.
      "yarn.lock": "",
      ".yarnrc.yml":
        "npmMinimalAgeGate: 0\nenableTelemetry: false\nunsafeHttpWhitelist: [127.0.0.1]\n",
    },
    add: ["yarn", "add", NAME],
    update: ["yarn", "up", NAME],
    run: (file) => ["yarn", "node", file],
    command: ["yarn", "run", NAME],
  },
  {
    name: "Bun",
    add: ["bun", "add", NAME],
    update: ["bun", "update", NAME],
    run: (file) => ["bun", "run", file],
    command: ["bun", "x", NAME],
  },
  {
    name: "Deno",
    add: ["deno", "add", "--minimum-dependency-age=0", `npm:${NAME}`],
    update: ["deno", "update", "--minimum-dependency-age=0", NAME],
    run: (file) => ["deno", "run", ...DENO_PERMISSIONS, file],
    command: ["deno", "run", ...DENO_PERMISSIONS, `npm:${NAME}`],
  },
];

/** The environment of the package managers: `registry`, and caches in `folder`. */
export const managerEnv = (folder, registry, programs) => ({
  HOME: folder,
  PATH: [programs, process.env.PATH].join(":"),
  npm_config_registry: registry,
  // Deno reads the name in capital letters.
  NPM_CONFIG_REGISTRY: registry,
  YARN_NPM_REGISTRY_SERVER: registry,
  npm_config_userconfig: join(folder, ".npmrc"),
  npm_config_cache: join(folder, "npm"),
  npm_config_yes: "true",
  npm_config_update_notifier: "false",
  XDG_CACHE_HOME: join(folder, "cache"),
  XDG_DATA_HOME: join(folder, "data"),
  DENO_DIR: join(folder, "deno"),
  DENO_NO_UPDATE_CHECK: "1",
  DO_NOT_TRACK: "1",
  BUN_INSTALL_CACHE_DIR: join(folder, "bun"),
  YARN_GLOBAL_FOLDER: join(folder, "yarn"),
});
