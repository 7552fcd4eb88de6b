// Bundles the tests of `tests/client` for a browser, and serves them with an empty page that can import them.
import { readdir } from "node:fs/promises";
import { createServer } from "node:http";
import { SourceMap } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { sendFile } from "../../../scripts/send-file.mjs";

const folder = fileURLToPath(new URL("..", import.meta.url));
/** An empty page. Its `data:` icon keeps the browser from requesting /favicon.ico. */
const PAGE =
  '<!doctype html><meta charset="utf-8"><title>tests</title><link rel="icon" href="data:,"><body></body>';

/** Tests that run only in Node.js, because they import modules of Node.js or start a browser. */
const NODE_FILES = ["crossings.test.mjs", "error-stack.test.mjs", "fetch-packages.test.mjs"];
export const TEST_FILES = (await readdir(folder)).filter(
  (name) => name.endsWith(".test.mjs") && !NODE_FILES.includes(name),
);

/**
 * Starts the server. In the page `url`, a program imports `/client/FILE` and calls `runTests()` of `test-runner.mjs`.
 * `withSourcePositions` replaces positions in a bundle by positions in the source files.
 */
export async function startTestPages() {
  const bundles = await bundle();
  const server = createServer((request, response) => {
    if (request.url === "/")
      return response.writeHead(200, { "content-type": "text/html" }).end(PAGE);
    const code = bundles.get(request.url);
    // Any other path is a fixture, which a bundled test reads.
    if (!code) return sendFile(request, response, join(folder, ".."), request.url);
    response.writeHead(200, { "content-type": "text/javascript; charset=utf-8" }).end(code);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close: () => server.close(),
    withSourcePositions(stack, file) {
      const map = new SourceMap(JSON.parse(bundles.get(`/client/${file}.map`)));
      // A position is a URL, a line and a column, such as `http://127.0.0.1:80/client/can.test.mjs:7:2`.
      return stack.replaceAll(/http:\S+?:(\d+):(\d+)/g, (position, line, column) => {
        // A stack counts lines and columns from 1, a source map from 0.
        const { originalSource, originalLine } = map.findEntry(line - 1, column - 1);
        return originalSource ? `${originalSource}:${originalLine + 1}` : position;
      });
    },
  };
}

/** Bundles each test file. Returns by path the texts of the bundles `/client/FILE` and maps `/client/FILE.map`. */
async function bundle() {
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: TEST_FILES,
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    alias: {
      "node:test": "./browser/test-runner.mjs",
      "node:assert/strict": "./browser/test-runner.mjs",
    },
    // `readFixture` imports this module only in Node.js.
    external: ["node:fs/promises"],
    sourcemap: "external",
    logLevel: "error",
  });
  return new Map(
    outputFiles.map(({ path, text }) => [`/client/${path.slice(folder.length)}`, text]),
  );
}
