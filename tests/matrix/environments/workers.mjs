// Cloudflare's runtime. workerd runs a bundle like the bundle of wrangler, with the program, a proxy and the embedded
// service. wrangler runs the program and the example.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { Client } from "../../../pkg/dist/index.js";
import { expected, PROGRAM_CALL, importLine } from "../../package/hosts.mjs";
import { seedOptions } from "../../../scripts/seed.mjs";
import { readExample } from "../project.mjs";
import { assertRefuses, assertServer, nodePath, nodePackage } from "./servers.mjs";

/**
 * The source of a handler with three proxies: to the service, and to two faults of `withFaults`. The proxy at /redirect
 * gets its key from a function.
 */
const proxySource = (
  { baseUrl, apiKey },
  faultsUrl,
) => `import { createProxyHandler } from "ethereal-query/proxy";
const apiKey = ${JSON.stringify(apiKey)};
const proxies = {
  "/api/eq": createProxyHandler({ baseUrl: ${JSON.stringify(baseUrl)}, apiKey, basePath: "/api/eq" }),
  "/redirect": createProxyHandler({ baseUrl: "${faultsUrl}/redirect", apiKey: async () => apiKey, basePath: "/redirect" }),
  "/silence": createProxyHandler({ baseUrl: "${faultsUrl}/silence", apiKey, basePath: "/silence", timeoutMs: 200 }),
};
const handle = (request) => {
  const { pathname } = new URL(request.url);
  const basePath = Object.keys(proxies).find((path) => pathname.startsWith(path));
  return basePath ? proxies[basePath](request) : new Response("ready");
};\n`;

/**
 * Calls `run` with the URL of a server that redirects requests to /redirect and does not respond to requests to
 * /silence. Asserts that no redirect was followed.
 */
