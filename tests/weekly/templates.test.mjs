// The recipe for React in the template of `create-vite` as it is today, from the npm registry: the template's own
// `build`, which checks the types, and its `lint` pass.
import assert from "node:assert/strict";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { root, run } from "../../scripts/run.mjs";
import { pack } from "../package/project.mjs";

const INSTALL = ["install", "--no-audit", "--no-fund", "--loglevel=error"];

test("the recipe for React builds in a new app of create-vite", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "ethereal-query-template-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const { tarball } = await pack(folder);
  const create = [
    "--yes",
    "create-vite@latest",
    "app",
    "--template",
    "react-ts",
    "--no-interactive",
  ];
  await run("npx", create, { cwd: folder });
  const app = join(folder, "app");
  const example = (name) => join(root, "examples/react-query", name);
  const { dependencies } = JSON.parse(readFileSync(example("package.json"), "utf8"));
  await run(
    "npm",
    [...INSTALL, tarball, `@tanstack/react-query@${dependencies["@tanstack/react-query"]}`],
    {
      cwd: app,
    },
  );

  copyFileSync(example("main.tsx"), join(app, "src/main.tsx"));
  const settings = readFileSync(example("vite.config.js"), "utf8");
  // The template's plugin stays, as the recipe says.
  const withPlugin = settings.replace("defineConfig({", "defineConfig({\n  plugins: [react()],");
  assert.notEqual(withPlugin, settings);
  writeFileSync(
    join(app, "vite.config.ts"),
    `import react from "@vitejs/plugin-react";\n${withPlugin}`,
  );

  assert.match(await run("npm", ["run", "build"], { cwd: app }), /built in/);
  await run("npm", ["run", "lint"], { cwd: app });
});
