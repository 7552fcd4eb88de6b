// Prints two spans: the span of a call, and the span of the program,
// which contains the call.
import { trace } from "@opentelemetry/api";
import {
  ConsoleSpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import { Client } from "ethereal-query";
import { tracingHooks } from "./tracing.js";

const provider = new NodeTracerProvider({
  spanProcessors: [new SimpleSpanProcessor(new ConsoleSpanExporter())],
});
provider.register();

const baseUrl = process.env.SERVICE_URL ?? "http://127.0.0.1:8787/api";
const client = new Client({
  baseUrl,
  apiKey: process.env.API_KEY,
  ...tracingHooks(),
});
await trace
  .getTracer("my-app")
  .startActiveSpan("load the page", async (span) => {
    await client.project().catch((error) => console.log(error.message));
    span.end();
  });
await provider.shutdown();
