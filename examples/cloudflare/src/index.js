import { Client, isEtherealQueryError, routeOf } from "ethereal-query";
import { createProxyHandler } from "ethereal-query/proxy";

// Your session check goes here. Until then, requests pass only in
// development.
const hasSession = (request, env) => env.ENVIRONMENT === "development";

/** Responds with the status and the route of a transfer. */
async function respondWithTransfer(request, hash, options) {
  // A client for each request: Cloudflare binds a connection to the
  // request that opened it.
  using client = new Client(options);
  try {
    const transfer = await client.bridgeTransfer(hash, {
      signal: request.signal,
    });
    if (!transfer)
      return Response.json(
        { message: "No transfer has this hash." },
        { status: 404 },
      );
    return Response.json({
      status: transfer.status,
      route: routeOf(transfer),
    });
  } catch (error) {
    if (!isEtherealQueryError(error)) throw error;
    if (error.parameter === "hash")
      return Response.json({ message: error.message }, { status: 400 });
    console.error(error);
    return Response.json(
      { message: "The transfer is not available now." },
      { status: 502 },
    );
  }
}

export default {
  async fetch(request, env) {
    // Each route uses your key, so each route needs a session.
    if (!hasSession(request, env))
      return Response.json(
        { message: "Log in first." },
        { status: 401 },
      );
    const options = { baseUrl: env.SERVICE_URL, apiKey: env.API_KEY };
    const { pathname } = new URL(request.url);
    if (pathname.startsWith("/transfers/")) {
      return respondWithTransfer(
        request,
        pathname.slice("/transfers/".length),
        options,
      );
    }
    if (pathname.startsWith("/api/eq/")) {
      return createProxyHandler({
        ...options,
        basePath: "/api/eq",
        allow: ["tokenUri", "bridgeTransfer"],
      })(request);
    }
    return new Response("Not found", { status: 404 });
  },
};
