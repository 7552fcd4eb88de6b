// Opens pages and evaluates scripts in them with WebDriver (W3C), over HTTP to geckodriver or another driver.
import { spawn } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "../service/processes.mjs";

/** Sends a command and returns its value. Its errors have the message of the driver. */
async function sendCommand(url, method, body) {
  const json = { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(url, { method, ...(body && json) });
  const { value } = await response.json();
  if (!response.ok) throw new Error(`${method} ${url}: ${value.error}: ${value.message}`);
  return value;
}

async function waitUntilReady(base, child) {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline && child.exitCode === null; await wait(100)) {
    if (await sendCommand(`${base}/status`, "GET").then(() => true, () => false)) return;
  }
  throw new Error(`${child.spawnfile} does not respond.`);
}

/**
 * Starts the driver and a browser with the capabilities. `evaluate` runs the body of a function in the page and awaits
 * its result.
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
    const { sessionId, capabilities: granted } = await sendCommand(`${base}/session`, "POST", { capabilities });
    const at = `${base}/session/${sessionId}`;
    return {
      name: `${granted.browserName} ${granted.browserVersion}`,
      open: (url) => sendCommand(`${at}/url`, "POST", { url }),
      evaluate: (script, ...args) => sendCommand(`${at}/execute/sync`, "POST", { script, args }),
      async close() {
        await sendCommand(at, "DELETE").catch(() => {});
        child.kill();
      },
    };
  } catch (error) {
    child.kill();
    throw error;
  }
}
