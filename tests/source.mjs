// Imports modules of pkg/src that the package does not export.
import { build } from "esbuild";
import { root } from "../scripts/run.mjs";

/** Bundles a module of pkg/src, such as `watch/scheduler`, and imports the bundle. */
export async function importSource(name) {
  const options = {
    absWorkingDir: root,
    bundle: true,
    format: "esm",
    target: "es2022",
    charset: "utf8",
    write: false,
  };
  const { outputFiles } = await build({ ...options, entryPoints: [`pkg/src/${name}.ts`] });
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
}
