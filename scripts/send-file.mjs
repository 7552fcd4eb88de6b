// Sends the files of a folder to an HTTP client, and no file outside of the folder.
import { readFile, realpath, stat } from "node:fs/promises";
import { extname, join, resolve, sep } from "node:path";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".txt": "text/plain; charset=utf-8",
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

/** The content type of an image whose name has no extension, from its first bytes. */
function sniffType(bytes) {
  const head = bytes.subarray(0, 16).toString("latin1");
  if (head.startsWith("\x89PNG")) return TYPES[".png"];
  if (head.startsWith("\xff\xd8\xff")) return TYPES[".jpg"];
  if (head.startsWith("GIF8")) return TYPES[".gif"];
  if (head.startsWith("RIFF") && head.slice(8, 12) === "WEBP") return TYPES[".webp"];
  const text = bytes.subarray(0, 512).toString("utf8").trimStart();
  if (/^(<\?xml[^>]*>\s*)?(<!--.*?-->\s*)?<svg[\s>]/s.test(text)) return TYPES[".svg"];
  return "application/octet-stream";
}

/** The file of a URL path below `folder`, or null when there is none. */
async function findFile(folder, path) {
  let name;
  try {
    name = decodeURIComponent(path);
  } catch {
    return null;
  }
  if (name.includes("\0") || name.includes("\\")) return null;
  try {
    const base = await realpath(folder);
    let file = await realpath(resolve(base, `.${join("/", name)}`));
    if ((await stat(file)).isDirectory()) file = await realpath(join(file, "index.html"));
    // realpath has followed symbolic links, so this also rejects a link that leads out of the folder.
    return file.startsWith(base + sep) && (await stat(file)).isFile() ? file : null;
  } catch {
    return null;
  }
}

/** Sends the file or 404. Both have the additional `headers`. */
export async function sendFile(request, response, folder, path, headers = {}) {
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.writeHead(405, { ...headers, allow: "GET, HEAD", "content-length": 0 }).end();
    return;
  }
  const file = await findFile(folder, path);
  const body = file === null ? Buffer.from("Not found.\n") : await readFile(file);
  const type = file === null ? TYPES[".txt"] : (TYPES[extname(file).toLowerCase()] ?? sniffType(body));
  response.writeHead(file === null ? 404 : 200, {
    "content-type": type,
    "content-length": body.length,
    "cache-control": "no-cache",
    "x-content-type-options": "nosniff",
    ...headers,
  });
  response.end(request.method === "HEAD" ? undefined : body);
}
