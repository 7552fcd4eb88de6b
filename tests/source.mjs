// Modules of pkg/src that no entry of the package exports.
import { build } from "esbuild";
import { root } from "../scripts/run.mjs";

/** Imports a module of pkg/src, such as `watch/scheduler`, and its imports. */
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
