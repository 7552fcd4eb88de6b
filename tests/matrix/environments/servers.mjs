// Programs outside of a browser: Node.js, Deno and Bun.
import { RUN, imported, keep, page, print } from "../../package/hosts.mjs";

const esm = (lab) => imported("ethereal-query") + lab.source + print(RUN);
const cjs = (lab) => `const pkg = require("ethereal-query");\n${lab.source}${print(RUN)}`;

/** A row that runs a file and reads what it printed. */
const runs = (name, file, text, command) => [name, async (lab, project) => {
  project.write(file, text(lab));
  const [program, ...args] = command(project);
  lab.right(await project.run(program, [...args, file]));
}];

/** What npm calls the package with Node.js itself for this machine. */
const system = process.platform === "win32" ? "win" : process.platform;
export const nodePackage = `node-${system}-${process.arch}`;
export const nodeIn = (project) => project.path("node_modules", nodePackage, "bin", "node");

const node = (major, release) => ({
  id: `node${major}`,
  name: `Node.js ${major}`,
  packages: { [nodePackage]: release },
  version: nodePackage,
  rows: [
    runs("import", "main.mjs", esm, (project) => [nodeIn(project)]),
    runs("require", "main.cjs", cjs, (project) => [nodeIn(project)]),
  ],
});

const nodes = [node(20, "20.20.2"), node(22, "22.23.3"), node(24, "24.15.0"), node(26, "26.10.0")];

const deno = {
  id: "deno",
  name: "Deno 2",
  packages: { deno: "2.9.6" },
  version: "deno",
  rows: [runs("import", "main.mjs", esm, () => ["deno", "run", "--no-prompt", "--allow-net"])],
};

const bun = {
  id: "bun",
  name: "Bun",
  packages: { bun: "1.4.5" },
  // Its own installer puts the program in place.
  scripts: true,
  version: "bun",
  rows: [
    runs("import", "main.mjs", esm, () => ["bun", "run"]),
    runs("require", "main.cjs", cjs, () => ["bun", "run"]),
    ["its bundler, minified, in Chromium", async (lab, project) => {
      project.write("page.js", imported("ethereal-query") + lab.source + keep(RUN));
      await project.run("bun", ["build", "page.js", "--minify", "--target=browser", "--outdir=dist"]);
      project.write("dist/index.html", page("page.js"));
      await lab.page(`${await lab.site(project.path("dist"))}/`);
    }],
  ],
};

export const servers = [...nodes, deno, bun];
