// Tests the examples as a reader runs them: in a new project with the packed package, with the service of `npm start`.
import assert from "node:assert/strict";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { Client } from "../../pkg/dist/index.js";
import { root } from "../../scripts/run.mjs";
import { serve } from "../../scripts/serve.mjs";
import { createProject } from "../package/project.mjs";
import { start, until } from "../service/processes.mjs";
import { API_KEY, HASH } from "./servers.mjs";

let project;
let service;
before(async () => {
  [project, service] = await Promise.all([createProject(), serve({ port: 0 })]);
  // The new project has its own package.json.
  cpSync(join(root, "examples"), project.folder, {
    recursive: true,
    filter: (path) => !path.endsWith("package.json"),
  });
});
after(async () => {
  await service?.close();
  project?.remove();
});

test("the server on node:http responds only to requests with a session", async () => {
  const env = { ...process.env, SERVICE_URL: `${service.url}/api`, API_KEY, PORT: "0" };
  const server = start(process.execPath, ["node-http.mjs"], { cwd: project.folder, env });
  const [url] = await until("an address", () => /^http:.*$/m.exec(server.output.stdout));
  const { headers } = await fetch(url);
  const [cookie] = headers.get("set-cookie").split(";", 1);
  const withSession = (url, init) => fetch(url, { ...init, headers: { ...init.headers, cookie } });
  const options = { baseUrl: `${url}/api/eq`, proxied: true };
  const { requestOwner } = await new Client({ ...options, fetch: withSession }).project();
  assert.equal(requestOwner, "demo");
  await assert.rejects(new Client(options).project(), {
    kind: "unauthenticated",
    serverMessage: "Log in first.",
  });
  server.kill();
});

test("the route handler for Next.js responds to the client", async () => {
  process.env.SERVICE_URL = `${service.url}/api`;
  process.env.API_KEY = API_KEY;
  const file = join(project.folder, "next/app/api/eq/[...path]/route.js");
  const { GET, HEAD } = await import(pathToFileURL(file));
  const fetch = (url, init) => GET(new Request(url, init));
  const client = new Client({ baseUrl: "https://app.example/api/eq", proxied: true, fetch });
  assert.equal((await client.bridgeTransfer(HASH)).status, "wait-wh");
  // The example allows only `tokenUri` and `bridgeTransfer`.
  await assert.rejects(client.project(), { status: 403 });
  const head = await HEAD(
    new Request(`https://app.example/api/eq/bridge/transfers/transactions/${HASH}`, {
      method: "HEAD",
    }),
  );
  assert.deepEqual([head.status, head.body], [200, null]);
});
