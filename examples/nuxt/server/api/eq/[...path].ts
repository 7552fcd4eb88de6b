// The proxy: it adds the API key on the server. The page calls it at
// /api/eq. The middleware checks the session before it.
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
