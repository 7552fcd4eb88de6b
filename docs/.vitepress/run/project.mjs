// "Open as a project": a folder with the program, the package and a service over the sample data, as a zip file.
import { strToU8, zipSync } from "fflate";
import { BASE_URLS, SEED, VERSIONS, modulesFor } from "./modules.mjs";

const PACKAGE = "ethereal-query.tgz";

/** The address of `npm run service`. */
const SERVICE_URL = "http://127.0.0.1:8787";

const README = `# A program with ethereal-query

\`\`\`sh
npm install
npm run service   # the query service over the sample data, in a second terminal
npm start         # the program
\`\`\`
`;

const SCRIPTS = {
  service: "ethereal-query serve tokens.ndjson transfers.ndjson ethereals.ndjson --keys keys.json",
  start: "node index.js",
};

function manifest(program) {
  const others = modulesFor(program).filter((name) => name in VERSIONS);
  const dependencies = Object.fromEntries(others.map((name) => [name, VERSIONS[name]]));
  return {
    private: true,
    type: "module",
    scripts: SCRIPTS,
    dependencies: { "ethereal-query": `file:${PACKAGE}`, ...dependencies },
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
  const files = await Promise.all(paths.map(async (path) => [path.split("/").at(-1), await bytesOf(base + path)]));
  const folder = {
    "index.js": strToU8(BASE_URLS.reduce((text, url) => text.replaceAll(url, SERVICE_URL), program)),
    "package.json": strToU8(`${JSON.stringify(manifest(program), null, 2)}\n`),
    "README.md": strToU8(README),
    ...Object.fromEntries(files),
  };
  const zip = zipSync({ "ethereal-query-example": folder });
  return new Blob([zip], { type: "application/zip" });
}
