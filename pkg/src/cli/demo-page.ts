// The web page of `ethereal-query demo`: the elements of the package, over the simulated service.

import { readFile } from "node:fs/promises";
import type { WatchOptions } from "../types/options.js";
import type { Hash } from "../values.js";
import page from "./demo-page.html";
import { TOKEN } from "./sample.js";
import type { Service } from "./serve.js";

/** The values that the page reads as JSON. */
export interface DemoPage {
  readonly apiKey: string;
  /** The transfer that the page follows first. */
  readonly hash: Hash;
  /** The index of the simulated transfer that the button of the page starts to follow. */
  readonly kind: number;
  readonly watchOptions: WatchOptions;
}

/**
 * The path of a script of the package: `/dist/FILE.js` or `/dist/FOLDER/FILE.js`. No name begins with a dot, so a path
 * with `..` does not match.
 */
const SCRIPT = /^\/dist\/((?:\w[\w-]*\/)?\w[\w-]*\.js)$/;

/** The service with the page at `/`, and with the scripts of the package that the page imports. */
export function withPage(service: Service, values: DemoPage): Service {
  // The page itself requests the document of the token, so its values do not contain the document.
  const { document, ...token } = TOKEN;
  // The replacement is a function, because a string could contain patterns such as `$&`.
  const text = page.replace("DEMO", () => JSON.stringify({ ...values, token }));
  return {
    async fetch(input, init) {
      const url = input instanceof Request ? input.url : String(input);
      // The service refuses a target that is not a URL, such as in `OPTIONS *`.
      const pathname = URL.canParse(url) ? new URL(url).pathname : "";
      if (pathname === "/") return new Response(text, withContentType("text/html"));
      const script = await readScript(SCRIPT.exec(pathname)?.[1]);
      if (script) return new Response(script, withContentType("text/javascript"));
      return service.fetch(input, init);
    },
  };
}

/** The text of a script in the folder `dist`; `undefined` if there is no such script. */
async function readScript(path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined;
  try {
    // `scripts/bundle.mjs` writes this module into `dist/cli/main.js`.
    return await readFile(new URL(`../${path}`, import.meta.url), "utf8");
  } catch {
    return undefined;
  }
}

const withContentType = (type: string): ResponseInit => ({
  headers: { "content-type": `${type}; charset=utf-8` },
});
