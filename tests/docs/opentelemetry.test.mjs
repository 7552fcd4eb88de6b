// Runs the hooks of examples/opentelemetry with the real OpenTelemetry packages. Each call has one span, which ends.
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { SpanStatusCode, context, propagation, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { tracingHooks } from "../../examples/opentelemetry/tracing.js";
import { PROJECT, TRANSFER, createClient, start } from "../client/calls.mjs";
import { errorOf, valueOf } from "../client/assertions.mjs";
import { requestsOf, respondInTurn } from "../client/service.mjs";

const exporter = new InMemorySpanExporter();
trace.setGlobalTracerProvider(
  new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
);
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
propagation.setGlobalPropagator(new W3CTraceContextPropagator());
afterEach(() => exporter.reset());

const createTracedClient = (fetch, options) =>
  createClient(fetch, { ...tracingHooks(), ...options });
const succeed = () => new Response('{"_id":"1","status":"done"}');
const failWith = (status) => () => new Response("", { status, headers: { "retry-after": "0" } });
const eventsOf = (span) => span.events.map(({ name }) => name);
/** The header that names a span. 00 is the version of the format, and 01 means that the span is recorded. */
const traceparentOf = (span) => {
  const { traceId, spanId } = span.spanContext();
  return `00-${traceId}-${spanId}-01`;
};
const traceparentOfEachRequest = (fetch) =>
  requestsOf(fetch).map(({ headers }) => headers.get("traceparent"));

/** Runs `work` in a new span, and returns the span. */
const inSpan = (name, work) =>
  trace.getTracer("test").startActiveSpan(name, async (span) => {
    await work();
    span.end();
    return span;
  });

test("a call with a retry is one span, and each attempt sends the traceparent of the span", async () => {
  const fetch = respondInTurn(failWith(503), succeed);
  const parent = await inSpan("parent", () =>
    valueOf(start(createTracedClient(fetch, { maxRetries: 1 }), TRANSFER)),
  );
  const [span, ...others] = exporter.getFinishedSpans();
  assert.equal(others.length, 1, "the parent is the only other span");
  assert.equal(span.name, TRANSFER.endpoint);
  assert.equal(span.parentSpanContext.spanId, parent.spanContext().spanId);
  assert.deepEqual(eventsOf(span), ["attempt", "retry", "attempt"]);
  assert.equal(span.attributes["http.response.status_code"], 200);
  assert.equal(span.status.code, SpanStatusCode.UNSET);
  assert.deepEqual(traceparentOfEachRequest(fetch), Array(2).fill(traceparentOf(span)));
});

test("calls that start together are children of the spans of their callers", async () => {
  const client = createTracedClient(respondInTurn(succeed));
  const parents = await Promise.all(
    [TRANSFER, PROJECT].map((call) => inSpan(call.endpoint, () => start(client, call))),
  );
  const spans = exporter.getFinishedSpans();
  for (const [index, { endpoint }] of [TRANSFER, PROJECT].entries()) {
    const child = spans.find((span) => span.name === endpoint && span.parentSpanContext);
    assert.equal(child.parentSpanContext.spanId, parents[index].spanContext().spanId);
  }
});

test("a failed call records its error, without the value of a header that the service repeats", async () => {
  const fetch = async (_url, { headers }) =>
    Response.json({ message: headers.authorization }, { status: 400 });
  const client = createTracedClient(fetch, {
    headers: { authorization: "Bearer token-of-the-gateway" },
  });
  const error = await errorOf(start(client, PROJECT));
  const [span] = exporter.getFinishedSpans();
  assert.deepEqual(span.status, { code: SpanStatusCode.ERROR, message: error.message });
  assert.equal(span.attributes["error.type"], "bad_request");
  assert.deepEqual(eventsOf(span), ["attempt", "exception"]);
  assert.equal(
    JSON.stringify([span.attributes, span.events, span.status]).includes("token-of-the-gateway"),
    false,
  );
});

test("each of two calls that share a request has a span, and only the first span has an attempt", async () => {
  const fetch = respondInTurn(succeed);
  const client = createTracedClient(fetch);
  await Promise.all([0, 1].map(() => valueOf(start(client, TRANSFER))));
  const spans = exporter.getFinishedSpans();
  assert.deepEqual(spans.map(eventsOf), [["attempt"], []]);
  assert.deepEqual(traceparentOfEachRequest(fetch), [traceparentOf(spans[0])]);
});

test("the span of an aborted call ends while another call waits for the same request", async () => {
  let respond;
  // Leaves the first request open until the test calls `respond`.
  const waitForTest = () =>
    new Promise((resolve) => {
      respond = resolve;
    });
  const fetch = respondInTurn(waitForTest, succeed);
  const client = createTracedClient(fetch, { maxRetries: 1 });
  const controller = new AbortController();
  const aborted = errorOf(start(client, TRANSFER, { signal: controller.signal }));
  const shared = valueOf(start(client, TRANSFER));
  while (!respond) await new Promise((resolve) => setTimeout(resolve, 1));
  controller.abort();
  await aborted;
  assert.equal(exporter.getFinishedSpans()[0].attributes["error.type"], "aborted");
  // The request goes on for the second call. The retry of the request has no span, and so no traceparent.
  respond(failWith(503)());
  await shared;
  assert.equal(exporter.getFinishedSpans().length, 2);
  assert.equal(traceparentOfEachRequest(fetch)[1], null);
});

test("a call whose arguments the client refuses has a span that ends", async () => {
  await errorOf(start(createTracedClient(respondInTurn(succeed)), PROJECT, { timeoutMs: -1 }));
  const [span] = exporter.getFinishedSpans();
  assert.deepEqual(eventsOf(span), ["exception"]);
});
