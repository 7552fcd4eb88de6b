// webpack and Rspack. Only the row for ASCII has a configuration file.
import { assertBuiltPage, assertWorkerPage, mainScript } from "./built.mjs";
import { START_BUNDLED_WORKER, workerScript } from "./worker-scripts.mjs";

/** Creates the environment of webpack or Rspack. Both have the same command line. */
const createEnvironment = (id, name, command, packages, config) => ({
  id,
  name,
  packages,
  version: Object.keys(packages)[0],
  rows: [
    ["production build", async (lab, project) => {
      project.write("src/index.js", mainScript(lab));
      await project.run(command, ["build", "--mode", "production"]);
      await assertBuiltPage(lab, project, "dist", "main.js");
    }],
    ["development build", async (lab, project) => {
      project.write("src/index.js", mainScript(lab));
      await project.run(command, ["build", "--mode", "development", "--output-path", "dev"]);
      await assertBuiltPage(lab, project, "dev", "main.js");
    }],
    ["Web Worker", async (lab, project) => {
      project.write("src/page.js", START_BUNDLED_WORKER);
      project.write("src/worker.js", workerScript(lab, "ethereal-query"));
      const args = ["--entry", "./src/page.js", "--output-path", "worker"];
      await project.run(command, ["build", "--mode", "production", ...args]);
      await assertWorkerPage(lab, project, "worker", "main.js");
    }],
    ["minified to ASCII", async (lab, project) => {
      project.write("src/index.js", mainScript(lab));
      project.write("ascii.cjs", config);
      await project.run(command, ["build", "--mode", "production", "--config", "ascii.cjs", "--output-path", "ascii"]);
      await assertBuiltPage(lab, project, "ascii", "main.js", { ascii: true });
    }],
  ],
});

const WEBPACK = { webpack: "5.112.2", "webpack-cli": "7.3.1", "minimizer-webpack-plugin": "5.14.0" };
const webpack = createEnvironment("webpack", "webpack 5", "webpack", WEBPACK, `
const Minimizer = require("minimizer-webpack-plugin");
const minify = { implementation: Minimizer.terserMinify, options: { format: { ascii_only: true } } };
module.exports = { optimization: { minimizer: [new Minimizer({ minify })] } };\n`);

const rspack = createEnvironment("rspack", "Rspack 2", "rspack", { "@rspack/core": "2.3.2", "@rspack/cli": "2.2.8" }, `
const { rspack } = require("@rspack/core");
const minimizerOptions = { format: { asciiOnly: true } };
module.exports = { optimization: { minimizer: [new rspack.SwcJsMinimizerRspackPlugin({ minimizerOptions })] } };\n`);

export const packers = [webpack, rspack];
