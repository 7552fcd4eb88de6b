// `npm run site [-- FOLDER]`: writes the documents as a site, with the API reference and the demo page, for a static
// host. SITE_BASE is the path of the site on its host, such as /ethereal-query/. By default, the path is the root.
import { cpSync, existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "vitepress";
import { isOnSite, referenceSections, sections } from "./pages.mjs";
import { buildRun } from "./run/build.mjs";
import { buildDemo } from "../../scripts/build-demo.mjs";
import { ScriptError, main, root, run } from "../../scripts/run.mjs";

const { homepage } = JSON.parse(readFileSync(join(root, "pkg", "package.json"), "utf8"));

/** The corpus of token metadata and its schema: other projects load them from the root of the site. */
const CORPUS_FILES = ["naughty-tokens.json", "naughty-tokens.schema.json"];

/** Returns the index for language models (llmstxt.org): each page with the question that it answers. */
function llmsText(siteSections) {
  const lines = ["# ethereal-query"];
  for (const { title, pages } of siteSections) {
    lines.push("", `## ${title}`, "");
    for (const { name, file, question } of pages) lines.push(`- [${name}](${file}): ${question}`);
  }
  return `${lines.join("\n")}\n`;
}

/**
 * Replaces the content of `folder` with the site. The folder must be new, empty, an earlier site, or contain only the
 * demo page. `base` is the path of the site on its host. The package must be built.
 */
export async function buildSite(folder, base = process.env.SITE_BASE ?? "/") {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const otherNames = names.filter((name) => name !== "demo");
  const isEarlierSite = otherNames.includes("llms.txt");
  if (otherNames.length > 0 && !isEarlierSite) {
    throw new ScriptError(`${folder} contains other files. Choose an empty folder, or remove it.`);
  }
  // Writes docs/reference/.
  await run("typedoc", []);
  await build(join(root, "docs"), { outDir: folder, base });
  const siteSections = [...sections, ...referenceSections()].map(({ title, pages }) => ({
    title,
    pages: pages.filter(isOnSite),
  }));
  // Each page is also on the site as Markdown, for llms.txt.
  for (const { file } of siteSections.flatMap(({ pages }) => pages)) {
    cpSync(join(root, "docs", file), join(folder, file));
  }
  writeFileSync(join(folder, "llms.txt"), llmsText(siteSections));
  writeFileSync(
    join(folder, "robots.txt"),
    `User-agent: *\nAllow: /\nSitemap: ${homepage}sitemap.xml\n`,
  );
  cpSync(join(root, "docs", "pictures", "social-card.png"), join(folder, "social-card.png"));
  for (const name of CORPUS_FILES)
    cpSync(join(root, "tests", "metadata", name), join(folder, name));
  await buildDemo(join(folder, "demo"), "../");
  await buildRun(join(folder, "run"));
}

await main(import.meta, async ([folder = join(root, "site")]) => {
  const path = resolve(folder);
  await buildSite(path);
  console.log(`Ready: copy ${path} to a static host.`);
});
