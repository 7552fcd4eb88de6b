// One app for Next.js, built and started: the package on the server, in the browser and in the edge runtime.
import assert from "node:assert/strict";
import { RUN, imported, keep } from "../../package/hosts.mjs";

const UNITS = "1.0997567111";

const LAYOUT = `export default function Layout({ children }) {
  return <html lang="en"><head><link rel="icon" href="data:," /></head><body>{children}</body></html>;
}\n`;

// The helper runs twice here: while the server draws the page in advance, and in the browser.
const client = (lab) => `"use client";
import { useEffect } from "react";
${imported("ethereal-query")}${lab.source}
export default function Page() {
  useEffect(() => { ${keep(RUN)} }, []);
  return <p>{pkg.formatUnits("1099756711100000000")}</p>;
}\n`;

const server = (lab) => `${imported("ethereal-query")}${lab.source}
export const dynamic = "force-dynamic";
export default async function Page() {
  return <p>{btoa(JSON.stringify(await ${RUN}))}</p>;
}\n`;

const route = (lab, more = "") => `${imported("ethereal-query")}${lab.source}${more}
export async function GET() {
  return Response.json(await ${RUN});
}\n`;

async function text(url) {
  const response = await fetch(url);
  const body = await response.text();
  assert.equal(response.status, 200, body.slice(0, 300));
  return body;
}

const paragraph = (body) => /<p>([^<]*)<\/p>/.exec(body)?.[1];

export const next = {
  id: "next",
  name: "Next.js 16",
  packages: { next: "16.4.6", react: "19.3.1", "react-dom": "19.3.1" },
  version: "next",
  async start(lab, project) {
    project.write("app/layout.js", LAYOUT);
    project.write("app/page.js", client(lab));
    project.write("app/server/page.js", server(lab));
    project.write("app/route/route.js", route(lab));
    project.write("app/edge/route.js", route(lab, `export const runtime = "edge";\n`));
    await project.run("next", ["build"]);
    return project.start("next", (port) => ["start", "--hostname", "127.0.0.1", "--port", port]);
  },
  rows: [
    ["client component", async (lab, project, url) => {
      assert.equal(paragraph(await text(url)), UNITS);
      await lab.page(url);
    }],
    ["route handler", async (lab, project, url) => lab.right(await text(`${url}/route`))],
    ["server component", async (lab, project, url) =>
      lab.right(atob(paragraph(await text(`${url}/server`))))],
    ["edge runtime", async (lab, project, url) => {
      lab.right(await text(`${url}/edge`));
      // Where such functions really run, a module must have come as a file: it did by the condition `edge-light`.
      assert.match(project.read(".next/server/middleware-manifest.json"), /ethereal_query[^"/]*\.wasm"/);
    }],
  ],
};
