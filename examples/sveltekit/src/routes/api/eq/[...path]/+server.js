// The proxy: it adds the API key on the server. The page calls it at /api/eq.
import { env } from "$env/dynamic/private";
import { createProxyHandler } from "ethereal-query/proxy";

const handler = createProxyHandler({
  baseUrl: env.SERVICE_URL ?? "http://127.0.0.1:8787/api",
  apiKey: () => env.API_KEY,
  basePath: "/api/eq",
  allow: ["tokenUri", "bridgeTransfer"],
});

// Every visitor who reaches this route uses your key. Check the session of your app before you call the handler.
export const GET = ({ request }) => handler(request);
export const HEAD = GET;
