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
  /** The transfer that it follows first. */
  readonly hash: Hash;
  /** The kind of the transfers that it follows then. */
  readonly kind: number;
  readonly watchOptions: WatchOptions;
}

/** A script of the package. No segment of the path begins with a dot. */
const SCRIPT = /^\/dist\/((?:\w[\w-]*\/)?\w[\w-]*\.js)$/;

/** The service with the page at `/`, and with the scripts of the package that the page imports. */
export function withPage(service: Service, values: DemoPage): Service {
  const { document, ...token } = TOKEN;
  const text = page.replace("DEMO", () => JSON.stringify({ ...values, token }));
  return {
    async fetch(input, init) {
      const url = input instanceof Request ? input.url : String(input);
      // The service refuses a target that is not a URL, such as in `OPTIONS *`.
      const pathname = URL.canParse(url) ? new URL(url).pathname : "";
      if (pathname === "/") return new Response(text, typed("text/html"));
      const script = await readScript(SCRIPT.exec(pathname)?.[1]);
      return script ? new Response(script, typed("text/javascript")) : service.fetch(input, init);
    },
  };
}

/** The text of a script next to the program; undefined if there is none. */
async function readScript(path: string | undefined): Promise<string | undefined> {
  return path && readFile(new URL(`../${path}`, import.meta.url), "utf8").catch(() => undefined);
}

const typed = (type: string): ResponseInit => ({
  headers: { "content-type": `${type}; charset=utf-8` },
});
