// A rehearsal of a release. The steps of .github/workflows/release.yml publish two versions to a registry on loopback,
// and users install, run and update the package by its name. The tests run in this order: later tests use the versions,
// projects and folders of earlier tests.
import assert from "node:assert/strict";
import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { parse } from "yaml";
import { ScriptError, childEnv, root, run } from "../../scripts/run.mjs";
import { serve } from "../../scripts/serve.mjs";
import { launchChromium, runPage } from "../package/browser.mjs";
import {
  PROGRAM_CALL,
  expected,
  importLine,
  input,
  keepResult,
  pageWithScript,
  printResult,
  programSource,
} from "../package/hosts.mjs";
import { copySources } from "../package/reproducible.mjs";
import { start, temporary, until } from "../service/processes.mjs";
import { startCdn } from "./cdn.mjs";
import { installManagers, managerEnv, managers } from "./package-managers.mjs";
import { startRegistry } from "./registry.mjs";

const FIRST = JSON.parse(readFileSync(join(root, "pkg", "package.json"), "utf8")).version;
const NEXT = FIRST.replace(/\d+$/, (patch) => Number(patch) + 1);
const { jobs } = parse(readFileSync(join(root, ".github", "workflows", "release.yml"), "utf8"));

/**
 * Commands of the workflow, and what the rehearsal runs instead. The tools and the packages are installed already, so
 * the rehearsal runs `true`, a command that does nothing.
 */
const REPLACEMENTS = {
  "rustup default 1.95": "true",
  "npm ci": "true",
  // Bundles the WebAssembly modules in pkg/wasm, which `before` has copied.
  "npm run test:all": "node scripts/bundle.mjs",
};

const home = temporary("release");
const folders = { checkout: join(home, "checkout"), users: join(home, "users") };
let registry, service, env;
/** Functions that stop the servers and the browser after the tests. */
const closing = [];

before(async () => {
  copySources(folders.checkout);
  cpSync(join(root, "pkg", "wasm"), join(folders.checkout, "pkg", "wasm"), { recursive: true });
  service = await serve({ port: 0 });
  closing.push(() => service.close());
  registry = await startRegistry();
  closing.push(() => registry.stop());
  const { host } = new URL(registry.url);
  writeFileSync(
    join(home, ".npmrc"),
    `registry=${registry.url}\n//${host}/:_authToken=${registry.token}\n`,
  );
  env = managerEnv(home, registry.url, await installManagers());
});
after(async () => {
  for (const close of closing.reverse()) await close();
});

/** Runs a shell command. It stops at the first error, as in GitHub's shell. */
const shell = (command, options) => run("bash", ["-e", "-o", "pipefail", "-c", command], options);

/** Runs the commands of the job `test`. Returns the tarball. */
async function buildTarball(version) {
  for (const step of jobs.test.steps.filter((step) => step.run)) {
    const cwd = join(folders.checkout, step["working-directory"] ?? ".");
    await shell(REPLACEMENTS[step.run] ?? step.run, {
      cwd,
      env: { GITHUB_REF_NAME: `v${version}` },
    });
  }
  return join(folders.checkout, "pkg", `ethereal-query-${version}.tgz`);
}

/** Runs the commands of the job `npm` with a tarball, in a folder without anything else. Returns their output. */
async function publish(tarball, folder) {
  mkdirSync(folder, { recursive: true });
  copyFileSync(tarball, join(folder, "package.tgz"));
  const [{ run: command }] = jobs.npm.steps.filter((step) => step.run);
  assert.equal(command, "npm publish ./*.tgz --provenance --access public");
  // Only a workflow of GitHub can state the provenance.
  const rehearsed = command.replace("--provenance", `--registry ${registry.url}`);

  // The configuration and the manifest of the package must not lead to the public registry.
  const { hostname } = new URL(registry.url);
  assert.equal(hostname, "127.0.0.1");
  assert.ok(rehearsed.includes(`--registry http://127.0.0.1:`));
  assert.equal(
    (await run("npm", ["config", "get", "registry"], { cwd: folder, env })).trim(),
    registry.url,
  );
  const manifest = await run("tar", ["-xzOf", tarball, "package/package.json"]);
  assert.equal(JSON.parse(manifest).publishConfig, undefined);
  return shell(rehearsed, { cwd: folder, env });
}

