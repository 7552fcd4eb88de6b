// `npm run test:engines`: the WebAssembly tests, the client tests, the packed package and the demo page in Firefox and in
// WebKit; `npm run test:engines -- webkit` runs one of them. An engine that cannot be installed fails the command.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { startBrowser } from "../tests/engines/webdriver.mjs";
import { build } from "./build.mjs";
import { Stop, main } from "./run.mjs";
import { nodeTests, step, wasmInBrowser } from "./steps.mjs";
import { apt, crates, where } from "./tools.mjs";

const GECKODRIVER = "0.37.1";
const firefox = () => where("firefox-esr") ?? where("firefox");

/** What an engine needs, the driver's flags for wasm-pack, and what a session asks for. */
export const ENGINES = {
  firefox: {
    async install() {
      if (!firefox()) await apt(["firefox-esr"], "Firefox");
      await crates([["geckodriver", GECKODRIVER, "geckodriver"]]);
    },
    driver: () => where("geckodriver"),
    flags: ["--firefox", "--geckodriver"],
    capabilities: () => ({ "moz:firefoxOptions": { binary: firefox(), args: ["-headless"] } }),
  },
  webkit: {
    async install() {
      if (!where("WebKitWebDriver")) await apt(["webkit2gtk-driver"], "WebKitGTK and its driver");
      // It has no mode without a display.
      if (!where("Xvfb")) await apt(["xvfb"], "a display without a screen, for WebKitGTK");
    },
    driver: () => where("WebKitWebDriver"),
    flags: ["--safari", "--safaridriver"],
    capabilities: () => ({}),
    needsDisplay: true,
  },
};

/** Starts a display of its own; the processes started afterwards find it. */
async function display() {
  const server = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const [number] = await Promise.race([
    once(server.stdio[3].setEncoding("utf8"), "data"),
    once(server, "exit").then(() => Promise.reject(new Stop("Xvfb could not be started."))),
  ]);
  return { env: { DISPLAY: `:${number.trim()}`, GDK_BACKEND: "x11" }, close: () => server.kill() };
}

/** Name and version by the engine's own word: the first thing it is asked. */
async function label(driver, capabilities, env) {
  try {
    const browser = await startBrowser(driver, capabilities, env);
    await browser.close();
    return browser.name;
  } catch (error) {
    throw new Stop(`${driver} was started: ${error.message}`);
  }
}

/** Runs all tests in one engine; returns how many passed and failed. */
async function drive(name) {
  const { install, driver, flags, capabilities, needsDisplay } = ENGINES[name];
  let screen;
  try {
    await install();
    if (needsDisplay) screen = await display();
    const env = { ...screen?.env, ENGINE: name };
    const engine = await label(driver(), capabilities(), env);
    return [
      await step(`wasm tests in ${name} (${engine})`, () => wasmInBrowser([...flags, driver()], capabilities(), env)),
      await step(`client, package and page tests in ${name} (${engine})`, () => nodeTests("tests/engines")(env)),
    ];
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    console.log(`${name} could not be driven here.\n${error.message}`);
    return [{ passed: 0, failed: 1 }];
  } finally {
    screen?.close();
  }
}

await main(import.meta, async (words) => {
  const names = Object.keys(ENGINES);
  const unknown = words.filter((word) => !names.includes(word));
  if (unknown.length > 0) throw new Stop(`No engine is called ${unknown.join(", ")}. There are: ${names.join(", ")}`);
  await build();
  const results = [];
  for (const name of words.length > 0 ? words : names) results.push(...(await drive(name)));
  const sum = (key) => results.reduce((total, one) => total + one[key], 0);
  console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
  if (sum("failed") > 0) process.exitCode = 1;
});
