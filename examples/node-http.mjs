// A page and the proxy that adds the API key, on node:http:
// SERVICE_URL=… API_KEY=… node node-http.mjs
import { createServer } from "node:http";
import {
  createProxyHandler,
  toNodeHandler,
} from "ethereal-query/proxy";

const handler = createProxyHandler({
  baseUrl: process.env.SERVICE_URL ?? "http://127.0.0.1:8787/api",
  apiKey: process.env.API_KEY,
  basePath: "/api/eq",
  allow: ["project", "bridgeTransfer"],
});

/** Your session check goes here: every visitor who passes uses your key. */
function hasSession(request) {
  return request.headers
    .get("cookie")
    ?.split("; ")
    .includes("session=example");
}

const api = toNodeHandler((request) =>
  hasSession(request)
    ? handler(request)
    : Response.json({ message: "Log in first." }, { status: 401 }),
);

const server = createServer((request, response) => {
  if (request.url.startsWith("/api/eq/")) return api(request, response);
  // Only for this example: every visitor gets the session.
  response.setHeader(
    "set-cookie",
    "session=example; HttpOnly; SameSite=Strict; Path=/",
  );
  response.end("Your page is here.");
});
server.listen(Number(process.env.PORT ?? 3000), "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});
