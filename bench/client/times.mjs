// The parts `decode` and `call`: the same module, in Node.js and in a page.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../../scripts/run.mjs";
import { serveFiles } from "./server.mjs";

/** As a child: a file of its own, so that nothing else is in the heap. */
const CHILD = `import { readFileSync } from "node:fs";
import { measure, prove } from "./inside.mjs";
const [part, settings] = process.argv.slice(2);
const get = async (name) => new Uint8Array(readFileSync(new URL(name, import.meta.url)));
await prove(part, get);
console.log("RESULT" + JSON.stringify(await measure(part, get, JSON.parse(settings))));
`;

export async function inNode(folder, part, settings) {
  writeFileSync(join(folder, "child.mjs"), CHILD);
  const args = ["--expose-gc", join(folder, "child.mjs"), part, JSON.stringify(settings)];
  return JSON.parse((await run(process.execPath, args)).split("RESULT")[1]);
}

export async function inChromium(browser, inside, bodies, part, settings) {
  const pages = { "/index.html": "<!doctype html><title>bench</title>", "/inside.js": inside };
  for (const [name, text] of Object.entries(bodies)) pages[`/${name}`] = text;
  const server = await serveFiles(pages);
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(`${server.url}/index.html`);
    return await page.evaluate(async ([part, settings]) => {
      if (!crossOriginIsolated) throw new Error("The page is not isolated.");
      const { measure, prove } = await import("/inside.js");
      const get = async (name) => new Uint8Array(await (await fetch(`/${name}?plain`)).arrayBuffer());
      await prove(part, get);
      return measure(part, get, settings);
    }, [part, settings]);
  } finally {
    await context.close();
    await server.close();
  }
}
