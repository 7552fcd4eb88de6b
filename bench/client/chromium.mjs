// Starts Chromium as a process of the benchmark, whose processor time is known.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { start } from "../service/processes.mjs";

const ARGS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--js-flags=--expose-gc", "--remote-debugging-port=0",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];
const ADDRESS = /DevTools listening on (ws:\S+)/;

export async function launch() {
  const profile = mkdtempSync(join(tmpdir(), "bench-client-"));
  const args = [...ARGS, `--user-data-dir=${profile}`, "about:blank"];
  const program = process.env.CHROME_PATH || "/usr/bin/chromium";
  const server = await start(program, args, { ready: (text) => ADDRESS.test(text) });
  server.child.once("exit", () => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }));
  return chromium.connectOverCDP(ADDRESS.exec(server.text)[1]);
}