const readRegistry = async () => (await fetch(`${registry.url}ethereal-query`)).json();
const latestVersion = async () => (await readRegistry())["dist-tags"].latest;

/** Sets a version by the command of docs/releasing.md, and runs the test of the versions. */
async function setVersion(version) {
  await run("npm", ["run", "set-version", "--", version], { cwd: folders.checkout });
  await run("node", ["--test", "tests/package/versions.test.mjs"], { cwd: folders.checkout });
}

async function release(version) {
  await setVersion(version);
  const tarball = await buildTarball(version);
  await publish(tarball, join(home, "artifacts", version));
  assert.equal(await latestVersion(), version);
  return tarball;
}

const userFolder = ({ name }) => join(folders.users, name);
const runInProject = (manager, [command, ...args]) =>
  run(command, args, { cwd: userFolder(manager), env });

/** Asserts that the program of the user prints the expected result, and the command line of the package its version. */
async function assertWorks(manager, version) {
  const printed = await runInProject(manager, manager.run("main.mjs"));
  assert.deepEqual(JSON.parse(printed.trim().split("\n").at(-1)), expected);
  const versionLine = await runInProject(manager, [...manager.command, "--version"]);
  assert.equal(versionLine.trim().split("\n").at(-1), version);
}

test("the steps of release.yml publish the version", async () => {
  const tarball = await release(FIRST);
  const { versions } = await readRegistry();
  assert.deepEqual(Object.keys(versions), [FIRST]);
  // A job that GitHub runs again must not replace the version.
  await assert.rejects(
    publish(tarball, join(home, "artifacts", "again")),
    /EPUBLISHCONFLICT|cannot publish over/,
  );
});

test("a tag that names another version than the package stops the release", async () => {
  // The package still has the version FIRST.
  const guard = jobs.test.steps.find((step) => step.run?.includes("GITHUB_REF_NAME"));
  const options = { cwd: folders.checkout, env: { GITHUB_REF_NAME: `v${NEXT}` } };
  await assert.rejects(shell(guard.run, options), ScriptError);
});

