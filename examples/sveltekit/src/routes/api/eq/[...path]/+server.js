// The proxy adds the API key on the server. The page calls the proxy at
// /api/eq. First, hooks.server.js checks the session.
import { env } from "$env/dynamic/private";
import { createProxyHandler } from "ethereal-query/proxy";

const baseUrl = env.SERVICE_URL ?? "http://127.0.0.1:8787/api";
const apiKey = () => env.API_KEY;
const handler = createProxyHandler({
  baseUrl,
  apiKey,
  basePath: "/api/eq",
  allow: ["tokenUri", "bridgeTransfer"],
});

export const GET = ({ request }) => handler(request);
export const HEAD = GET;
