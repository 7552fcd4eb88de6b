// A server that behaves like a CDN of npm packages (unpkg, jsDelivr): it redirects a name to the newest version and to
// the file for browsers, lets every origin read, and lets caches keep a file of a version for a year.
import { createServer } from "node:http";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sendFile } from "../../scripts/send-file.mjs";

const OPEN = { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" };
const KEPT = { ...OPEN, "cache-control": "public, max-age=31536000, immutable" };
const REDIRECT = { ...OPEN, "cache-control": "public, max-age=60" };

/** Serves the packages of `folders`, a folder for each version. `latest` asks the registry for the newest version. */
export async function startCdn(folders, latest) {
  const paths = [];
  const server = createServer(async (request, response) => {
    paths.push(request.url);
    const [, version, file] = /^\/ethereal-query(?:@([\d.]+))?(\/.*)?$/.exec(request.url) ?? [];
    const target = version ?? (await latest());
    const folder = folders[target];
    if (!folder) return response.writeHead(404, OPEN).end();
    if (version && file) return sendFile(request, response, folder, file, KEPT);
    const { unpkg } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const location = `/ethereal-query@${target}${file ?? unpkg.slice(1)}`;
    response.writeHead(302, { ...REDIRECT, location }).end();
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${server.address().port}`, paths, close };
}
