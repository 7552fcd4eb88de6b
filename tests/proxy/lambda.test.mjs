// Tests `toNodeHandler` in an app of Express behind adapters for AWS Lambda, and with the mock objects of
// node-mocks-http.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ServerlessAdapter } from "@h4ad/serverless-adapter";
import { ApiGatewayV2Adapter } from "@h4ad/serverless-adapter/lib/adapters/aws";
import { ExpressFramework } from "@h4ad/serverless-adapter/lib/frameworks/express";
import { DefaultHandler } from "@h4ad/serverless-adapter/lib/handlers/default";
import { PromiseResolver } from "@h4ad/serverless-adapter/lib/resolvers/promise";
import codegenie from "@codegenie/serverless-express";
import express from "express";
import httpMocks from "node-mocks-http";
import serverlessHttp from "serverless-http";
import { createProxyHandler, toNodeHandler } from "../../pkg/dist/proxy.js";
import { API_KEY, BASE_PATH, upstream } from "./servers.mjs";

/**
 * A request as API Gateway and function URLs pass it to a function: an event of version 2.0. The tests set only the path
 * and the query; the other fields complete the event.
 */
const eventOf = (path, query = "") => ({
  version: "2.0",
  routeKey: "$default",
  rawPath: path,
  rawQueryString: query,
  headers: { host: "app.example", accept: "application/json" },
  requestContext: {
    accountId: "123456789012",
    apiId: "api",
    domainName: "app.example",
    domainPrefix: "app",
    http: { method: "GET", path, protocol: "HTTP/1.1", sourceIp: "192.0.2.1", userAgent: "test" },
    requestId: "id",
    routeKey: "$default",
    stage: "$default",
    time: "26/Nov/2026:00:00:00 +0000",
    timeEpoch: 1795651200000,
  },
  isBase64Encoded: false,
});

/** Each adapter makes the function of AWS Lambda from an app of Express. */
const ADAPTERS = {
  "serverless-http": (app) => serverlessHttp(app),
  "@codegenie/serverless-express": (app) => codegenie({ app }),
  "@h4ad/serverless-adapter": (app) =>
    ServerlessAdapter.new(app)
      .setFramework(new ExpressFramework())
      .setHandler(new DefaultHandler())
      .setResolver(new PromiseResolver())
      .addAdapter(new ApiGatewayV2Adapter())
      .build(),
};

/** A body that is larger than the buffer of a stream. */
const LARGE_BODY = JSON.stringify({ text: "é".repeat(100_000) });

function chunkedResponse(text, chunkSize) {
  const bytes = new TextEncoder().encode(text);
  let start = 0;
  const body = new ReadableStream({
    pull(controller) {
      if (start >= bytes.length) return controller.close();
      const end = start + chunkSize;
      controller.enqueue(bytes.slice(start, end));
      start = end;
    },
  });
  return new Response(body, { headers: { "content-type": "application/json" } });
}

/** An app with the proxy, and a route that sends a large body in several chunks. */
async function createApp() {
  const { baseUrl } = await upstream();
  const app = express();
  app.use(
    BASE_PATH,
    toNodeHandler(createProxyHandler({ baseUrl, apiKey: API_KEY, basePath: BASE_PATH })),
  );
  app.get(
    "/large",
    toNodeHandler(() => chunkedResponse(LARGE_BODY, 10_000)),
  );
  return app;
}

/** The body of a function's result as text. */
const bodyOf = ({ body, isBase64Encoded }) =>
  isBase64Encoded ? Buffer.from(body, "base64").toString() : body;

// If an adapter never returns a result, its test fails after 30 seconds.
for (const [name, adapt] of Object.entries(ADAPTERS)) {
  test(
    `${name}: the proxy responds with status, headers and body of the service`,
    { timeout: 30_000 },
    async () => {
      const handler = adapt(await createApp());
      const result = await handler(eventOf(`${BASE_PATH}/project`), {});
      assert.equal(result.statusCode, 200, bodyOf(result));
      assert.equal(JSON.parse(bodyOf(result)).requestOwner, "demo");
      // An adapter returns the headers in one of two forms.
      const cacheControl =
        result.headers?.["cache-control"] ?? result.multiValueHeaders?.["cache-control"]?.[0];
      assert.equal(cacheControl, "private, no-store");
    },
  );

  test(
    `${name}: the path and the query of an event reach the proxy`,
    { timeout: 30_000 },
    async () => {
      const handler = adapt(await createApp());
      const page = await handler(eventOf(`${BASE_PATH}/ethereals`, "page_size=2"), {});
      assert.equal(page.statusCode, 200, bodyOf(page));
      assert.equal(JSON.parse(bodyOf(page)).etherealData.length, 2);
      const refused = await handler(eventOf(`${BASE_PATH}/ethereals`, "page_size=x"), {});
      assert.equal(refused.statusCode, 400);
      assert.match(JSON.parse(bodyOf(refused)).message, /page_?[sS]ize/);
    },
  );

  test(`${name}: a large body arrives complete`, { timeout: 30_000 }, async () => {
    const handler = adapt(await createApp());
    const result = await handler(eventOf("/large"), {});
    assert.equal(result.statusCode, 200);
    assert.equal(bodyOf(result), LARGE_BODY);
  });
}

test(
  "node-mocks-http: the proxy responds to a mock request with a mock response",
  { timeout: 30_000 },
  async () => {
    const { baseUrl } = await upstream();
    const listener = toNodeHandler(
      createProxyHandler({ baseUrl, apiKey: API_KEY, basePath: BASE_PATH }),
    );
    const request = httpMocks.createRequest({ method: "GET", url: `${BASE_PATH}/project` });
    const response = httpMocks.createResponse();
    await listener(request, response);
    assert.equal(response.statusCode, 200);
    assert.equal(response.getHeader("cache-control"), "private, no-store");
    assert.equal(JSON.parse(response._getData()).requestOwner, "demo");
  },
);
