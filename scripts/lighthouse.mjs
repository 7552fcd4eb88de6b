// `npm run lighthouse`: the scores of the demo page in Lighthouse, as `npm run build:site` writes it, with compression.
// Fails when a score is below its minimum. Lighthouse is large, so the first use installs it.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { build } from "./build.mjs";
import { ScriptError, main, root, run, toolsDir } from "./run.mjs";
import { buildSite } from "./build-site.mjs";
import { browserPaths, testTools } from "./tools.mjs";

const VERSION = "12.8.2"; // the newest for Node.js 20
const home = join(toolsDir, `lighthouse-${VERSION}`);
const program = join(home, "node_modules", "lighthouse", "cli", "index.js");
/** The minimum score of each category. Performance depends on the machine, on which Lighthouse simulates a phone. */
const MINIMUM = { performance: 75, accessibility: 100, "best-practices": 100, seo: 100 };
const TYPES = {
  ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json",
  ".svg": "image/svg+xml",
};

async function install() {
  if (existsSync(program)) return;
  console.log("Installing Lighthouse (185 MB, once).");
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, "package.json"), '{"private":true}');
  await run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", `lighthouse@${VERSION}`], { cwd: home });
}

/** The files of `folder`, compressed. */
async function serve(folder) {
  const server = createServer((request, response) => {
    const name = new URL(request.url, "http://localhost").pathname.slice(1) || "index.html";
    const file = join(folder, name);
    if (name.includes("..") || !existsSync(file)) return response.writeHead(404).end();
    const body = brotliCompressSync(readFileSync(file));
    const type = TYPES[extname(name)] ?? "application/octet-stream";
    const headers = { "content-type": type, "content-encoding": "br", "cache-control": "public, max-age=31536000" };
    response.writeHead(200, headers).end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { base: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** Links to the views with sample records. */
function views() {
  const { tokens, transfers } = JSON.parse(readFileSync(join(root, "www", "examples.json"), "utf8"));
  const { label, chainId, ...token } = tokens[0];
  const params = (values) => new URLSearchParams(values).toString();
  return {
    token: `#/token?${params({ chain: chainId, ...token })}`,
    transfer: `#/transfer?${params({ hash: transfers[0].hash })}`,
    key: "#/key",
    ethereals: "#/ethereals",
  };
}

async function scores(url, form) {
  const flags = "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-sync " +
    "--disable-background-networking --disable-component-update";
  const report = await run(process.execPath, [
    program, url, "--quiet", "--output=json", `--chrome-flags=${flags}`, ...(form === "desktop" ? ["--preset=desktop"] : []),
  ], { env: { CHROME_PATH: browserPaths().chrome } });
  const { categories, audits, runtimeError } = JSON.parse(report.slice(report.indexOf("{")));
  if (runtimeError) throw new ScriptError(`Lighthouse failed on ${url}: ${runtimeError.message}`);
  const failed = Object.keys(MINIMUM).flatMap((name) =>
    categories[name].auditRefs.filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 0.9)
      .map(({ id }) => `${id} (${audits[id].displayValue ?? audits[id].score})`));
  return { scores: Object.keys(MINIMUM).map((name) => Math.round(categories[name].score * 100)), failed, audits };
}

await main(import.meta, async (only) => {
  await testTools();
  await build();
  await install();
  const folder = mkdtempSync(join(tmpdir(), "ethereal-query-lighthouse-"));
  await buildSite(folder);
  const { base, close } = await serve(folder);
  const low = [];
  const line = (cells) => console.log(cells.map((cell, at) => String(cell).padEnd(at ? 15 : 20)).join(""));
  line(["view", ...Object.keys(MINIMUM), "shown", "blocked"]);
  try {
    for (const [name, hash] of Object.entries(views())) {
      for (const form of ["mobile", "desktop"]) {
        const view = `${name}, ${form}`;
        if (only.length > 0 && !only.some((word) => view.includes(word))) continue;
        const { scores: found, failed, audits } = await scores(base + hash, form);
        line([view, ...found, audits["largest-contentful-paint"].displayValue, audits["total-blocking-time"].displayValue]);
        for (const audit of failed) console.log(`  ${audit}`);
        if (Object.values(MINIMUM).some((minimum, at) => found[at] < minimum)) low.push(view);
      }
    }
  } finally {
    close();
    rmSync(folder, { recursive: true, force: true });
  }
  if (low.length > 0) throw new ScriptError(`Below the minimum score: ${low.join("; ")}`);
});
