// Runs the example pages in Chromium: react-query and vue-query on Vite's development server, plain-page on a file
// server. Also tests the builds of react-query and vue-query, and the types of react-query.
import assert from "node:assert/strict";
import { cpSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { build, createServer } from "vite";
import { root, run } from "../../scripts/run.mjs";
import { readPictures } from "../../scripts/seed.mjs";
import { serve } from "../../scripts/serve.mjs";
import { launchChromium } from "../package/browser.mjs";
import { servePages } from "../package/hosts.mjs";
import { createProject } from "../package/project.mjs";

/** The hash of a transfer of the sample data. */
const HASH = "0x740f456419d615154d3d3a160a7ae5187175a709421008fb1ac69efb988391b4";
const [{ key }] = JSON.parse(readFileSync(join(root, "seed/keys.json"), "utf8"));

let browser, service;
before(async () => {
  [browser, service] = await Promise.all([launchChromium(), serve({ port: 0 })]);
  // The Vite configurations of the examples read these variables.
  Object.assign(process.env, { SERVICE_URL: `${service.url}/api`, API_KEY: key });
});
after(async () => {
  await browser?.close();
  await service?.close();
});

/** Copies an example into a project with the packed package and this repository's copies of the other packages. */
async function installExample(t, name) {
  const project = await createProject();
  t.after(() => project.remove());
  cpSync(join(root, "examples", name), project.folder, { recursive: true });
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(project.folder, "package.json"), "utf8"),
  );
  for (const dependency of Object.keys({ ...dependencies, ...devDependencies })) {
    if (dependency !== "ethereal-query") project.link(dependency);
  }
  return project;
}

/** Opens the example on Vite's development server. */
async function openExample(t, folder, path = "/") {
  const configFile = join(folder, "vite.config.js");
  const server = await createServer({
    root: folder,
    configFile,
    logLevel: "error",
    server: { port: 0, host: "127.0.0.1" },
  });
  t.after(() => server.close());
  await server.listen();
  return openPage(t, `http://127.0.0.1:${server.httpServer.address().port}${path}`);
}

/** Opens a page. After the test, asserts that the page has logged no error. */
async function openPage(t, url) {
  const page = await browser.newPage();
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (line) => {
    const { url: location } = line.location();
    // Chromium logs the 404 of a hash that no transfer has, and asks for an icon that the example does not have.
    if (line.type() === "error" && !/\/favicon\.ico$|\/0x1{64}$/.test(location))
      complaints.push(`${line.text()} ${location}`);
  });
  t.after(() => assert.deepEqual(complaints, []));
  t.after(() => page.close());
  // Responds with the images of the sample data to the requests to a public gateway.
  for (const { cid, svg } of readPictures()) {
    const picture = { body: svg, contentType: "image/svg+xml" };
    await page.route(`https://ipfs.io/ipfs/${cid}`, (route) => route.fulfill(picture));
  }
  await page.goto(url);
  return page;
}

/** Builds the example. Asserts that its files do not hold the API key. */
async function assertBuilds(folder) {
  const outDir = join(folder, "built");
  await build({
    root: folder,
    configFile: join(folder, "vite.config.js"),
    logLevel: "error",
    build: { outDir },
  });
  const files = readdirSync(outDir, { recursive: true }).filter((name) =>
    /\.(js|html|css)$/.test(name),
  );
  assert.ok(files.length > 1);
  for (const name of files)
    assert.ok(!readFileSync(join(outDir, name), "utf8").includes(key), name);
}

describe("examples/react-query", () => {
  test("shows the project, a transfer and the pages of a list", async (t) => {
    const { folder } = await installExample(t, "react-query");
    const page = await openExample(t, folder, `/?hash=${HASH}`);
    await page.getByText("Key of demo").waitFor();
    const route = page.locator("eq-transfer-route");
    for (const text of ["Blessnet", "Arbitrum One", "Relay", "Base"])
      await route.getByText(text).first().waitFor();
    // A page of the list has two records.
    await page.locator("ul li").nth(1).waitFor();
    await page.getByRole("button", { name: "More" }).click();
    await page.locator("ul li").nth(3).waitFor();

    await page.getByRole("textbox", { name: "Transaction hash" }).fill(`0x${"1".repeat(64)}`);
    await page.getByText("The service knows no transfer with this hash.").waitFor();
  });

  test("is valid TypeScript, and builds without the API key", async (t) => {
    const { folder, write } = await installExample(t, "react-query");
    const compilerOptions = {
      module: "esnext",
      moduleResolution: "bundler",
      target: "es2022",
      lib: ["es2022", "dom", "dom.iterable"],
      jsx: "react-jsx",
      strict: true,
      noEmit: true,
      types: [],
      exactOptionalPropertyTypes: true,
      skipLibCheck: true,
    };
    write("tsconfig.json", JSON.stringify({ compilerOptions, files: ["main.tsx"] }));
    await run("tsc", ["--project", "tsconfig.json"], { cwd: folder });
    await assertBuilds(folder);
  });
});

describe("examples/vue-query", () => {
  test("shows a token, a second token on request, and the message of an error", async (t) => {
    const { folder } = await installExample(t, "vue-query");
    const page = await openExample(t, folder);
    await page.getByText("Ethereal Trees #2").waitFor();
    const id = page.getByLabel("Token id");
    await id.fill("3");
    // With `v-model.lazy`, the example reads the id when the field loses the focus.
    await id.press("Tab");
    await page.getByText("Ethereal Trees #3").waitFor();
    await id.fill("three");
    await id.press("Tab");
    const alert = page.getByRole("alert");
    await alert.getByText("Details", { exact: true }).click();
    await alert.getByText('Invalid id: "three"').waitFor();
  });

  test("builds without the API key", async (t) => {
    const { folder } = await installExample(t, "vue-query");
    await assertBuilds(folder);
  });
});

describe("examples/plain-page", () => {
  test("shows a token, a second token on request, and the message of an error", async (t) => {
    const { folder, write } = await installExample(t, "plain-page");
    write(
      "main.js",
      readFileSync(join(folder, "main.js"), "utf8").replace("http://127.0.0.1:8787", service.url),
    );
    const server = await servePages(folder);
    t.after(server.close);
    const page = await openPage(t, `${server.url}/index.html`);
    await page.getByText("Ethereal Trees #2").waitFor();
    const show = async (id) => {
      await page.getByLabel("Token id").fill(id);
      await page.getByRole("button", { name: "Show" }).click();
    };
    await show("3");
    await page.locator("eq-token-card").getByText("Ethereal Trees #3").first().waitFor();
    await show("three");
    const alert = page.getByRole("alert");
    await alert.getByText("Details", { exact: true }).click();
    await alert.getByText('Invalid id: "three"').waitFor();
  });
});
