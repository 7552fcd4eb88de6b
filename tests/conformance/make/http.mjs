// Vectors for all endpoints: routes, methods, cross-origin headers.
import { tokenPath, tokens, transfers } from "./model.mjs";

const mainnetTransfer = transfers.find((transfer) => transfer.chainType === "mainnet");
const PATHS = {
  token: tokenPath(tokens[0]),
  transfer: `/bridge/transfers/transactions/${mainnetTransfer.originTxnHash}`,
  project: "/project",
  list: "/ethereals?page_size=1",
};
/** With these headers, a page of any origin may read the response, and at least these three of its headers. */
const EXPOSED = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": { includes: ["ETag", "Retry-After", "X-Request-Id"] },
};
const ORIGIN = { origin: "https://app.example" };
/** The methods in a header, in any order and case. */
const METHODS = { list: ["GET", "HEAD", "OPTIONS"] };
/** The vectors that `make` returns for each path. */
const each = (make) => Object.entries(PATHS).map(([name, path]) => make(name, path));

const unknown = [
  "/nothing",
  "/Project",
  "/projects",
  "/tokens",
  PATHS.token.split("/uri")[0],
  PATHS.token.replace("/uri", "/uri/more"),
  PATHS.token.replace("/uri", "/url"),
  "/bridge/transfers/transactions",
  "/bridge/transfers",
  "/ethereals/1",
  // An encoded slash belongs to its segment: this path has three segments and no route.
  `/tokens/${tokens[0].address}%2F1/uri?b=1`,
].map((path) => ({
  name: `route: unknown ${path.replace(tokens[0].address, ":address")}`,
  section: "HTTP 404",
  request: { path, key: "demo" },
  status: 404,
}));
unknown.push({
  name: "route: an unknown path needs no key to be unknown",
  section: "HTTP 404",
  request: { path: "/nothing", key: null },
  status: 404,
});

/** With its option `trailingSlash`, Next.js adds a slash to the end of every path. */
const slashes = each((name, path) => ({
  name: `route: a slash at the end of ${name}`,
  section: "decisions: a slash at the end of a path",
  // Inserts a slash before the query, or at the end of a path without a query.
  request: { path: path.replace(/(?=\?|$)/, "/"), key: "demo" },
  status: 200,
}));

const methods = [
  ...["POST", "PUT", "PATCH", "DELETE"].map((method) => ["list", method]),
  ["token", "POST"],
  ["transfer", "DELETE"],
  ["project", "POST"],
].map(([name, method]) => ({
  name: `method: ${method} ${name}`,
  section: "HTTP 405",
  request: { method, path: PATHS[name], key: "demo" },
  status: 405,
  headers: { allow: METHODS, ...EXPOSED },
}));

const preflight = each((name, path) => ({
  name: `preflight: ${name}`,
  section: "decisions: CORS",
  request: {
    method: "OPTIONS",
    path,
    headers: {
      ...ORIGIN,
      "access-control-request-method": "GET",
      "access-control-request-headers": "x-api-key",
    },
  },
  status: 204,
  headers: {
    "access-control-allow-origin": "*",
    "access-control-allow-methods": METHODS,
    "access-control-allow-headers": { includes: ["x-api-key"] },
    // Two hours, in seconds.
    "access-control-max-age": "7200",
  },
}));

const pathsWithKey = Object.entries(PATHS).filter(([name]) => name !== "token");
const crossOrigin = [
  ...each((name, path) => ({
    name: `cors: 200 ${name}`,
    section: "decisions: CORS",
    request: { path, key: "demo", headers: ORIGIN },
    status: 200,
    headers: EXPOSED,
  })),
  ...pathsWithKey.map(([name, path]) => ({
    name: `cors: 401 ${name}`,
    section: "decisions: CORS",
    request: { path, key: null, headers: ORIGIN },
    status: 401,
    headers: EXPOSED,
  })),
  {
    name: "cors: 400",
    section: "decisions: CORS",
    request: { path: "/ethereals?page_size=0", key: "demo", headers: ORIGIN },
    status: 400,
    headers: EXPOSED,
  },
  {
    name: "cors: 404",
    section: "decisions: CORS",
    request: { path: "/nothing", headers: ORIGIN },
    status: 404,
    headers: EXPOSED,
  },
];

const head = [
  ...each((name, path) => ({
    name: `head: ${name}`,
    section: "HTTP HEAD",
    request: { method: "HEAD", path, key: "demo" },
    status: 200,
    headers: { "content-type": { matches: "^application/json" } },
  })),
  {
    name: "head: without a key",
    section: "HTTP HEAD",
    request: { method: "HEAD", path: PATHS.project, key: null },
    status: 401,
  },
  {
    name: "head: bad parameter",
    section: "HTTP HEAD",
    request: { method: "HEAD", path: "/ethereals?page_size=0", key: "demo" },
    status: 400,
  },
  {
    name: "head: unknown path",
    section: "HTTP HEAD",
    request: { method: "HEAD", path: "/nothing" },
    status: 404,
  },
];

export const vectors = [...unknown, ...slashes, ...methods, ...preflight, ...crossOrigin, ...head];
