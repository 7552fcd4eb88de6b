// Vite, Parcel, Rollup and esbuild by their command lines. Some rows minify to ASCII, because that changes the string
// that contains the WebAssembly.
import { readdirSync } from "node:fs";
import { PROGRAM_CALL, keepResult } from "../../package/hosts.mjs";
import { assertBuiltPage, assertWorkerPage, mainScript, writePage, writeWorkerPage } from "./built.mjs";
import { registerServiceWorker, serviceWorkerScript } from "./worker-scripts.mjs";

const vite = {
  id: "vite",
  name: "Vite 8",
  packages: { vite: "8.3.8" },
  version: "vite",
  rows: [
    ["development server", async (lab, project) => {
      writePage(lab, project);
      await lab.assertPage(await project.start("vite", (port) => ["--host", "127.0.0.1", "--port", port]));
    }],
    ["build", async (lab, project) => {
      writePage(lab, project);
      await project.run("vite", ["build"]);
      await assertBuiltPage(lab, project, "dist");
    }],
    ["Web Worker", async (lab, project) => {
      writeWorkerPage(lab, project);
      await project.run("vite", ["build", "worker", "--outDir", "../workers"]);
      await assertWorkerPage(lab, project, "workers");
    }],
    ["server build with everything inside, in Node.js", async (lab, project) => {
      project.write(
        "server.js",
        mainScript(lab).replace(keepResult(PROGRAM_CALL), `export const result = await ${PROGRAM_CALL};\n`),
      );
      project.write("vite.config.mjs", "export default { ssr: { noExternal: true } };\n");
      await project.run("vite", ["build", "--ssr", "server.js", "--outDir", "server"]);
      const [file] = readdirSync(project.path("server"));
      const text = `import { result } from "./server/${file}";\nconsole.log(JSON.stringify(result));\n`;
      project.write("run.mjs", text);
      lab.assertResult(await project.run(process.execPath, ["run.mjs"]));
    }],
  ],
};

const parcel = {
  id: "parcel",
  name: "Parcel 2",
  packages: { parcel: "2.16.4" },
  version: "parcel",
  rows: [
    ["build", async (lab, project) => {
      writePage(lab, project);
      await project.run("parcel", ["build", "index.html"]);
      await assertBuiltPage(lab, project, "dist");
    }],
    ["Web Worker", async (lab, project) => {
      writeWorkerPage(lab, project);
      await project.run("parcel", ["build", "worker/index.html", "--dist-dir", "workers"]);
      await assertWorkerPage(lab, project, "workers");
    }],
    ["development server", async (lab, project) => {
      writePage(lab, project);
      const args = (port) => ["serve", "index.html", "--port", port, "--dist-dir", "dev"];
      await lab.assertPage(await project.start("parcel", args));
    }],
  ],
};

const rollup = {
  id: "rollup",
  name: "Rollup 4",
  packages: { rollup: "4.68.7", "@rollup/plugin-node-resolve": "16.0.3", "@rollup/plugin-terser": "1.0.2" },
  version: "rollup",
  rows: [
    // Rollup itself finds no packages. Its users have this plugin.
    ["build with node-resolve", async (lab, project) => {
      project.write("main.mjs", mainScript(lab));
      await project.run("rollup", ["main.mjs", "-p", "node-resolve", "-o", "plain/main.js"]);
      await assertBuiltPage(lab, project, "plain", "main.js");
    }],
    ["minified to ASCII", async (lab, project) => {
      project.write("main.mjs", mainScript(lab));
      const plugins = ["-p", "node-resolve", "-p", "terser={format:{ascii_only:true}}"];
      await project.run("rollup", ["main.mjs", ...plugins, "-f", "iife", "-o", "ascii/main.js"]);
      await assertBuiltPage(lab, project, "ascii", "main.js", { ascii: true });
    }],
  ],
};

const esbuild = {
  id: "esbuild",
  name: "esbuild",
  packages: { esbuild: "0.28.2" },
  version: "esbuild",
  rows: [
    ["build", async (lab, project) => {
      project.write("main.js", mainScript(lab));
      await project.run("esbuild", ["main.js", "--bundle", "--outfile=plain/main.js"]);
      // By default, esbuild writes ASCII only.
      await assertBuiltPage(lab, project, "plain", "main.js", { ascii: true });
    }],
    ["minified", async (lab, project) => {
      project.write("main.js", mainScript(lab));
      await project.run("esbuild", ["main.js", "--bundle", "--minify", "--format=esm", "--outfile=small/main.js"]);
      await assertBuiltPage(lab, project, "small", "main.js", { ascii: true });
    }],
    ["minified as UTF-8", async (lab, project) => {
      project.write("main.js", mainScript(lab));
      await project.run("esbuild", ["main.js", "--bundle", "--minify", "--charset=utf8", "--outfile=utf8/main.js"]);
      await assertBuiltPage(lab, project, "utf8", "main.js");
    }],
    ["classic Service Worker", async (lab, project) => {
      project.write("worker.js", serviceWorkerScript(lab, "ethereal-query"));
      await project.run("esbuild", ["worker.js", "--bundle", "--minify", "--outfile=service/worker.js"]);
      project.write("service/main.js", registerServiceWorker("classic"));
      await assertWorkerPage(lab, project, "service", "main.js");
    }],
  ],
};

export const bundlers = [vite, parcel, rollup, esbuild];
