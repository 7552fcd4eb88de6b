// Programs outside of a browser: Node.js, Deno, Bun, the examples of servers, and the example of OpenTelemetry.
import assert from "node:assert/strict";
import { Client } from "../../../pkg/dist/index.js";
import {
  PROGRAM_CALL,
  importLine,
  keepResult,
  pageWithScript,
  printResult,
  expected,
} from "../../package/hosts.mjs";
import { exampleEnvironment } from "../project.mjs";

const esmProgram = (lab) =>
  importLine("ethereal-query") + lab.programSource + printResult(PROGRAM_CALL);
const cjsProgram = (lab) =>
  `const pkg = require("ethereal-query");\n${lab.programSource}${printResult(PROGRAM_CALL)}`;

/** Creates a row that runs a file and checks its output. `command` returns the program and its first arguments. */
const createRow = (name, file, text, command) => [
  name,
  async (lab, project) => {
    project.write(file, text(lab));
    const [program, ...args] = command(project);
    lab.assertResult(await project.run(program, [...args, file]));
  },
];

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
  rows: [
    createRow("import", "main.mjs", esmProgram, () => [
      "deno",
      "run",
      "--no-prompt",
      "--allow-net",
    ]),
  ],
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
    [
      "its bundler, minified, in Chromium",
      async (lab, project) => {
        project.write(
          "page.js",
          importLine("ethereal-query") + lab.programSource + keepResult(PROGRAM_CALL),
        );
        await project.run("bun", [
          "build",
          "page.js",
          "--minify",
          "--target=browser",
          "--outdir=dist",
        ]);
        project.write("dist/index.html", pageWithScript("page.js"));
        const origin = await lab.serveFolder(project.path("dist"));
        await lab.assertPage(`${origin}/`);
      },
    ],
  ],
};

/** The environment variables that the examples of servers read. */
export const serverEnv = ({ input }) => ({ SERVICE_URL: input.baseUrl, API_KEY: input.apiKey });

/** Asserts the responses of an example with a route `/transfers/HASH` and a proxy at `/api/eq`. */
export async function assertServer({ input }, url) {
  const get = async (path) => {
    const response = await fetch(url + path);
    return [response.status, await response.json()];
  };
  // Five requests at the same time: a host may forbid that a request waits for a promise of another request.
  const responses = await Promise.all(
    Array.from({ length: 5 }, () => get(`/transfers/${input.hash}`)),
  );
  for (const [status, body] of responses) {
    assert.deepEqual([status, body.status], [200, expected.transfer.status], JSON.stringify(body));
    assert.ok(
      body.route.length > 1 && body.route.every(({ state }) => state),
      JSON.stringify(body),
    );
  }
  assert.deepEqual(await get(`/transfers/0x${"0".repeat(64)}`), [
    404,
    { message: "No transfer has this hash." },
  ]);
  const [status, { message }] = await get("/transfers/0x12");
  assert.equal(status, 400);
  assert.match(message, /0x12/);

  const client = new Client({ baseUrl: `${url}/api/eq`, proxied: true });
  assert.deepEqual(await client.bridgeTransfer(input.hash), expected.transfer);
  await assert.rejects(client.project(), { status: 403 });
}

/** Asserts that a visitor does not learn why the call to the service failed. */
async function assertHidesFailure({ input }, url) {
  const response = await fetch(`${url}/transfers/${input.hash}`);
  const body = await response.json();
  assert.deepEqual(
    [response.status, body],
    [502, { message: "The transfer is not available now." }],
  );
}

/** Asserts that a server without a session check refuses all visitors outside of development. */
export async function assertRefuses({ input }, url) {
  for (const path of [
    `/transfers/${input.hash}`,
    `/api/eq/bridge/transfers/transactions/${input.hash}`,
  ]) {
    const response = await fetch(url + path);
    assert.deepEqual([response.status, await response.json()], [401, { message: "Log in first." }]);
  }
}

/** A row that asserts the responses of an example's server: with a key, without a key, and outside of development. */
const serverRow = (title, program, args) => [
  title,
  async (lab, project) => {
    const env = { ...serverEnv(lab), NODE_ENV: "development" };
    await assertServer(lab, await project.start(program, args, env));
    await assertHidesFailure(lab, await project.start(program, args, { ...env, API_KEY: "" }));
    await assertRefuses(lab, await project.start(program, args, serverEnv(lab)));
  },
];

const honoExample = exampleEnvironment("hono", {
  packages: { deno: deno.packages.deno, bun: bun.packages.bun },
  scripts: true,
  version: "hono",
  rows: [
    serverRow("Node.js", process.execPath, () => ["node.js"]),
    serverRow("Deno", "deno", (port) => [
      "serve",
      "--host",
      "127.0.0.1",
      "--port",
      port,
      "--allow-net",
      "--allow-env",
      "app.js",
    ]),
    serverRow("Bun", "bun", () => ["run", "app.js"]),
  ],
});

const expressExample = exampleEnvironment("express", {
  version: "express",
  rows: [serverRow("Node.js", process.execPath, () => ["server.js"])],
});

const openTelemetryExample = exampleEnvironment("opentelemetry", {
  version: "@opentelemetry/sdk-trace-node",
  rows: [
    [
      "the span of a call in Node.js",
      async (lab, project) => {
        const output = await project.run(process.execPath, ["main.js"], serverEnv(lab));
        // The program prints each span as an object, which ends with a line "}".
        const [callSpan, pageSpan] = output.split(/^}$/m);
        assert.match(callSpan, /name: 'GET \/project'[^]*'http\.response\.status_code': 200/);
        assert.match(pageSpan, /name: 'load the page'/);
        // The span of the call is a child of the span of the page.
        const [, pageSpanId] = /\bid: '(\w+)'/.exec(pageSpan);
        assert.match(callSpan, new RegExp(`parentSpanContext: {[^}]*spanId: '${pageSpanId}'`));
      },
    ],
  ],
});

export const servers = [...nodes, deno, bun, honoExample, expressExample, openTelemetryExample];
