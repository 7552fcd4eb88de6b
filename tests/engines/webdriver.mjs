// The few commands of WebDriver (W3C) that a page needs to be opened and asked, over HTTP to geckodriver or the like.
import { spawn } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "../service/processes.mjs";

/** Sends a command and gives its value; an error tells the driver's own words. */
async function command(url, method, body) {
  const json = { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(url, { method, ...(body && json) });
  const { value } = await response.json();
  if (!response.ok) throw new Error(`${method} ${url}: ${value.error}: ${value.message}`);
  return value;
}

async function answers(base, child) {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline && child.exitCode === null; await wait(100)) {
    if (await command(`${base}/status`, "GET").then(() => true, () => false)) return;
  }
  throw new Error(`${child.spawnfile} does not answer.`);
}

/**
 * Starts the driver and a browser with the capabilities `asked` for. `evaluate` runs a function's body in the page and
 * awaits what it returns.
 */
export async function startBrowser(driver, asked, env = {}) {
  const port = await freePort();
  const child = spawn(driver, [`--port=${port}`, "--host=127.0.0.1"], {
    stdio: "ignore",
    env: { ...process.env, ...env },
  });
  const base = `http://127.0.0.1:${port}`;
  try {
    await answers(base, child);
    const capabilities = { alwaysMatch: { ...asked, timeouts: { script: 60_000 } } };
    const { sessionId, capabilities: granted } = await command(`${base}/session`, "POST", { capabilities });
    const at = `${base}/session/${sessionId}`;
    return {
      name: `${granted.browserName} ${granted.browserVersion}`,
      open: (url) => command(`${at}/url`, "POST", { url }),
      evaluate: (script, ...args) => command(`${at}/execute/sync`, "POST", { script, args }),
      async close() {
        await command(at, "DELETE").catch(() => {});
        child.kill();
      },
    };
  } catch (error) {
    child.kill();
    throw error;
  }
}
