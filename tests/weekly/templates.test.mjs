// Tests each recipe in a new app from the newest template of its framework, which comes from the npm registry. A test
// pastes the code as the recipe prints it, and the template's own checks must pass. The recipes for Nuxt and Hono are
// absent, because `nuxi` and `create-hono` download their templates from GitHub.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { after, before, test } from "node:test";
import { root, run } from "../../scripts/run.mjs";
import { pack } from "../package/project.mjs";

const INSTALL = ["install", "--no-audit", "--no-fund", "--loglevel=error"];
const NO_TELEMETRY = { NEXT_TELEMETRY_DISABLED: "1", WRANGLER_SEND_METRICS: "false" };

let folder, tarball;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "ethereal-query-templates-"));
  ({ tarball } = await pack(folder));
});

after(() => rmSync(folder, { recursive: true, force: true }));

const inFolder = (command, args, env = {}) =>
  run(command, args, { cwd: folder, env: { ...NO_TELEMETRY, ...env } });

/** Creates the app `name` with `npx`, whose arguments are `create`. Then adds the package and `packages` to the app. */
async function createApp(name, create, packages = [], env = {}) {
  await inFolder("npx", ["--yes", ...create], env);
  const app = join(folder, name);
  await run("npm", [...INSTALL, tarball, ...packages], { cwd: app });
  const runHere = (command, args) =>
    run(command, args, { cwd: app, env: { ...NO_TELEMETRY, ...env } });
  return {
    /** Copies a file or folder of examples/ to a place in the app. */
    paste: (from, to) => cpSync(join(root, "examples", from), join(app, to), { recursive: true }),
    write: (path, text) => writeFileSync(join(app, path), text),
    remove: (path) => rmSync(join(app, path)),
    run: runHere,
    runScript: (script) => runHere("npm", ["run", script]),
  };
}

test("the recipe for React builds in a new app of create-vite", async () => {
  const { dependencies } = JSON.parse(
    readFileSync(join(root, "examples/react-query/package.json"), "utf8"),
  );
  const app = await createApp(
    "react",
    ["create-vite@latest", "react", "--template", "react-ts", "--no-interactive"],
    [`@tanstack/react-query@${dependencies["@tanstack/react-query"]}`],
  );
  app.paste("react-query/main.tsx", "src/main.tsx");
  const settings = readFileSync(join(root, "examples/react-query/vite.config.js"), "utf8");
  // The recipe says to keep the plugin of the template.
  const withPlugin = settings.replace("defineConfig({", "defineConfig({\n  plugins: [react()],");
  assert.notEqual(withPlugin, settings);
  app.write("vite.config.ts", `import react from "@vitejs/plugin-react";\n${withPlugin}`);

  assert.match(await app.runScript("build"), /built in/);
  await app.runScript("lint");
});

test("the recipe for Next.js builds in a new app of create-next-app", async () => {
  // `--empty`, because the full template loads a font from Google.
  const options = ["--ts", "--eslint", "--app", "--empty", "--no-tailwind", "--no-src-dir"];
  const app = await createApp("next", [
    ...["create-next-app@latest", "next", ...options],
    ...["--use-npm", "--disable-git", "--yes"],
  ]);
  app.paste("next/app", "app");
  app.paste("next/proxy.js", "proxy.js");
  app.paste("next/next.config.mjs", "next.config.mjs");
  // The configuration of the recipe replaces the template's configuration.
  app.remove("next.config.ts");

  assert.match(await app.runScript("build"), /\/transfers\/\[hash\]/);
  await app.run("npx", ["eslint", "--max-warnings=0"]);
});

test("the recipe for SvelteKit builds in a new app of sv", async () => {
  const app = await createApp("sveltekit", [
    ...["sv@latest", "create", "sveltekit", "--template", "minimal", "--types", "ts"],
    ...["--add", "eslint", "sveltekit-adapter=adapter:node"],
    ...["--install", "npm", "--no-dir-check", "--no-download-check"],
  ]);
  app.paste("sveltekit/src/hooks.server.js", "src/hooks.server.js");
  app.paste("sveltekit/src/routes", "src/routes");

  await app.runScript("build");
  await app.runScript("lint");
});

test("the recipe for Cloudflare builds and runs in a new app of create-cloudflare", async () => {
  // create-cloudflare needs a newer Node.js than our package. An npm package contains Node.js 22.
  const nodePackage = `node-${process.platform}-${process.arch}`;
  await inFolder("npm", [...INSTALL, "--prefix", join(folder, "tools"), `${nodePackage}@22`]);
  const bin = join(folder, "tools", "node_modules", nodePackage, "bin");
  const app = await createApp(
    "cloudflare",
    [
      ...["create-cloudflare@latest", "cloudflare", "--type", "hello-world", "--lang", "js"],
      ...["--no-deploy", "--no-git", "--no-open", "--no-agents", "--accept-defaults"],
    ],
    [],
    { CI: "1", PATH: [bin, process.env.PATH].join(delimiter) },
  );
  app.paste("cloudflare/src/index.js", "src/index.js");
  await app.run("npx", ["wrangler", "deploy", "--dry-run", "--outdir", "built"]);

  // The template's tests run in Cloudflare's plugin for Vitest.
  app.write("test/index.spec.js", WORKER_TEST);
  assert.match(await app.run("npx", ["vitest", "run"]), /Tests +3 passed/);
});

/** Replaces the template's test of its worker. */
const WORKER_TEST = `import { Client } from "ethereal-query";
import { EmbeddedService } from "ethereal-query/embedded";
import { expect, test } from "vitest";
import worker from "../src";

const env = { ENVIRONMENT: "development", SERVICE_URL: "https://api.example.com", API_KEY: "key" };

test("a client asks the embedded service", async () => {
  const { fetch } = new EmbeddedService();
  const client = new Client({ baseUrl: "https://api.example.com", apiKey: "key", fetch });
  await expect(client.project()).rejects.toMatchObject({ status: 401 });
});

test("the proxy of the worker refuses a call that it does not allow", async () => {
  const { status } = await worker.fetch(new Request("https://app.example/api/eq/project"), env);
  expect(status).toBe(403);
});

test("the route of the worker refuses an invalid hash", async () => {
  const { status } = await worker.fetch(new Request("https://app.example/transfers/0x12"), env);
  expect(status).toBe(400);
});
`;
