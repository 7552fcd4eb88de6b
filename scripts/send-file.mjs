// Sends the files of a folder to an HTTP client, and no file outside of the folder.
import { readFile, realpath, stat } from "node:fs/promises";
import { extname, join, resolve, sep } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".txt": "text/plain; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".xml": "application/xml",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
};

/** The extensions of the bodies that are compressed, if they have at least MIN_COMPRESSED_BYTES. */
const COMPRESSED = new Set([
  ".html",
  ".js",
  ".mjs",
  ".css",
  ".json",
  ".map",
  ".txt",
  ".wasm",
  ".svg",
  ".md",
]);
const MIN_COMPRESSED_BYTES = 1000;
const compress = promisify(gzip);

/** Returns whether the body is sent compressed. */
function isCompressed({ headers }, extension, { length }) {
  const accepts = /\bgzip\b/.test(headers["accept-encoding"] ?? "");
  return accepts && COMPRESSED.has(extension) && length >= MIN_COMPRESSED_BYTES;
}

/** Returns the file of a URL path below `folder`; null if there is none. The path may lack the extension .html. */
async function findFile(folder, path) {
  const file = await findExact(folder, path);
  if (file !== null || extname(path) !== "") return file;
  return findExact(folder, `${path}.html`);
}

async function findExact(folder, path) {
  let name;
  try {
    name = decodeURIComponent(path);
  } catch {
    return null;
  }
  if (name.includes("\0") || name.includes("\\")) return null;
  try {
    const base = await realpath(folder);
    // Joined to "/", a name with ".." stays in the folder.
    let file = await realpath(resolve(base, `.${join("/", name)}`));
    if ((await stat(file)).isDirectory()) file = await realpath(join(file, "index.html"));
    // realpath has followed symbolic links, so this also rejects a link that leads out of the folder.
    return file.startsWith(base + sep) && (await stat(file)).isFile() ? file : null;
  } catch {
    return null;
  }
}

/**
 * Sends a file of `folder`, or status 404 with its 404.html, as static hosts do. Either response gets `headers` too.
 */
export async function sendFile(request, response, folder, path, headers) {
  const requestedFile = await findFile(folder, path);
  const file = requestedFile ?? (await findExact(folder, "/404.html"));
  if (file === null) return sendNotFound(request, response, headers);
  const bytes = await readFile(file);
  const extension = extname(file).toLowerCase();
  await send(request, response, { status: requestedFile ? 200 : 404, bytes, extension, headers });
}

/** Sends a body with the content type of an extension. Without a body it sends 404. */
export async function sendBody(request, response, body, extension, headers) {
  if (body === undefined) return sendNotFound(request, response, headers);
  await send(request, response, { status: 200, bytes: body, extension, headers });
}

async function sendNotFound(request, response, headers) {
  await send(request, response, {
    status: 404,
    bytes: Buffer.from("Not found.\n"),
    extension: ".txt",
    headers,
  });
}

async function send(request, response, { status, bytes, extension, headers = {} }) {
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.writeHead(405, { ...headers, allow: "GET, HEAD", "content-length": 0 }).end();
    return;
  }
  const compressed = isCompressed(request, extension, bytes);
  const body = compressed ? await compress(bytes) : bytes;
  response.writeHead(status, {
    "content-type": TYPES[extension] ?? "application/octet-stream",
    "content-length": body.length,
    ...(compressed && { "content-encoding": "gzip" }),
    vary: "accept-encoding",
    "cache-control": "no-cache",
    "x-content-type-options": "nosniff",
    ...headers,
  });
  response.end(request.method === "HEAD" ? undefined : body);
}