async function withFaults(run) {
  let followed = 0;
  const server = createServer((request, response) => {
    if (request.url.startsWith("/followed")) {
      followed++;
      response.end();
    } else if (request.url.startsWith("/redirect")) {
      response.writeHead(302, { location: "/followed" }).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await run(`http://127.0.0.1:${server.address().port}`);
    assert.equal(followed, 0);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Asserts the responses of the proxies at `url`. */
async function assertProxies({ input }, url) {
  const { token, hash, sourceChain } = input;
  const clientAt = (path) => new Client({ baseUrl: url + path, proxied: true, maxRetries: 0 });
  const client = clientAt("/api/eq");
  const { address, id, chainId, standard } = token;
  assert.deepEqual(await client.tokenUri(address, id, { chainId, standard }), expected.document);
  assert.deepEqual(await client.bridgeTransfer(hash, { chain: "mainnet" }), expected.transfer);
  assert.equal((await client.project()).requestOwner, expected.project.requestOwner);
  const ethereals = await client
    .ethereals({ sourceChains: [sourceChain], pageSize: 10 })
    .toArray({ limit: 1_000 });
  assert.deepEqual(ethereals.map(({ _id }) => _id).sort(), expected.ethereals);
  await assert.rejects(clientAt("/redirect").project(), {
    status: 502,
    serverMessage: /^The service redirects /,
  });
  await assert.rejects(clientAt("/silence").project(), {
    status: 504,
    serverMessage: /^Timeout: /,
  });

  const ask = (path, init) => fetch(`${url}/api/eq${path}`, init);
  const head = await ask("/project", { method: "HEAD" });
  assert.deepEqual(
    [head.status, await head.text(), head.headers.get("cache-control")],
    [200, "", "private, no-store"],
  );
  assert.equal((await ask("/project", { method: "POST" })).status, 405);
  assert.equal((await ask("/projects")).status, 400);
  assert.equal((await ask("/ethereals?page_size=x")).status, 400);
}

const workerSource = (lab) => `${importLine("ethereal-query")}${lab.programSource}
export default { fetch: async () => Response.json(await ${PROGRAM_CALL}) };\n`;
/**
 * The source of a module that runs the program against the embedded service with the sample data. `importLine` defines
 * `pkg`, and `lab.programSource` defines `program` and `input`.
 */
const embeddedSource = (lab) => `${importLine("ethereal-query")}
import { EmbeddedService } from "ethereal-query/embedded";
${lab.programSource}
const runEmbedded = () => {
  const service = new EmbeddedService(${JSON.stringify(seedOptions())});
  return program(pkg, { ...input, baseUrl: "https://service.invalid" }, service.fetch);
};\n`;
const COMPATIBILITY_DATE = "2026-11-01";

/** The configuration of workerd. The service `loopback` lets the worker send requests to servers of this machine. */
const workerdConfig = (modules, port) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [
        (name = "main.js", esModule = embed "dist/main.js"),
        ${modules.map((name) => `(name = "${name}", wasm = embed "dist/${name}")`).join(", ")},
      ],
      compatibilityDate = "${COMPATIBILITY_DATE}",
      globalOutbound = "loopback",
    )),
    (name = "loopback", network = (allow = ["local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);\n`;

/** A program that bundles the worker. The bundle imports the .wasm files, which the program copies next to it. */
const BUNDLE_PROGRAM = `import { build } from "esbuild";
import { copyFileSync } from "node:fs";
import { basename, resolve } from "node:path";
const copyWasm = ({ path, resolveDir }) => {
  const name = basename(path);
  copyFileSync(resolve(resolveDir, path), \`dist/\${name}\`);
  return { path: \`./\${name}\`, external: true };
};
const wasm = { name: "wasm", setup: ({ onResolve }) => onResolve({ filter: /\\.wasm$/ }, copyWasm) };
const options = { bundle: true, format: "esm", conditions: ["workerd"], plugins: [wasm] };
await build({ entryPoints: ["main.js"], outdir: "dist", ...options });\n`;

/**
 * Bundles main.js and starts the bundle with the WebAssembly files of these suffixes: "" for the client, "_proxy",
 * "_embedded".
 */
async function startWorker(project, suffixes) {
  project.write("bundle.mjs", BUNDLE_PROGRAM);
  // Creates the folder dist/, into which bundle.mjs copies the .wasm files.
  project.write("dist/.keep", "");
  await project.run(process.execPath, ["bundle.mjs"]);
  const modules = suffixes.map((suffix) => `ethereal_query${suffix}.wasm`);
  return project.start("workerd", (port) => {
    project.write("config.capnp", workerdConfig(modules, port));
    return ["serve", "config.capnp"];
  });
}

async function fetchText(url) {
  const response = await fetch(url);
  return response.text();
}

const workerd = {
  id: "workerd",
  name: "workerd",
  packages: { workerd: "1.20261117.1", esbuild: "0.28.2" },
  version: "workerd",
  rows: [
    [
      "bundled with the condition `workerd`",
      async (lab, project) => {
        project.write("main.js", workerSource(lab));
        const url = await startWorker(project, [""]);
        lab.assertResult(await fetchText(url));
      },
    ],
    [
      "proxy",
      (lab, project) =>
        withFaults(async (faultsUrl) => {
          project.write(
            "main.js",
            `${proxySource(lab.input, faultsUrl)}export default { fetch: handle };\n`,
          );
          await assertProxies(lab, await startWorker(project, ["_proxy"]));
        }),
    ],
    [
      "embedded service",
      async (lab, project) => {
        const handler =
          "export default { fetch: async () => Response.json(await runEmbedded()) };\n";
        project.write("main.js", embeddedSource(lab) + handler);
        const url = await startWorker(project, ["", "_embedded"]);
        lab.assertResult(await fetchText(url));
      },
    ],
  ],
};

/** Starts `wrangler dev`, which needs a newer Node.js than the package. */
function startWrangler(project, args = []) {
  const script = project.path("node_modules", "wrangler", "bin", "wrangler.js");
  return project.start(nodePath(project), (port) => [
    script,
    "dev",
    "--ip",
    "127.0.0.1",
    "--port",
    port,
    ...args,
  ]);
}

const wrangler = {
  id: "wrangler",
  name: "Cloudflare Workers",
  packages: { ...readExample("cloudflare").packages, [nodePackage]: "22.23.3" },
  version: "wrangler",
  rows: [
    [
      "wrangler dev",
      async (lab, project) => {
        project.write("main.js", workerSource(lab));
        project.write(
          "wrangler.json",
          JSON.stringify({
            name: "matrix",
            main: "main.js",
            compatibility_date: COMPATIBILITY_DATE,
          }),
        );
        const url = await startWrangler(project);
        lab.assertResult(await fetchText(url));
      },
    ],
    [
      "examples/cloudflare",
      async (lab, project) => {
        project.copyExample("cloudflare", "example");
        project.write("example/.dev.vars", `API_KEY=${lab.input.apiKey}\n`);
        const args = [
          "--config",
          "example/wrangler.jsonc",
          "--var",
          `SERVICE_URL:${lab.input.baseUrl}`,
        ];
        await assertRefuses(lab, await startWrangler(project, args));
        const developmentArgs = [...args, "--var", "ENVIRONMENT:development"];
        await assertServer(lab, await startWrangler(project, developmentArgs));
      },
    ],
  ],
};

export const workers = [workerd, wrangler];
