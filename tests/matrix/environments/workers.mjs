// Cloudflare's runtime: by itself, with a module bundled the way their tool does it, and by their tool.
import { RUN, imported } from "../../package/hosts.mjs";
import { nodeIn, nodePackage } from "./servers.mjs";

const worker = (lab) => `${imported("ethereal-query")}${lab.source}
export default { fetch: async () => Response.json(await ${RUN}) };\n`;
const DATE = "2026-11-01";

const config = (modules, port) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [
        (name = "main.js", esModule = embed "dist/main.js"),
        ${modules.map((name) => `(name = "${name}", wasm = embed "dist/${name}")`).join(", ")},
      ],
      compatibilityDate = "${DATE}",
      globalOutbound = "here",
    )),
    (name = "here", network = (allow = ["local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);\n`;

/** Leaves the .wasm beside the bundle, imported as a module. */
const BUNDLE = `import { build } from "esbuild";
import { copyFileSync } from "node:fs";
import { basename, resolve } from "node:path";
const wasm = { name: "wasm", setup: ({ onResolve }) => onResolve({ filter: /\\.wasm$/ }, ({ path, resolveDir }) => {
  copyFileSync(resolve(resolveDir, path), \`dist/\${basename(path)}\`);
  return { path: \`./\${basename(path)}\`, external: true };
}) };
const options = { bundle: true, format: "esm", conditions: ["workerd"], plugins: [wasm] };
await build({ entryPoints: ["main.js"], outdir: "dist", ...options });\n`;

const workerd = {
  id: "workerd",
  name: "workerd",
  packages: { workerd: "1.20261117.1", esbuild: "0.28.2" },
  version: "workerd",
  rows: [["bundled with the condition `workerd`", async (lab, project) => {
    project.write("main.js", worker(lab));
    project.write("bundle.mjs", BUNDLE);
    project.write("dist/.keep", "");
    await project.run(process.execPath, ["bundle.mjs"]);
    const url = await project.start("workerd", (port) => {
      project.write("config.capnp", config(["", "_helpers"].map((part) => `ethereal_query${part}.wasm`), port));
      return ["serve", "config.capnp"];
    });
    lab.right(await (await fetch(url)).text());
  }]],
};

const wrangler = {
  id: "wrangler",
  name: "Cloudflare Workers",
  packages: { wrangler: "4.164.0", [nodePackage]: "22.23.3" },
  version: "wrangler",
  rows: [["wrangler dev", async (lab, project) => {
    project.write("main.js", worker(lab));
    project.write("wrangler.json", JSON.stringify({ name: "matrix", main: "main.js", compatibility_date: DATE }));
    const script = project.path("node_modules", "wrangler", "bin", "wrangler.js");
    const args = (port) => [script, "dev", "--ip", "127.0.0.1", "--port", port];
    lab.right(await (await fetch(await project.start(nodeIn(project), args))).text());
  }]],
};

export const workers = [workerd, wrangler];
