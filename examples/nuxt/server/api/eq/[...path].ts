// The proxy adds the API key on the server. The page calls the proxy at
// /api/eq. First, the middleware checks the session.
import { createProxyHandler } from "ethereal-query/proxy";

export default defineEventHandler((event) => {
  const { serviceUrl, apiKey } = useRuntimeConfig(event);
  const handler = createProxyHandler({
    baseUrl: serviceUrl,
    apiKey,
    basePath: "/api/eq",
    allow: ["tokenUri", "bridgeTransfer"],
  });
  return handler(toWebRequest(event));
});
