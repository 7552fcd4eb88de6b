// webpack and Rspack, without a file of settings but for the minifier's.
import { answered, main, opened } from "./built.mjs";
import { BUNDLED, worker } from "./in-workers.mjs";

/** webpack and Rspack take the same command line. */
const packer = (id, name, command, packages, config) => ({
  id,
  name,
  packages,
  version: Object.keys(packages)[0],
  rows: [
    ["production build", async (lab, project) => {
      project.write("src/index.js", main(lab));
      await project.run(command, ["build", "--mode", "production"]);
      await opened(lab, project, "dist", "main.js");
    }],
    ["development build", async (lab, project) => {
      project.write("src/index.js", main(lab));
      await project.run(command, ["build", "--mode", "development", "--output-path", "dev"]);
      await opened(lab, project, "dev", "main.js");
    }],
    ["Web Worker", async (lab, project) => {
      project.write("src/page.js", BUNDLED);
      project.write("src/worker.js", worker(lab, "ethereal-query"));
      const args = ["--entry", "./src/page.js", "--output-path", "worker"];
      await project.run(command, ["build", "--mode", "production", ...args]);
      await answered(lab, project, "worker", "main.js");
    }],
    ["minified to ASCII", async (lab, project) => {
      project.write("src/index.js", main(lab));
      project.write("ascii.cjs", config);
      await project.run(command, ["build", "--mode", "production", "--config", "ascii.cjs", "--output-path", "ascii"]);
      await opened(lab, project, "ascii", "main.js", { ascii: true });
    }],
  ],
});

const WEBPACK = { webpack: "5.112.2", "webpack-cli": "7.3.1", "minimizer-webpack-plugin": "5.14.0" };
const webpack = packer("webpack", "webpack 5", "webpack", WEBPACK, `
const Minimizer = require("minimizer-webpack-plugin");
const minify = { implementation: Minimizer.terserMinify, options: { format: { ascii_only: true } } };
module.exports = { optimization: { minimizer: [new Minimizer({ minify })] } };\n`);

const rspack = packer("rspack", "Rspack 2", "rspack", { "@rspack/core": "2.3.2", "@rspack/cli": "2.2.8" }, `
const { rspack } = require("@rspack/core");
const minimizerOptions = { format: { asciiOnly: true } };
module.exports = { optimization: { minimizer: [new rspack.SwcJsMinimizerRspackPlugin({ minimizerOptions })] } };\n`);

export const packers = [webpack, rspack];
