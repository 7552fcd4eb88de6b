// Programs outside of a browser: Node.js, Deno and Bun.
import { PROGRAM_CALL, importLine, keepResult, pageWithScript, printResult } from "../../package/hosts.mjs";

const esmProgram = (lab) => importLine("ethereal-query") + lab.programSource + printResult(PROGRAM_CALL);
const cjsProgram = (lab) => `const pkg = require("ethereal-query");\n${lab.programSource}${printResult(PROGRAM_CALL)}`;

/** Creates a row that runs a file and checks its output. */
const createRow = (name, file, text, command) => [name, async (lab, project) => {
  project.write(file, text(lab));
  const [program, ...args] = command(project);
  lab.assertResult(await project.run(program, [...args, file]));
}];

const system = process.platform === "win32" ? "win" : process.platform;
/** The npm package with the program of Node.js for this machine. */
export const nodePackage = `node-${system}-${process.arch}`;
export const nodePath = (project) => project.path("node_modules", nodePackage, "bin", "node");

const createNode = (major, release) => ({
  id: `node${major}`,
  name: `Node.js ${major}`,
  packages: { [nodePackage]: release },
  version: nodePackage,
  rows: [
    createRow("import", "main.mjs", esmProgram, (project) => [nodePath(project)]),
    createRow("require", "main.cjs", cjsProgram, (project) => [nodePath(project)]),
  ],
});

const nodes = [
  createNode(20, "20.20.2"),
  createNode(22, "22.23.3"),
  createNode(24, "24.15.0"),
  createNode(26, "26.10.0"),
];

const deno = {
  id: "deno",
  name: "Deno 2",
  packages: { deno: "2.9.6" },
  version: "deno",
  rows: [createRow("import", "main.mjs", esmProgram, () => ["deno", "run", "--no-prompt", "--allow-net"])],
};

const bun = {
  id: "bun",
  name: "Bun",
  packages: { bun: "1.4.5" },
  // The package's install script downloads the program.
  scripts: true,
  version: "bun",
  rows: [
    createRow("import", "main.mjs", esmProgram, () => ["bun", "run"]),
    createRow("require", "main.cjs", cjsProgram, () => ["bun", "run"]),
    ["its bundler, minified, in Chromium", async (lab, project) => {
      project.write("page.js", importLine("ethereal-query") + lab.programSource + keepResult(PROGRAM_CALL));
      await project.run("bun", ["build", "page.js", "--minify", "--target=browser", "--outdir=dist"]);
      project.write("dist/index.html", pageWithScript("page.js"));
      await lab.assertPage(`${await lab.serveFolder(project.path("dist"))}/`);
    }],
  ],
};

export const servers = [...nodes, deno, bun];
