// `npm run pictures`: draws docs/pictures/*.svg from measured values. The package must be built.
// With `-- --measure`, the command first measures the values in docs/pictures/*.json. With `-- --screens`, the command
// also takes the pictures of the demo page.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { main, root } from "../../scripts/run.mjs";
import { sizePicture, timePicture } from "./pictures/bars.mjs";
import { callPicture, measureCall } from "./pictures/call.mjs";
import { demoPicture, recordDemo } from "./pictures/demo.mjs";
import { growthPicture, measureGrowth } from "./pictures/growth.mjs";
import { routePicture } from "./pictures/route.mjs";
import { takeScreens } from "./pictures/screens.mjs";

const folder = join(root, "docs", "pictures");
const readJson = (...path) => JSON.parse(readFileSync(join(root, ...path), "utf8"));

async function loadPackage() {
  const load = (path) => import(pathToFileURL(join(root, "pkg", "dist", path)).href);
  const modules = await Promise.all(
    ["index.js", "embedded.js", "embedded/simulation.js"].map(load),
  );
  return Object.assign({}, ...modules);
}

/** Resolves to the drawn pictures by the names of their files. */
export async function drawPictures() {
  const results = readJson("bench", "client", "results.json");
  return {
    "size.svg": sizePicture(readJson("bench", "size.json"), results),
    "time.svg": timePicture(results),
    "route.svg": await routePicture(await loadPackage()),
    "call.svg": callPicture(readJson("docs", "pictures", "call.json")),
    "demo.svg": demoPicture(readJson("docs", "pictures", "demo.json")),
    "growth.svg": growthPicture(readJson("docs", "pictures", "growth.json")),
  };
}

/** Writes the pictures of the demo page, and the words in each picture. A test compares the words with the page. */
async function writeScreens() {
  const wordsByPicture = {};
  for (const [name, { image, words }] of Object.entries(await takeScreens())) {
    writeFileSync(join(folder, name), image);
    wordsByPicture[name] = words;
  }
  writeFileSync(join(folder, "screens.json"), `${JSON.stringify(wordsByPicture, null, 2)}\n`);
}

async function measure() {
  const modules = await loadPackage();
  const write = (name, value) =>
    writeFileSync(join(folder, name), `${JSON.stringify(value, null, 2)}\n`);
  write("call.json", await measureCall(modules));
  write("demo.json", await recordDemo());
  write("growth.json", await measureGrowth(modules));
}

await main(import.meta, async ([option]) => {
  if (option === "--measure") await measure();
  if (option === "--screens") await writeScreens();
  for (const [name, text] of Object.entries(await drawPictures()))
    writeFileSync(join(folder, name), text);
});
