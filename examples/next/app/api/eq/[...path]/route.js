// The proxy adds the API key on the server. The page calls the proxy at
// /api/eq. First, proxy.js checks the session.
import { createProxyHandler } from "ethereal-query/proxy";

const baseUrl = process.env.SERVICE_URL ?? "http://127.0.0.1:8787/api";
// A function, because the build of the app has no key.
const apiKey = () => process.env.API_KEY;
const handler = createProxyHandler({
  baseUrl,
  apiKey,
  basePath: "/api/eq",
  allow: ["tokenUri", "bridgeTransfer"],
});

export { handler as GET, handler as HEAD };
