import { Client, isEtherealQueryError, routeOf } from "ethereal-query";
import {
  createProxyHandler,
  toNodeHandler,
} from "ethereal-query/proxy";
import express from "express";

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

const app = express();

// Each route uses your key, so each route needs a session.
app.use((request, response, next) => {
  if (hasSession(request)) next();
  else response.status(401).json({ message: "Log in first." });
});

app.get("/transfers/:hash", async (request, response) => {
  const transfer = await client.bridgeTransfer(request.params.hash);
  if (!transfer)
    return response
      .status(404)
      .json({ message: "No transfer has this hash." });
  response.json({ status: transfer.status, route: routeOf(transfer) });
});

app.use("/api/eq", toNodeHandler(proxy));

// Express passes the rejection of a handler to this function. Express
// recognises the function by its four parameters.
app.use((error, request, response, next) => {
  if (response.headersSent) return next(error);
  const isQueryError = isEtherealQueryError(error);
  if (isQueryError && error.parameter === "hash")
    return response.status(400).json({ message: error.message });
  console.error(error);
  const message = isQueryError
    ? "The transfer is not available now."
    : "Internal error.";
  response.status(isQueryError ? 502 : 500).json({ message });
});

app.listen(Number(process.env.PORT ?? 3000), "127.0.0.1");
