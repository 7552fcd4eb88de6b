// The parts `decode`, `call` and `http`: runs measure.mjs in Node.js and in a page. This process serves the bodies.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../../scripts/run.mjs";
import { CALLS } from "./calls.mjs";
import { serveFiles } from "./server.mjs";

/** The program of a separate process, whose heap has no other objects. */
const CHILD_PROGRAM = `import { measure, verify } from "./measure.mjs";
const [part, origin, settings] = process.argv.slice(2);
await verify(part, origin);
console.log("RESULT" + JSON.stringify(await measure(part, origin, JSON.parse(settings))));
`;

/** Serves each body by its name, and as the response to every call below that name. */
function serveBodies(bodies, pages = {}) {
  const files = { ...pages };
  for (const [name, text] of Object.entries(bodies)) {
    files[`/${name}`] = text;
    for (const { path } of Object.values(CALLS)) files[`/${name}${path}`] = text;
  }
  return serveFiles(files, { compress: false });
}

export async function measureInNode(folder, script, bodies, part, settings) {
  writeFileSync(join(folder, "measure.mjs"), script);
  writeFileSync(join(folder, "child.mjs"), CHILD_PROGRAM);
  const server = await serveBodies(bodies);
  try {
    const args = ["--expose-gc", join(folder, "child.mjs"), part, server.url, JSON.stringify(settings)];
    return JSON.parse((await run(process.execPath, args)).split("RESULT")[1]);
  } finally {
    await server.close();
  }
}

export async function measureInChromium(browser, script, bodies, part, settings) {
  const pages = { "/index.html": "<!doctype html><title>bench</title>", "/measure.js": script };
  const server = await serveBodies(bodies, pages);
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(`${server.url}/index.html`);
    return await page.evaluate(async ([part, settings]) => {
      if (!crossOriginIsolated) throw new Error("The page is not isolated.");
      const { measure, verify } = await import("/measure.js");
      await verify(part, location.origin);
      return measure(part, location.origin, settings);
    }, [part, settings]);
  } finally {
    await context.close();
    await server.close();
  }
}
