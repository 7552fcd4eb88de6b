// "Open as a project": a folder with the program, the package and a service over the sample data, as a zip file.
import { strToU8, zipSync } from "fflate";
import { BASE_URLS, SEED, VERSIONS, modulesFor } from "./modules.mjs";

const PACKAGE = "ethereal-query.tgz";

const README = `# A program with ethereal-query

\`\`\`sh
npm install
npm start   # the query service over the sample data on a free port, and then the program
\`\`\`
`;

/** The names of the files with the API keys and with the records. */
const { keys: KEYS, ...RECORDS } = SEED;

/**
 * The script start.js. It starts the service, waits until the service prints its address, and then runs the program.
 * The environment variable SERVICE_URL has the address without a slash at the end.
 */
const START = `import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const files = ${JSON.stringify(Object.values(RECORDS))};
const command = "node_modules/ethereal-query/dist/cli/main.js";
const args = [command, "serve", ...files, "--keys", "${KEYS}", "--port", "0"];
const service = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
process.on("exit", () => service.kill());

for await (const line of createInterface(service.stdout)) {
  const [url] = /http:\\S+[^/\\s]/.exec(line) ?? [];
  if (!url) continue;
  process.env.SERVICE_URL = url;
  break;
}
service.unref();
service.stdout.destroy();
await import("./index.js");
`;

/** Returns the program with the address of the service from the environment variable SERVICE_URL. */
const withServiceUrl = (program) =>
  BASE_URLS.reduce((text, url) => text.replaceAll(`"${url}"`, "process.env.SERVICE_URL"), program);

function manifest(program) {
  const otherPackages = modulesFor(program).filter((name) => name in VERSIONS);
  const versions = Object.fromEntries(otherPackages.map((name) => [name, VERSIONS[name]]));
  return {
    private: true,
    type: "module",
    scripts: { start: "node start.js" },
    dependencies: { "ethereal-query": `file:${PACKAGE}`, ...versions },
  };
}

async function bytesOf(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} has status ${response.status}. Expected 200.`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Returns the zip file of a program. `base` is the path of the site. */
export async function projectFile(program, base) {
  const paths = [`run/${PACKAGE}`, ...Object.values(SEED).map((name) => `demo/seed/${name}`)];
  const files = await Promise.all(
    paths.map(async (path) => [path.split("/").at(-1), await bytesOf(base + path)]),
  );
  const folder = {
    "index.js": strToU8(withServiceUrl(program)),
    "start.js": strToU8(START),
    "package.json": strToU8(`${JSON.stringify(manifest(program), null, 2)}\n`),
    "README.md": strToU8(README),
    ...Object.fromEntries(files),
  };
  const zip = zipSync({ "ethereal-query-example": folder });
  return new Blob([zip], { type: "application/zip" });
}