for (const manager of managers) {
  test(`${manager.name} installs the package by its name`, async () => {
    const folder = userFolder(manager);
    mkdirSync(folder, { recursive: true });
    const program = programSource({ ...input, baseUrl: `${service.url}/api` });
    const files = {
      "package.json": JSON.stringify({ name: "user", private: true, type: "module" }),
      "main.mjs": importLine("ethereal-query") + program + printResult(PROGRAM_CALL),
      ...manager.files,
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    await runInProject(manager, manager.add);
    await assertWorks(manager, FIRST);
  });
}

test("npx runs the demo in an empty folder", async () => {
  const cwd = join(folders.users, "npx");
  mkdirSync(cwd);
  const child = start("npx", ["ethereal-query", "demo"], {
    cwd,
    env: { ...childEnv, ...env },
    detached: true,
  });
  await until("the first line", () => /On its way/.test(child.output.stdout));
  const [, url] = /^Open (http:\S+) in/m.exec(child.output.stderr);
  assert.match(await (await fetch(url)).text(), /<eq-transfer-route/);
  process.kill(-child.pid, "SIGTERM");
  await child.ended;
  await assert.rejects(fetch(url));
});

/** Serves a page whose script imports the package from a URL. Returns the URL of the page. */
async function servePage(packageUrl) {
  const program = programSource({ ...input, baseUrl: `${service.url}/api` });
  const script = importLine(packageUrl) + program + keepResult(PROGRAM_CALL);
  const files = {
    "/": ["text/html", pageWithScript("main.js")],
    "/main.js": ["text/javascript", script],
  };
  const server = createServer((request, response) => {
    const [type, text] = files[request.url] ?? [];
    response.writeHead(text ? 200 : 404, { "content-type": type ?? "text/plain" }).end(text);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${server.address().port}/`;
}

/** Unpacks the published tarball of a version, as a CDN does. */
async function unpack(version) {
  const { dist } = (await readRegistry()).versions[version];
  const folder = join(home, "cdn", version);
  mkdirSync(folder, { recursive: true });
  const tarball = await fetch(dist.tarball);
  writeFileSync(join(folder, "package.tgz"), Buffer.from(await tarball.arrayBuffer()));
  await run("tar", ["-xzf", "package.tgz"], { cwd: folder });
  return join(folder, "package");
}

let cdn, browser;
/** The folder of each version that the CDN serves. */
const cdnFolders = {};
test("a page loads the package from a CDN by its name, and by a version", async () => {
  cdnFolders[FIRST] = await unpack(FIRST);
  cdn = await startCdn(cdnFolders, latestVersion);
  closing.push(() => cdn.close());
  browser = await launchChromium();
  closing.push(() => browser.close());
  for (const path of ["ethereal-query", `ethereal-query@${FIRST}`]) {
    const page = await servePage(`${cdn.url}/${path}`);
    assert.deepEqual((await runPage(browser, page)).result, expected);
  }
  // Both paths without a file redirect to the file of the version FIRST.
  assert.deepEqual(
    [...new Set(cdn.paths)],
    [
      "/ethereal-query",
      `/ethereal-query@${FIRST}/dist/browser/ethereal-query.js`,
      `/ethereal-query@${FIRST}`,
    ],
    "each page loads only the file for browsers, which contains the WebAssembly",
  );
});

test("the steps of release.yml publish the next version", async () => {
  const changelog = join(folders.checkout, "CHANGELOG.md");
  // An earlier test has moved the changes of this section to the section of FIRST.
  await assert.rejects(setVersion(NEXT), /no changes in the section "Unreleased"/);
  const text = readFileSync(changelog, "utf8");
  writeFileSync(
    changelog,
    text.replace("## [Unreleased]\n", "## [Unreleased]\n\n### Fixed\n\n- A rehearsed fault.\n"),
  );
  await release(NEXT);
  const packed = readFileSync(join(await unpack(NEXT), "CHANGELOG.md"), "utf8");
  assert.match(
    packed,
    new RegExp(
      `## \\[${NEXT}\\] - \\d{4}-\\d\\d-\\d\\d\\n\\n### Fixed\\n\\n- A rehearsed fault\\.`,
    ),
  );
});

for (const manager of managers) {
  test(`${manager.name} updates the package`, async () => {
    await runInProject(manager, manager.update);
    await assertWorks(manager, NEXT);
  });
}

test("a CDN serves the next version by the name of the package, and the first version by its number", async () => {
  // An earlier test has unpacked the next version into this folder.
  cdnFolders[NEXT] = join(home, "cdn", NEXT, "package");
  // Forgets the requests of the earlier test.
  cdn.paths.length = 0;
  for (const path of ["ethereal-query", `ethereal-query@${FIRST}`]) {
    const page = await servePage(`${cdn.url}/${path}`);
    assert.deepEqual((await runPage(browser, page)).result, expected);
  }
  assert.ok(
    cdn.paths.includes(`/ethereal-query@${NEXT}/dist/browser/ethereal-query.js`),
    cdn.paths.join(" "),
  );
});

test("cargo accepts the crate, up to the upload", async () => {
  const [command] = jobs.crate.steps
    .map((step) => step.run)
    .filter((text) => text?.startsWith("cargo"));
  assert.equal(command, "cargo publish -p ethereal-query --locked");
  const cargoEnv = { CARGO_TARGET_DIR: join(root, "target"), CARGO_REGISTRY_TOKEN: "" };
  const printed = await shell(`${command} --dry-run`, { cwd: folders.checkout, env: cargoEnv });
  assert.match(
    printed,
    new RegExp(`Packaging ethereal-query v${NEXT}[^]*aborting upload due to dry run`),
  );
});
