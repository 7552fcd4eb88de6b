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
const databaseArgs = (url) => (url ? ["--database-url", url] : []);

/**
 * Runs a command of the service. Returns `{ status, signal, stdout, stderr }`. `within`: a command line before the
 * program, such as `["setpriv", …, "--"]`.
 */
export function run(args, { url, input, env = {}, within = [] } = {}) {
  const [program, ...programArgs] = [...within, binary, ...args, ...databaseArgs(url)];
  return runToEnd(program, programArgs, { input, env: { ...testEnv, ...env } });
}

/** Starts a command of the service, as `run` does, and returns its process. */
export function startCommand(args, { url, input, env = {}, within = [] } = {}) {
  const [program, ...programArgs] = [...within, binary, ...args, ...databaseArgs(url)];
  return start(program, programArgs, { input, env: { ...testEnv, ...env } });
}

/** Runs a command that must succeed. Returns its stdout. */
export async function runOrThrow(args, options) {
  const { status, stdout, stderr } = await run(args, options);
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}: ${stdout}${stderr}`);
  return stdout;
}

/** Imports the records of a text. */
export const importText = (list, text, url) => run(["import", list, "-"], { url, input: text });

/** Creates an API key and returns it. */
export async function createKey(url, { owner = "tests", auth, account, balanceWei, env } = {}) {
  const args = ["key", "create", "--owner", owner];
  if (auth !== undefined) args.push("--auth", JSON.stringify(auth));
  if (account !== undefined) args.push("--account", account);
  if (balanceWei !== undefined) args.push("--balance-wei", balanceWei);
  return (await runOrThrow(args, { url, env })).trim();
}

/**
 * Starts `serve`, by default on a free port, and waits until it listens. Returns
 * `{ url, key, pid, stdout(), stderr(), alive(), stop() → { status, signal, ms }, kill() }`.
 * The parameter `url` is the database. Without it, the service has the sample data in memory. `args`: more arguments.
 * `within`: as for `run`. `stop()` sends SIGTERM, and SIGKILL after 15 seconds.
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
  /** `{ status, signal }` after the end of the process, or the error when it could not start. */
  let outcome;
  const setOutcome = (endOrError) => {
    outcome = endOrError;
  };
  child.ended.then(setOutcome, setOutcome);
  const findAddress = () => {
    const { stdout, stderr } = child.output;
    const line = /^Listening on (http:\/\/\S+)$/m.exec(stdout);
    if (!line && outcome)
      throw new Error(`serve ended (${JSON.stringify(outcome)}): ${stdout}${stderr}`);
    return line?.[1];
  };
  const address = await until("`Listening on …`", findAddress).catch((error) => {
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
    alive: () => outcome === undefined,
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
