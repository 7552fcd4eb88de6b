// Vite, Parcel, Rollup, esbuild, webpack and Rspack by their command lines. Some rows minify to ASCII, because that
// changes the string that contains the WebAssembly.
import { readdirSync } from "node:fs";
import { PROGRAM_CALL, keepResult } from "../../package/hosts.mjs";
import {
  assertBuiltPage,
  assertWorkerPage,
  mainScript,
  writePage,
  writeWorkerPage,
  registerServiceWorker,
  serviceWorkerScript,
  START_BUNDLED_WORKER,
  workerScript,
} from "./built.mjs";

// `version` names the package whose version the table of results shows.
const vite = {
  id: "vite",
  name: "Vite 8",
  packages: { vite: "8.3.8" },
  version: "vite",
  rows: [
    [
      "development server",
      async (lab, project) => {
        writePage(lab, project);
        const args = (port) => ["--host", "127.0.0.1", "--port", port];
        await lab.assertPage(await project.start("vite", args));
      },
    ],
    [
      "build",
      async (lab, project) => {
        writePage(lab, project);
        await project.run("vite", ["build"]);
        await assertBuiltPage(lab, project, "dist");
      },
    ],
    [
      "Web Worker",
      async (lab, project) => {
        writeWorkerPage(lab, project);
        await project.run("vite", ["build", "worker", "--outDir", "../workers"]);
        await assertWorkerPage(lab, project, "workers");
      },
    ],
    [
      "server build with everything inside, in Node.js",
      async (lab, project) => {
        // In a page, the script keeps its result in a global variable. Here, run.mjs imports the result.
        const exportResult = `export const result = await ${PROGRAM_CALL};\n`;
        const script = mainScript(lab).replace(keepResult(PROGRAM_CALL), exportResult);
        project.write("server.js", script);
        project.write("vite.config.mjs", "export default { ssr: { noExternal: true } };\n");
        await project.run("vite", ["build", "--ssr", "server.js", "--outDir", "server"]);
        const [file] = readdirSync(project.path("server"));
        const text = `import { result } from "./server/${file}";\nconsole.log(JSON.stringify(result));\n`;
        project.write("run.mjs", text);
        lab.assertResult(await project.run(process.execPath, ["run.mjs"]));
      },
    ],
  ],
};

const parcel = {
  id: "parcel",
  name: "Parcel 2",
  packages: { parcel: "2.16.4" },
  version: "parcel",
  rows: [
    [
      "build",
      async (lab, project) => {
        writePage(lab, project);
        await project.run("parcel", ["build", "index.html"]);
        await assertBuiltPage(lab, project, "dist");
      },
    ],
    [
      "Web Worker",
      async (lab, project) => {
        writeWorkerPage(lab, project);
        await project.run("parcel", ["build", "worker/index.html", "--dist-dir", "workers"]);
        await assertWorkerPage(lab, project, "workers");
      },
    ],
    [
      "development server",
      async (lab, project) => {
        writePage(lab, project);
        const args = (port) => ["serve", "index.html", "--port", port, "--dist-dir", "dev"];
        await lab.assertPage(await project.start("parcel", args));
      },
    ],
  ],
};

const rollup = {
  id: "rollup",
  name: "Rollup 4",
  packages: {
    rollup: "4.68.7",
    "@rollup/plugin-node-resolve": "16.0.3",
    "@rollup/plugin-terser": "1.0.2",
  },
  version: "rollup",
  rows: [
    // Rollup finds packages only with the plugin node-resolve.
    [
      "build with node-resolve",
      async (lab, project) => {
        project.write("main.mjs", mainScript(lab));
        await project.run("rollup", ["main.mjs", "-p", "node-resolve", "-o", "plain/main.js"]);
        await assertBuiltPage(lab, project, "plain", "main.js");
      },
    ],
    [
      "minified to ASCII",
      async (lab, project) => {
        project.write("main.mjs", mainScript(lab));
        const plugins = ["-p", "node-resolve", "-p", "terser={format:{ascii_only:true}}"];
        await project.run("rollup", ["main.mjs", ...plugins, "-f", "iife", "-o", "ascii/main.js"]);
        await assertBuiltPage(lab, project, "ascii", "main.js", { ascii: true });
      },
    ],
  ],
};

