// Nitro 2, the server of Nuxt, with presets for four hosts. Each output runs in the program that imitates its host.
import { Client } from "../../../pkg/dist/index.js";
import assert from "node:assert/strict";
import { PROGRAM_CALL, expected, importLine } from "../../package/hosts.mjs";
import { nodePackage, nodePath } from "./servers.mjs";

/**
 * The presets for edge hosts need the option `wasm`. The preset for Node.js must also work with this option. With
 * `deployConfig`, Nitro writes the wrangler.json that `startWrangler` uses.
 */
const CONFIG = `export default {
  srcDir: "server",
  compatibilityDate: "2026-11-01",
  experimental: { wasm: true },
  cloudflare: { deployConfig: true },
};\n`;

const programRoute = (lab) => `import { defineEventHandler } from "h3";
${importLine("ethereal-query")}${lab.programSource}
export default defineEventHandler(() => ${PROGRAM_CALL});\n`;

const proxyRoute = ({ input }) => `import { createProxyHandler } from "ethereal-query/proxy";
import { defineEventHandler, toWebRequest } from "h3";
const options = ${JSON.stringify({ baseUrl: input.baseUrl, apiKey: input.apiKey, basePath: "/api/eq" })};
export default defineEventHandler((event) => createProxyHandler(options)(toWebRequest(event)));\n`;

const startNode = (project) => project.start(nodePath(project), () => [".output/server/index.mjs"]);

const startWrangler = (project) =>
  project.start(nodePath(project), (port) => {
    const script = project.path("node_modules", "wrangler", "bin", "wrangler.js");
    const config = ".output/server/wrangler.json";
    return [script, "dev", "--config", config, "--ip", "127.0.0.1", "--port", port];
  });

/**
 * Runs the edge function in the runtime that Vercel offers for tests, as a script with an event listener. The script
 * loads modules of Node.js with `require`, so the runtime gets `require` as a global.
 */
async function startEdgeRuntime(project) {
  const entry = "./.vercel/output/functions/__fallback.func/index.mjs";
  project.write(
    "vercel.mjs",
    `import handler from "${entry}";
addEventListener("fetch", (event) => event.respondWith(handler(event.request, event)));\n`,
  );
  const options = ["--bundle", "--format=iife", "--external:node:*", "--outfile=vercel.js"];
  await project.run("esbuild", ["vercel.mjs", ...options]);
  project.write(
    "edge-runtime.mjs",
    `import { EdgeRuntime, runServer } from "edge-runtime";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
const require = createRequire(import.meta.url);
const initialCode = readFileSync("vercel.js", "utf8");
const extend = (context) => Object.assign(context, { require });
const runtime = new EdgeRuntime({ initialCode, extend });
await runServer({ runtime, host: "127.0.0.1", port: Number(process.env.PORT) });\n`,
  );
  return project.start(nodePath(project), () => ["edge-runtime.mjs"]);
}

/** Runs the edge function in Deno, as Netlify does. */
function startDeno(project) {
  project.write(
    "deno.mjs",
    `import handler from "./.netlify/edge-functions/server/server.js";
const context = { next: () => new Response("a file") };
const port = Number(Deno.env.get("PORT"));
Deno.serve({ hostname: "127.0.0.1", port }, (request) => handler(request, context));\n`,
  );
  return project.start("deno", () => ["run", "--no-prompt", "--allow-all", "deno.mjs"]);
}

/** A row that builds with a preset, starts the output, and asserts the responses of the client and the proxy. */
const createRow = (title, preset, start) => [
  title,
  async (lab, project) => {
    project.write("nitro.config.mjs", CONFIG);
    project.write("server/routes/index.mjs", programRoute(lab));
    project.write("server/routes/api/eq/[...path].mjs", proxyRoute(lab));
    await project.run("nitropack", ["build"], { NITRO_PRESET: preset });
    const url = await start(project);
    const response = await fetch(url);
    lab.assertResult(await response.text());
    const client = new Client({ baseUrl: `${url}/api/eq`, proxied: true });
    assert.deepEqual(await client.bridgeTransfer(lab.input.hash), expected.transfer);
  },
];

export const nitro = {
  id: "nitro",
  name: "Nitro 2",
  packages: {
    deno: "2.9.6",
    "edge-runtime": "4.0.1",
    esbuild: "0.28.2",
    nitropack: "2.13.6",
    [nodePackage]: "22.23.3",
    wrangler: "4.164.0",
  },
  version: "nitropack",
  rows: [
    createRow("node-server", "node-server", startNode),
    createRow("cloudflare-module in wrangler dev", "cloudflare-module", startWrangler),
    createRow("vercel-edge in edge-runtime", "vercel-edge", startEdgeRuntime),
    createRow("netlify-edge in Deno", "netlify-edge", startDeno),
  ],
};
