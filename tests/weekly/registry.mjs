// A registry of npm packages on loopback (Verdaccio). It does not forward requests to another registry, so it has only
// the packages that a test publishes.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run, toolsDir } from "../../scripts/run.mjs";
import { freePort, start, temporary, until } from "../service/processes.mjs";

// The newest version for Node.js 20. Verdaccio needs `node-fetch@cjs`, a tag that not every mirror of npm has, so a
// version overrides the tag.
const VERDACCIO = { dependencies: { verdaccio: "6.8.0" }, overrides: { "node-fetch": "2.7.0" } };

/**
 * Installs npm packages into a folder of .tools/release, unless they are installed. Returns the folder of their
 * programs.
 */
export async function installPrograms(name, manifest) {
  const folder = join(toolsDir, "release", name);
  const text = JSON.stringify({ private: true, ...manifest });
  const marker = join(folder, "installed.json");
  if (!existsSync(marker) || readFileSync(marker, "utf8") !== text) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), text);
    const options = ["--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"];
    await run("npm", ["install", ...options], { cwd: folder });
    writeFileSync(marker, text);
  }
  return join(folder, "node_modules", ".bin");
}

const configOf = (folder) => `
storage: ${JSON.stringify(join(folder, "storage"))}
auth: { htpasswd: { file: ${JSON.stringify(join(folder, "htpasswd"))} } }
uplinks: {}
packages: { "**": { access: $all, publish: $authenticated } }
max_body_size: 50mb
web: { enable: false }
log: { type: stdout, format: pretty, level: warn }
`;

/** Creates a user of the registry. Returns the user's token. */
async function createToken(url) {
  const user = { name: "release", password: "only for this test", type: "user" };
  const response = await fetch(`${url}-/user/org.couchdb.user:${user.name}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(user),
  });
  assert.equal(response.status, 201);
  return (await response.json()).token;
}

/** Starts the registry with an empty storage. `token` of the result gives the right to publish. */
export async function startRegistry() {
  const programs = await installPrograms("verdaccio", VERDACCIO);
  const folder = temporary("registry");
  const config = join(folder, "config.yaml");
  writeFileSync(config, configOf(folder));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const server = start(process.execPath, [
    join(programs, "verdaccio"),
    "--config",
    config,
    "--listen",
    url,
  ]);
  const responds = () =>
    fetch(`${url}-/ping`).then(
      (response) => response.ok,
      () => false,
    );
  await until("the registry", async () => {
    assert.equal(server.exitCode, null, server.output.stdout + server.output.stderr);
    return responds();
  });
  return { url, token: await createToken(url), stop: () => server.kill("SIGTERM") };
}
