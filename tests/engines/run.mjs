// `npm run test:engines`: runs the WebAssembly tests, the client tests, the packed package and the demo page in Firefox
// and in WebKit. `npm run test:engines -- webkit` runs only WebKit. An engine that cannot be installed fails the
// command.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { ScriptError, main, root, run } from "../../scripts/run.mjs";
import { findCommand, installCrates, installPackages } from "../../scripts/tools.mjs";
import { wasmInBrowser } from "../../scripts/wasm-tests.mjs";
import { freePort } from "../service/processes.mjs";

/** Sends a WebDriver command and returns its value. A failed command throws an error with the message of the driver. */
async function sendCommand(url, method, body) {
  const init = { method };
  if (body) {
    init.headers = { "content-type": "application/json" };
    init.body = JSON.stringify(body);
  }
  const response = await fetch(url, init);
  const { value } = await response.json();
  if (!response.ok) throw new Error(`${method} ${url}: ${value.error}: ${value.message}`);
  return value;
}

async function waitUntilReady(base, child) {
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline && child.exitCode === null) {
    const responds = await sendCommand(`${base}/status`, "GET").then(
      () => true,
      () => false,
    );
    if (responds) return;
    await wait(100);
  }
  throw new Error(`${child.spawnfile} does not respond.`);
}

/**
 * Starts the driver and a browser with the capabilities. `evaluate` of the result takes the body of a function as text,
 * runs the function in the page, and resolves with the function's result.
 */
export async function startBrowser(driver, requested, env = {}) {
  const port = await freePort();
  const child = spawn(driver, [`--port=${port}`, "--host=127.0.0.1"], {
    stdio: "ignore",
    env: { ...process.env, ...env },
  });
  const base = `http://127.0.0.1:${port}`;
  try {
    await waitUntilReady(base, child);
    const capabilities = { alwaysMatch: { ...requested, timeouts: { script: 60_000 } } };
    const { sessionId, capabilities: granted } = await sendCommand(`${base}/session`, "POST", {
      capabilities,
    });
    const sessionUrl = `${base}/session/${sessionId}`;
    return {
      name: `${granted.browserName} ${granted.browserVersion}`,
      open: (url) => sendCommand(`${sessionUrl}/url`, "POST", { url }),
      evaluate: (script, ...args) =>
        sendCommand(`${sessionUrl}/execute/sync`, "POST", { script, args }),
      async close() {
        await sendCommand(sessionUrl, "DELETE").catch(() => {});
        child.kill();
      },
    };
  } catch (error) {
    child.kill();
    throw error;
  }
}

const GECKODRIVER = "0.37.1";
const firefox = () => findCommand("firefox-esr") ?? findCommand("firefox");

/** The installation of each engine, the flags of its driver for wasm-pack, and the capabilities of a session. */
export const ENGINES = {
  firefox: {
    async install() {
      if (!firefox()) await installPackages(["firefox-esr"], "Firefox");
      await installCrates([["geckodriver", GECKODRIVER, "geckodriver"]]);
    },
    driver: () => findCommand("geckodriver"),
    flags: ["--firefox", "--geckodriver"],
    capabilities: () => ({ "moz:firefoxOptions": { binary: firefox(), args: ["-headless"] } }),
  },
  webkit: {
    async install() {
      if (!findCommand("WebKitWebDriver"))
        await installPackages(["webkit2gtk-driver"], "WebKitGTK and its driver");
      // WebKitGTK has no headless mode.
      if (!findCommand("Xvfb"))
        await installPackages(["xvfb"], "a display without a screen, for WebKitGTK");
    },
    driver: () => findCommand("WebKitWebDriver"),
    // wasm-pack has no flags for WebKitGTK. With the flags for Safari, it accepts the driver of WebKitGTK.
    flags: ["--safari", "--safaridriver"],
    capabilities: () => ({}),
    needsDisplay: true,
  },
};

/** Starts a virtual display. `env` of the result has the variables for programs that use the display. */
async function startDisplay() {
  const server = spawn(
    "Xvfb",
    ["-displayfd", "3", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"],
    {
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    },
  );
  // Xvfb writes the number of the display to the file descriptor 3.
  const [number] = await Promise.race([
    once(server.stdio[3].setEncoding("utf8"), "data"),
    once(server, "exit").then(() => Promise.reject(new ScriptError("Xvfb could not be started."))),
  ]);
  return { env: { DISPLAY: `:${number.trim()}`, GDK_BACKEND: "x11" }, close: () => server.kill() };
}

/** Returns the name and the version of an engine. */
async function readEngineName(driver, capabilities, env) {
  try {
    const browser = await startBrowser(driver, capabilities, env);
    await browser.close();
    return browser.name;
  } catch (error) {
    throw new ScriptError(`${driver} was started: ${error.message}`);
  }
}

const TEST_FILES = readdirSync(join(root, "tests", "engines"))
  .filter((name) => name.endsWith(".test.mjs"))
  .map((name) => join("tests", "engines", name));

/** Runs all tests in one engine, which the tests find in the variable ENGINE. Throws an error if a test fails. */
async function testEngine(name) {
  const { install, driver, flags, capabilities, needsDisplay } = ENGINES[name];
  let screen;
  try {
    await install();
    if (needsDisplay) screen = await startDisplay();
    const env = { ...screen?.env, ENGINE: name };
    console.log(`Tests in ${await readEngineName(driver(), capabilities(), env)}.`);
    await wasmInBrowser([...flags, driver()], capabilities(), env);
    await run("node", ["--test", "--test-reporter=dot", ...TEST_FILES], { env });
  } finally {
    screen?.close();
  }
}

await main(import.meta, async (words) => {
  const names = Object.keys(ENGINES);
  const unknown = words.filter((word) => !names.includes(word));
  if (unknown.length > 0)
    throw new ScriptError(
      `Unknown engine: ${unknown.join(", ")}. Known engines: ${names.join(", ")}`,
    );
  for (const name of words.length > 0 ? words : names) await testEngine(name);
});
