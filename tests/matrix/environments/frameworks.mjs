// Frameworks that render on a server: a Next.js app that uses the package on the server, in the browser and in the edge
// runtime, and the examples of SvelteKit and Nuxt. `lab` (../lab.mjs) has the packed package, a service and a browser.
import assert from "node:assert/strict";
import { Client } from "../../../pkg/dist/index.js";
import { PROGRAM_CALL, importLine, keepResult, expected } from "../../package/hosts.mjs";
import { exampleEnvironment, readExample } from "../project.mjs";
import { nitro } from "./nitro.mjs";
import { assertRefuses, nodePackage, nodePath, serverEnv } from "./servers.mjs";

/** A transfer of the sample data with the status `wait-wh`. */
const PENDING_HASH = "0x740f456419d615154d3d3a160a7ae5187175a709421008fb1ac69efb988391b4";

const UNKNOWN_HASH = `0x${"0".repeat(64)}`;

const LAYOUT = `export default function Layout({ children }) {
  return <html lang="en"><head><link rel="icon" href="data:," /></head><body>{children}</body></html>;
}\n`;

// `formatUnits` runs twice: when the server renders the page, and in the browser. The text is `expected.units`.
const clientPage = (lab) => `"use client";
import { useEffect } from "react";
${importLine("ethereal-query")}${lab.programSource}
export default function Page() {
  useEffect(() => { ${keepResult(PROGRAM_CALL)} }, []);
  return <p>{pkg.formatUnits("1099756711100000000")}</p>;
}\n`;

// In Base64, because HTML would escape the quotes of JSON.
const serverPage = (lab) => `${importLine("ethereal-query")}${lab.programSource}
export const dynamic = "force-dynamic";
export default async function Page() {
  return <p>{btoa(JSON.stringify(await ${PROGRAM_CALL}))}</p>;
}\n`;

/** The source of a route. `config` has the exports that configure the route. */
function routeHandler(lab, config = "") {
  return `${importLine("ethereal-query")}${lab.programSource}${config}
export async function GET() {
  return Response.json(await ${PROGRAM_CALL});
}\n`;
}

/**
 * The folder of the example. The example is a separate app, because it sets `cacheComponents`, which excludes the edge
 * runtime.
 */
const EXAMPLE = "example";

/** Copies the example. Also copies the example's proxy into the main app, as /api/edge in the edge runtime. */
function writeExample(project) {
  project.copyExample("next", EXAMPLE);
  const route = project
    .read(EXAMPLE, "app/api/eq/[...path]/route.js")
    .replaceAll("/api/eq", "/api/edge");
  project.write("app/api/edge/[...path]/route.js", `${route}export const runtime = "edge";\n`);
}

/** Replaces the session check at the end of a line of an example, as a reader of the example must do. */
function allowAll(project, file, check) {
  const text = project.read(file);
  assert.ok(text.includes(` ${check};\n`));
  project.write(file, text.replace(` ${check};\n`, " true;\n"));
}

async function fetchText(url) {
  const response = await fetch(url);
  const body = await response.text();
  assert.equal(response.status, 200, body.slice(0, 300));
  return body;
}

const paragraphOf = (body) => /<p>([^<]*)<\/p>/.exec(body)?.[1];