const esbuild = {
  id: "esbuild",
  name: "esbuild",
  packages: { esbuild: "0.28.2" },
  version: "esbuild",
  rows: [
    [
      "build",
      async (lab, project) => {
        project.write("main.js", mainScript(lab));
        await project.run("esbuild", ["main.js", "--bundle", "--outfile=plain/main.js"]);
        // By default, esbuild writes ASCII only.
        await assertBuiltPage(lab, project, "plain", "main.js", { ascii: true });
      },
    ],
    [
      "minified",
      async (lab, project) => {
        project.write("main.js", mainScript(lab));
        await project.run("esbuild", [
          "main.js",
          "--bundle",
          "--minify",
          "--format=esm",
          "--outfile=small/main.js",
        ]);
        await assertBuiltPage(lab, project, "small", "main.js", { ascii: true });
      },
    ],
    [
      "minified as UTF-8",
      async (lab, project) => {
        project.write("main.js", mainScript(lab));
        await project.run("esbuild", [
          "main.js",
          "--bundle",
          "--minify",
          "--charset=utf8",
          "--outfile=utf8/main.js",
        ]);
        await assertBuiltPage(lab, project, "utf8", "main.js");
      },
    ],
    [
      "classic Service Worker",
      async (lab, project) => {
        project.write("worker.js", serviceWorkerScript(lab, "ethereal-query"));
        await project.run("esbuild", [
          "worker.js",
          "--bundle",
          "--minify",
          "--outfile=service/worker.js",
        ]);
        project.write("service/main.js", registerServiceWorker("classic"));
        await assertWorkerPage(lab, project, "service", "main.js");
      },
    ],
  ],
};

/**
 * Creates the environment of webpack or Rspack, which have the same command line. Only the row "minified to ASCII" uses
 * a configuration file, with the text `asciiConfig`.
 */
const createEnvironment = ({ id, name, packages, asciiConfig }) => ({
  id,
  name,
  packages,
  // The bundler is the first package.
  version: Object.keys(packages)[0],
  rows: [
    [
      "production build",
      async (lab, project) => {
        project.write("src/index.js", mainScript(lab));
        await project.run(id, ["build", "--mode", "production"]);
        await assertBuiltPage(lab, project, "dist", "main.js");
      },
    ],
    [
      "development build",
      async (lab, project) => {
        project.write("src/index.js", mainScript(lab));
        await project.run(id, ["build", "--mode", "development", "--output-path", "dev"]);
        await assertBuiltPage(lab, project, "dev", "main.js");
      },
    ],
    [
      "Web Worker",
      async (lab, project) => {
        project.write("src/page.js", START_BUNDLED_WORKER);
        project.write("src/worker.js", workerScript(lab, "ethereal-query"));
        const args = ["--entry", "./src/page.js", "--output-path", "worker"];
        await project.run(id, ["build", "--mode", "production", ...args]);
        await assertWorkerPage(lab, project, "worker", "main.js");
      },
    ],
    [
      "minified to ASCII",
      async (lab, project) => {
        project.write("src/index.js", mainScript(lab));
        project.write("ascii.cjs", asciiConfig);
        await project.run(id, [
          "build",
          "--mode",
          "production",
          "--config",
          "ascii.cjs",
          "--output-path",
          "ascii",
        ]);
        await assertBuiltPage(lab, project, "ascii", "main.js", { ascii: true });
      },
    ],
  ],
});

const webpack = createEnvironment({
  id: "webpack",
  name: "webpack 5",
  packages: {
    webpack: "5.112.2",
    "webpack-cli": "7.3.1",
    "minimizer-webpack-plugin": "5.14.0",
  },
  asciiConfig: `
const Minimizer = require("minimizer-webpack-plugin");
const minify = { implementation: Minimizer.terserMinify, options: { format: { ascii_only: true } } };
module.exports = { optimization: { minimizer: [new Minimizer({ minify })] } };\n`,
});

const rspack = createEnvironment({
  id: "rspack",
  name: "Rspack 2",
  packages: { "@rspack/core": "2.3.2", "@rspack/cli": "2.2.8" },
  asciiConfig: `
const { rspack } = require("@rspack/core");
const minimizerOptions = { format: { asciiOnly: true } };
module.exports = { optimization: { minimizer: [new rspack.SwcJsMinimizerRspackPlugin({ minimizerOptions })] } };\n`,
});

export const bundlers = [vite, parcel, rollup, esbuild, webpack, rspack];
