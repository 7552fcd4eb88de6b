// Runs the native service as a process. The tests use its command line and HTTP only.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { root } from "../../scripts/run.mjs";
import { runToEnd, start, until } from "./processes.mjs";

export const binary = resolve(
  root,
  process.env.SERVICE_BINARY || join("target", "debug", "ethereal-query-service"),
);
if (!existsSync(binary))
  throw new Error(
    `${binary} is missing: run \`cargo build -p ethereal-query-service\` or set SERVICE_BINARY.`,
  );

// The environment of the machine must not change the tests.
const SERVICE_VARIABLES = [
  "DATABASE_URL",
  "BIND",
  "WWW",
  "RPC",
  "IPFS_GATEWAYS",
  "ARWEAVE_GATEWAYS",
  "CORS_ORIGINS",
  "CORS_HEADERS",
  "ALLOW_PRIVATE",
  "IMPORT_BATCH",
  "IMPORT_FOLLOW",
  "IMPORT_MAX_DELAY_MS",
  "IMPORT_CHECKPOINT",
  "VERIFY_REPAIR",
  "BACKUP_TO",
  "BACKUP_FORCE",
  "MAX_CONNECTIONS",
  "IDLE_TIMEOUT",
  "KEY_OWNER",
  "KEY_AUTH",
  "KEY_ACCOUNT",
  "KEY_BALANCE_WEI",
  "LOG",
  "RUST_LOG",
];
export const testEnv = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !SERVICE_VARIABLES.includes(name)),
);
const database = (url) => (url ? ["--database-url", url] : []);

/** Runs a command. Returns `{ status, signal, stdout, stderr }`. `within`: a command line before it. */
export function run(args, { url, input, env = {}, within = [] } = {}) {
  const [command, ...rest] = [...within, binary, ...args, ...database(url)];
  return runToEnd(command, rest, { input, env: { ...testEnv, ...env } });
}

/** Starts a command and returns its process. `within`: a command line before it. */
export function startCommand(args, { url, input, env = {}, within = [] } = {}) {
  const [command, ...rest] = [...within, binary, ...args, ...database(url)];
  return start(command, rest, { input, env: { ...testEnv, ...env } });
}

/** Runs a command that must succeed. Returns its stdout. */
export async function runOrThrow(args, options) {
  const { status, stdout, stderr } = await run(args, options);
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}: ${stdout}${stderr}`);
  return stdout;
}

/** Imports the records of a text. */
export const importText = (list, text, url) => run(["import", list, "-"], { url, input: text });

/** Creates a key. */
export async function createKey(url, { owner = "tests", auth, account, balanceWei, env } = {}) {
  const option = (name, value) => (value === undefined ? [] : [name, value]);
  const more = [
    option("--auth", auth && JSON.stringify(auth)),
    option("--account", account),
    option("--balance-wei", balanceWei),
  ];
  return (
    await runOrThrow(["key", "create", "--owner", owner, ...more.flat()], { url, env })
  ).trim();
}

/**
 * `serve` on a free port, or on `bind`:
 * `{ url, key, pid, stdout(), stderr(), stop() → { status, signal, ms }, kill() }`. `url`: the database; without it,
 * the seed in memory. `args`: more arguments. `within`: a command line before them.
 */
export async function serve({
  url,
  bind = "127.0.0.1:0",
  args = [],
  env = {},
  log = "info",
  within,
} = {}) {
  const child = startCommand(["serve", "--bind", bind, "--log", log, ...args], {
    url,
    env,
    within,
  });
  let over;
  child.ended.then(
    (end) => (over = end),
    (error) => (over = error),
  );
  const text = () => `${child.output.stdout}${child.output.stderr}`;
  const listening = () => {
    const line = /^Listening on (http:\/\/\S+)$/m.exec(child.output.stdout);
    if (!line && over) throw new Error(`serve ended (${JSON.stringify(over)}): ${text()}`);
    return line?.[1];
  };
  const address = await until("`Listening on …`", listening).catch((error) => {
    child.kill("SIGKILL");
    throw error;
  });
  return {
    url: address.replace(/\/$/, ""),
    key: /^Demo key: (\S+)$/m.exec(child.output.stdout)?.[1],
    pid: child.pid,
    stdout: () => child.output.stdout,
    stderr: () => child.output.stderr,
    /** Whether the process runs. */
    alive: () => over === undefined,
    async stop(signal = "SIGTERM") {
      const from = performance.now();
      child.kill(signal);
      const timer = setTimeout(() => child.kill("SIGKILL"), 15_000);
      const end = await child.ended.finally(() => clearTimeout(timer));
      return { ...end, ms: performance.now() - from };
    },
    kill() {
      child.kill("SIGKILL");
      return child.ended;
    },
  };
}