const next = {
  id: "next",
  name: "Next.js 16",
  packages: readExample("next").packages,
  version: "next",
  async start(lab, project) {
    project.write("app/layout.js", LAYOUT);
    project.write("app/page.js", clientPage(lab));
    project.write("app/server/page.js", serverPage(lab));
    project.write("app/route/route.js", routeHandler(lab));
    project.write("app/edge/route.js", routeHandler(lab, `export const runtime = "edge";\n`));
    writeExample(project);
    return startNext(lab, project, ".");
  },
  rows: [
    [
      "client component",
      async (lab, project, url) => {
        assert.equal(paragraphOf(await fetchText(url)), expected.units);
        await lab.assertPage(url);
      },
    ],
    [
      "route handler",
      async (lab, project, url) => lab.assertResult(await fetchText(`${url}/route`)),
    ],
    [
      "server component",
      async (lab, project, url) =>
        lab.assertResult(atob(paragraphOf(await fetchText(`${url}/server`)))),
    ],
    [
      "edge runtime",
      async (lab, project, url) => {
        lab.assertResult(await fetchText(`${url}/edge`));
        // Edge hosts accept WebAssembly only as a file. The condition `edge-light` selects this file.
        assert.match(
          project.read(".next/server/middleware-manifest.json"),
          /ethereal_query[^"/]*\.wasm"/,
        );
      },
    ],
    [
      "proxy in the edge runtime",
      async (lab, project, url) => {
        const client = new Client({ baseUrl: `${url}/api/edge`, proxied: true });
        assert.equal((await client.bridgeTransfer(lab.input.hash))._id, expected.transfer._id);
        await assert.rejects(client.project(), { status: 403 });
      },
    ],
    [
      "examples/next with `cacheComponents`",
      async (lab, project) => {
        await assertRefuses(lab, await startNext(lab, project, EXAMPLE));
        allowAll(project, `${EXAMPLE}/proxy.js`, 'process.env.NODE_ENV === "development"');
        const url = await startNext(lab, project, EXAMPLE);
        await assertFollows(lab, url);
        // The status is 200, because the response begins before the call ends.
        assert.match(
          await fetchText(`${url}/transfers/${UNKNOWN_HASH}`),
          /No transfer has this hash\./,
        );
        assert.match(await fetchText(`${url}/transfers/0x12`), /role="alert">[^<]*0x12/);
      },
    ],
  ],
};

/** Builds the app in a folder of the project, and starts it. */
async function startNext(lab, project, folder) {
  // The build has no API key. Only the server gets the key.
  await project.run("next", ["build", folder]);
  const args = (port) => ["start", folder, "--hostname", "127.0.0.1", "--port", port];
  return project.start("next", args, serverEnv(lab));
}

/**
 * Asserts that an example's server sends the status of a pending transfer, and that its page then follows the transfer
 * through the proxy.
 */
async function assertFollows(lab, url) {
  assert.match(await fetchText(`${url}/transfers/${PENDING_HASH}`), /<output>wait-wh<\/output>/);
  const browser = await lab.browser();
  const page = await browser.newPage();
  try {
    // In the responses that the page receives through the proxy, the transfer is done.
    await page.route("**/api/eq/**", async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      await route.fulfill({ response, body: text.replaceAll('"wait-wh"', '"done"') });
    });
    await page.goto(`${url}/transfers/${PENDING_HASH}`);
    // The limit is large enough for a machine that is ten times slower.
    await page.getByText("Status: done").waitFor({ timeout: 200_000 });
    await page.locator("eq-transfer-route").getByText("Blessnet").first().waitFor();
  } finally {
    await page.close();
  }
}

/** Asserts the statuses of an example's pages for an invalid hash and for an unknown hash. */
async function assertErrorStatuses(url) {
  const statusOf = async (hash) => (await fetch(`${url}/transfers/${hash}`)).status;
  assert.equal(await statusOf("0x12"), 400);
  assert.equal(await statusOf(UNKNOWN_HASH), 404);
}

const svelteKitExample = exampleEnvironment("sveltekit", {
  version: "@sveltejs/kit",
  rows: [
    [
      "build, with adapter-node, in Chromium",
      async (lab, project) => {
        const start = async () => {
          await project.run("vite", ["build"]);
          return project.start(process.execPath, () => ["build"], serverEnv(lab));
        };
        await assertRefuses(lab, await start());
        allowAll(project, "src/hooks.server.js", "dev");
        const url = await start();
        await assertFollows(lab, url);
        await assertErrorStatuses(url);
      },
    ],
  ],
});

/** The names by which Nuxt reads its `runtimeConfig` from the environment. */
const nuxtEnv = ({ input }) => ({ NUXT_SERVICE_URL: input.baseUrl, NUXT_API_KEY: input.apiKey });

const nuxtExample = exampleEnvironment("nuxt", {
  // Nuxt needs a newer Node.js than the package.
  packages: { [nodePackage]: "22.23.3" },
  version: "nuxt",
  rows: [
    [
      "build, on Node.js, in Chromium",
      async (lab, project) => {
        const start = async () => {
          await project.run(nodePath(project), ["node_modules/nuxt/bin/nuxt.mjs", "build"]);
          return project.start(nodePath(project), () => [".output/server/index.mjs"], nuxtEnv(lab));
        };
        await assertRefuses(lab, await start());
        allowAll(project, "server/middleware/session.ts", "import.meta.dev");
        const url = await start();
        await assertFollows(lab, url);
        await assertErrorStatuses(url);
      },
    ],
  ],
});

export const frameworks = [next, svelteKitExample, nuxtExample, nitro];
