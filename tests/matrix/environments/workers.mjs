// Cloudflare's runtime: workerd alone, with a bundle like wrangler's, and wrangler.
import { PROGRAM_CALL, importLine } from "../../package/hosts.mjs";
import { assertProxies, proxySource, withFaults } from "../through-proxy.mjs";
import { nodePath, nodePackage } from "./servers.mjs";

const workerSource = (lab) => `${importLine("ethereal-query")}${lab.programSource}
export default { fetch: async () => Response.json(await ${PROGRAM_CALL}) };\n`;
const COMPATIBILITY_DATE = "2026-11-01";

const workerdConfig = (modules, port) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [
        (name = "main.js", esModule = embed "dist/main.js"),
        ${modules.map((name) => `(name = "${name}", wasm = embed "dist/${name}")`).join(", ")},
      ],
      compatibilityDate = "${COMPATIBILITY_DATE}",
      globalOutbound = "loopback",
    )),
    (name = "loopback", network = (allow = ["local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);\n`;

/** Bundles the worker. The bundle imports the .wasm files beside it. */
const BUNDLE_PROGRAM = `import { build } from "esbuild";
import { copyFileSync } from "node:fs";
import { basename, resolve } from "node:path";
const wasm = { name: "wasm", setup: ({ onResolve }) => onResolve({ filter: /\\.wasm$/ }, ({ path, resolveDir }) => {
  copyFileSync(resolve(resolveDir, path), \`dist/\${basename(path)}\`);
  return { path: \`./\${basename(path)}\`, external: true };
}) };
const options = { bundle: true, format: "esm", conditions: ["workerd"], plugins: [wasm] };
await build({ entryPoints: ["main.js"], outdir: "dist", ...options });\n`;

/** Bundles main.js and starts it with the WebAssembly files of the package that have these suffixes. */
async function startWorker(project, suffixes) {
  project.write("bundle.mjs", BUNDLE_PROGRAM);
  project.write("dist/.keep", "");
  await project.run(process.execPath, ["bundle.mjs"]);
  return project.start("workerd", (port) => {
    project.write("config.capnp", workerdConfig(suffixes.map((suffix) => `ethereal_query${suffix}.wasm`), port));
    return ["serve", "config.capnp"];
  });
}

const workerd = {
  id: "workerd",
  name: "workerd",
  packages: { workerd: "1.20261117.1", esbuild: "0.28.2" },
  version: "workerd",
  rows: [
    ["bundled with the condition `workerd`", async (lab, project) => {
      project.write("main.js", workerSource(lab));
      lab.assertResult(await (await fetch(await startWorker(project, [""]))).text());
    }],
    ["proxy", (lab, project) => withFaults(async (faultsUrl) => {
      project.write("main.js", `${proxySource(lab.input, faultsUrl)}export default { fetch: handle };\n`);
      await assertProxies(lab, await startWorker(project, ["_proxy"]));
    })],
  ],
};

const wrangler = {
  id: "wrangler",
  name: "Cloudflare Workers",
  packages: { wrangler: "4.164.0", [nodePackage]: "22.23.3" },
  version: "wrangler",
  rows: [["wrangler dev", async (lab, project) => {
    project.write("main.js", workerSource(lab));
    project.write(
      "wrangler.json",
      JSON.stringify({ name: "matrix", main: "main.js", compatibility_date: COMPATIBILITY_DATE }),
    );
    const script = project.path("node_modules", "wrangler", "bin", "wrangler.js");
    const args = (port) => [script, "dev", "--ip", "127.0.0.1", "--port", port];
    lab.assertResult(await (await fetch(await project.start(nodePath(project), args))).text());
  }]],
};

export const workers = [workerd, wrangler];
