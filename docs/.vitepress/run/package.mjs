// The package in the page itself, for components that show what it does. Programs of readers run in a frame.
import { withBase } from "vitepress";
import { MODULES } from "./modules.mjs";

/** Imports modules of the package from the folder `run/` of the site, and merges their exports. */
export async function loadPackage(...names) {
  const modules = names.map(
    (name) => import(/* @vite-ignore */ withBase(`/run/${MODULES[name]}.js`)),
  );
  return Object.assign({}, ...(await Promise.all(modules)));
}
