// Runs the built command line as a process, with a clean environment.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { root } from "../../scripts/run.mjs";
import { KEYS_FILE, SEED_FILES } from "../../scripts/seed.mjs";
import { runToEnd, start, until } from "../service/processes.mjs";

export const MAIN = join(root, "pkg", "dist", "cli", "main.js");
const SCRIPT = "/usr/bin/script";

/** The public demo key of the seed. */
export const KEY = JSON.parse(readFileSync(join(root, "seed", "keys.json"), "utf8"))[0].key;
/** The path of a file of the sample data. */
export const seedFile = (name) => join(root, "seed", name);
/** The records in a file of the sample data. */
export const records = (name) =>
  readFileSync(seedFile(name), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

// `inheritedEnv` lacks the variables that the program reads. `environment` sets the API key; each test sets the others.
const { ETHEREAL_QUERY_URL, ETHEREAL_QUERY_API_KEY, NO_COLOR, FORCE_COLOR, ...inheritedEnv } =
  process.env;
const environment = (env) => ({
  ...inheritedEnv,
  TERM: "xterm-256color",
  // The tests expect local times of this time zone.
  TZ: "Asia/Kolkata",
  ETHEREAL_QUERY_API_KEY: KEY,
  ...env,
});

/** Runs the program to its end. Asserts that its output contains neither the API key nor a stack trace. */
export async function run(args, { env = {}, ...options } = {}) {
  const result = await runToEnd(process.execPath, [MAIN, ...args], {
    env: environment(env),
    ms: 60_000,
    ...options,
  });
  assertClean(result.stdout + result.stderr);
  return result;
}

/** The names of the commands, from the help of the program. */
export async function commandNames() {
  const { stdout } = await run(["--help"]);
  const [, list] = /^Commands:\n((?: .*\n)+)/m.exec(stdout);
  return Array.from(list.matchAll(/^ {2}(\w+)/gm), ([, name]) => name);
}

/** Starts the program and returns at once. `child.ended` resolves with `{ status, signal }`. */
export const launch = (args, env = {}) =>
  start(process.execPath, [MAIN, ...args], { env: environment(env) });

/** For the option `skip` of a test that needs a pseudo-terminal: the reason to skip the test, or `false`. */
export const noTerminal = existsSync(SCRIPT) ? false : "script of util-linux is missing";

/** Runs the program on a pseudo-terminal. `text` has both standard output and standard error. */
export async function runOnTerminal(args, { env = {}, columns = 120 } = {}) {
  const result = await runToEnd(...onTerminal(commandOf(args), columns), {
    env: environment(env),
    ms: 60_000,
  });
  assertClean(result.stdout);
  return { status: result.status, text: result.stdout.replaceAll("\r\n", "\n") };
}

/**
 * Starts the program on a pseudo-terminal. `child.stdin` is the input of the program, `child.text` collects what the
 * program prints, and `child.ended` resolves with the exit code.
 */
export const launchOnTerminal = (args, options) =>
  launchCommandOnTerminal(commandOf(args), options);

/** Like `launchOnTerminal`, for any shell command. */
export function launchCommandOnTerminal(command, { env = {}, columns = 120, cwd } = {}) {
  const [program, args] = onTerminal(command, columns);
  const child = spawn(program, args, {
    env: environment(env),
    cwd,
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.text = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    child.text += text;
  });
  child.ended = once(child, "close").then(([status]) => status);
  return child;
}

/** The shell command that runs the program, with each word in single quotes. */
function commandOf(args) {
  const words = [process.execPath, MAIN, ...args];
  return words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");
}

/** The program and the arguments that run a shell command on a pseudo-terminal. The log of `script` is discarded. */
function onTerminal(command, columns) {
  return [
    SCRIPT,
    ["--quiet", "--return", "--command", `stty cols ${columns}; exec ${command}`, "/dev/null"],
  ];
}

/** Asserts that an output contains neither the API key nor a stack trace. */
export function assertClean(text) {
  assert.ok(!text.includes(KEY), `The output holds the API key:\n${text}`);
  assert.doesNotMatch(text, /^\s+at .*(\.js|node:)/m, "The output has a stack.");
}

/** Serves the sample data with `ethereal-query serve` on a free port. */
export async function serveSeed() {
  const files = Object.values(SEED_FILES).map(seedFile);
  return serveFiles([...files, "--keys", seedFile(KEYS_FILE)]);
}

/** Serves files with `ethereal-query serve` on a free port. `close` ends the process, and resolves like `ended`. */
export async function serveFiles(args, env) {
  const child = launch(["serve", ...args, "--port", "0"], env);
  const [, url] = await until("`Listening on …`", () => {
    assert.equal(child.exitCode, null, child.output.stderr);
    return /^Listening on (http:\S+)$/m.exec(child.output.stdout);
  });
  const close = async (signal = "SIGTERM") => {
    child.kill(signal);
    return child.ended;
  };
  return { url, child, close };
}

/**
 * Starts a service. `respond(request, count)` returns `[status, body, headers]`, or `undefined` to leave the request
 * without a response. `count` is the number of requests until now, including this one.
 */
export async function scriptedService(respond) {
  const requests = [];
  const server = createServer((request, response) => {
    requests.push(request);
    const result = respond(request, requests.length);
    if (!result) return;
    const [status, body, headers = {}] = result;
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${server.address().port}`, requests, close };
}

/** The body of `GET /bridge/transfers/transactions/:hash`. */
export const transferBody = (record) => ({
  bridgeData: { bridgeData: [record], nextCursor: null },
});

/** The body of `GET /ethereals`. */
export const pageBody = (etherealData, nextCursor = null) => ({ etherealData, nextCursor });
