// A Next.js app that uses the package on the server, in the browser and in the edge runtime.
import assert from "node:assert/strict";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { Client } from "../../../pkg/dist/index.js";
import { root } from "../../../scripts/run.mjs";
import { PROGRAM_CALL, importLine, keepResult, expected } from "../../package/hosts.mjs";

const UNITS = "1.0997567111";

const LAYOUT = `export default function Layout({ children }) {
  return <html lang="en"><head><link rel="icon" href="data:," /></head><body>{children}</body></html>;
}\n`;

// The helper runs twice: when the server renders the page, and in the browser.
const clientPage = (lab) => `"use client";
import { useEffect } from "react";
${importLine("ethereal-query")}${lab.programSource}
export default function Page() {
  useEffect(() => { ${keepResult(PROGRAM_CALL)} }, []);
  return <p>{pkg.formatUnits("1099756711100000000")}</p>;
}\n`;

const serverPage = (lab) => `${importLine("ethereal-query")}${lab.programSource}
export const dynamic = "force-dynamic";
export default async function Page() {
  return <p>{btoa(JSON.stringify(await ${PROGRAM_CALL}))}</p>;
}\n`;

const routeHandler = (lab, more = "") => `${importLine("ethereal-query")}${lab.programSource}${more}
export async function GET() {
  return Response.json(await ${PROGRAM_CALL});
}\n`;

/** Copies the example: its page to /example, its proxy to /api/eq, and its proxy in the edge runtime to /api/edge. */
function writeExample(project) {
  const example = join(root, "examples", "next", "app");
  cpSync(join(example, "api"), project.path("app", "api"), { recursive: true });
  for (const name of ["page.js", "transfer.js"]) cpSync(join(example, name), project.path("app", "example", name));
  const route = project.read("app/api/eq/[...path]/route.js").replaceAll("/api/eq", "/api/edge");
  project.write("app/api/edge/[...path]/route.js", `${route}export const runtime = "edge";\n`);
}

/** Opens a page, and waits until it shows a text. */
async function waitForText(browser, url, text) {
  const page = await browser.newPage();
  try {
    await page.goto(url);
    await page.getByText(text, { exact: true }).waitFor({ timeout: 20_000 });
  } finally {
    await page.close();
  }
}

async function fetchText(url) {
  const response = await fetch(url);
  const body = await response.text();
  assert.equal(response.status, 200, body.slice(0, 300));
  return body;
}

const paragraphOf = (body) => /<p>([^<]*)<\/p>/.exec(body)?.[1];

export const next = {
  id: "next",
  name: "Next.js 16",
  packages: { next: "16.4.6", react: "19.3.1", "react-dom": "19.3.1" },
  version: "next",
  async start(lab, project) {
    project.write("app/layout.js", LAYOUT);
    project.write("app/page.js", clientPage(lab));
    project.write("app/server/page.js", serverPage(lab));
    project.write("app/route/route.js", routeHandler(lab));
    project.write("app/edge/route.js", routeHandler(lab, `export const runtime = "edge";\n`));
    writeExample(project);
    await project.run("next", ["build"]);
    const env = { SERVICE_URL: lab.input.baseUrl, API_KEY: lab.input.apiKey };
    return project.start("next", (port) => ["start", "--hostname", "127.0.0.1", "--port", port], env);
  },
  rows: [
    ["client component", async (lab, project, url) => {
      assert.equal(paragraphOf(await fetchText(url)), UNITS);
      await lab.assertPage(url);
    }],
    ["route handler", async (lab, project, url) => lab.assertResult(await fetchText(`${url}/route`))],
    ["server component", async (lab, project, url) =>
      lab.assertResult(atob(paragraphOf(await fetchText(`${url}/server`))))],
    ["edge runtime", async (lab, project, url) => {
      lab.assertResult(await fetchText(`${url}/edge`));
      // Edge hosts only accept WebAssembly files. The condition `edge-light` selects one.
      assert.match(project.read(".next/server/middleware-manifest.json"), /ethereal_query[^"/]*\.wasm"/);
    }],
    ["proxy", async (lab, project, url) => {
      // The server prerenders the page, and the browser follows the transfer through the proxy.
      assert.match(await fetchText(`${url}/example`), /<output>loading<\/output>/);
      await waitForText(await lab.browser(), `${url}/example`, "pending");
      for (const path of ["/api/eq", "/api/edge"]) {
        const client = new Client({ baseUrl: url + path, proxied: true });
        assert.equal((await client.bridgeTransfer(lab.input.hash))._id, expected.transfer._id);
        await assert.rejects(client.project(), { status: 403 }, path);
      }
    }],
  ],
};
