// Loads the package into the page itself, for components that use it. (The programs of readers load it in a frame.)
import { withBase } from "vitepress";
import { MODULES } from "./modules.mjs";

/** Imports modules of the package from the folder `run/` of the site, and merges their exports. */
export async function loadPackage(...names) {
  const modules = names.map(
    (name) => import(/* @vite-ignore */ withBase(`/run/${MODULES[name]}.js`)),
  );
  return Object.assign({}, ...(await Promise.all(modules)));
}
