// A server that behaves like a CDN of npm packages (unpkg, jsDelivr). It redirects the name of a package to the file
// for browsers in the newest version. Every origin may read, and caches may keep a file of a version for a year.
import { createServer } from "node:http";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sendFile } from "../../scripts/send-file.mjs";

const CORS_HEADERS = {
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
};
const FILE_HEADERS = { ...CORS_HEADERS, "cache-control": "public, max-age=31536000, immutable" };
const REDIRECT_HEADERS = { ...CORS_HEADERS, "cache-control": "public, max-age=60" };

/**
 * Serves the package. `folders` has the folder of each version, and `latest` asks the registry for the newest version.
 * `paths` of the result collects the paths of all requests.
 */
export async function startCdn(folders, latest) {
  const paths = [];
  const server = createServer(async (request, response) => {
    paths.push(request.url);
    // A path such as /ethereal-query, /ethereal-query@1.2.3 or /ethereal-query@1.2.3/dist/index.js.
    const [, version, file] = /^\/ethereal-query(?:@([\d.]+))?(\/.*)?$/.exec(request.url) ?? [];
    const target = version ?? (await latest());
    const folder = folders[target];
    if (!folder) return response.writeHead(404, CORS_HEADERS).end();
    if (version && file) return sendFile(request, response, folder, file, FILE_HEADERS);
    const { unpkg } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    // `unpkg` begins with "./".
    const browserFile = unpkg.slice(1);
    const location = `/ethereal-query@${target}${file ?? browserFile}`;
    response.writeHead(302, { ...REDIRECT_HEADERS, location }).end();
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${server.address().port}`, paths, close };
}
