// Chromium, started so that its processor time can be told from that of other programs.
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

export async function launch() {
  const profile = mkdtempSync(join(tmpdir(), "bench-client-"));
  const heard = /DevTools listening on (ws:\S+)/;
  const args = [...ARGS, `--user-data-dir=${profile}`, "about:blank"];
  const program = process.env.CHROME_PATH || "/usr/bin/chromium";
  const server = await start(program, args, { ready: (text) => heard.test(text) });
  server.child.once("exit", () => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }));
  return chromium.connectOverCDP(heard.exec(server.text)[1]);
}
