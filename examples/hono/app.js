// The app for every runtime: Deno and Bun serve the default export of
// this file. On Node.js, the program node.js serves the app.
import { Client, isEtherealQueryError, routeOf } from "ethereal-query";
import { createProxyHandler } from "ethereal-query/proxy";
import { Hono } from "hono";

const baseUrl = process.env.SERVICE_URL ?? "http://127.0.0.1:8787/api";
const apiKey = () => process.env.API_KEY;

// One client for all requests: it deduplicates requests in flight.
const client = new Client({ baseUrl, apiKey });
const proxy = createProxyHandler({
  baseUrl,
  apiKey,
  basePath: "/api/eq",
  allow: ["tokenUri", "bridgeTransfer"],
});

// Your session check goes here. Until then, requests pass only in
// development.
const hasSession = (request) => process.env.NODE_ENV === "development";

const app = new Hono();

// Each route uses your key, so each route needs a session.
app.use((context, next) =>
  hasSession(context.req.raw)
    ? next()
    : context.json({ message: "Log in first." }, 401),
);

app.get("/transfers/:hash", async (context) => {
  const transfer = await client.bridgeTransfer(
    context.req.param("hash"),
    { signal: context.req.raw.signal },
  );
  if (!transfer)
    return context.json({ message: "No transfer has this hash." }, 404);
  return context.json({
    status: transfer.status,
    route: routeOf(transfer),
  });
});

app.get("/api/eq/*", (context) => proxy(context.req.raw));

app.onError((error, context) => {
  const isQueryError = isEtherealQueryError(error);
  if (isQueryError && error.parameter === "hash")
    return context.json({ message: error.message }, 400);
  console.error(error);
  const message = isQueryError
    ? "The transfer is not available now."
    : "Internal error.";
  return context.json({ message }, isQueryError ? 502 : 500);
});

export default app;
