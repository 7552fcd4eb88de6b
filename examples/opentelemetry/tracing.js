import {
  SpanKind,
  SpanStatusCode,
  context,
  propagation,
  trace,
} from "@opentelemetry/api";

/**
 * The hooks of a client that make a span for each call. Each client
 * needs its own hooks, because two clients use the same call ids.
 */
export function tracingHooks(
  tracer = trace.getTracer("ethereal-query"),
) {
  const calls = new Map();
  return {
    onCallStart({ callId, endpoint }) {
      const span = tracer.startSpan(endpoint, {
        kind: SpanKind.CLIENT,
      });
      calls.set(callId, {
        span,
        spanContext: trace.setSpan(context.active(), span),
      });
    },
    onRequest({ callId, url, attempt }) {
      const call = calls.get(callId);
      // Several calls can share a request. The call of this id may have
      // ended before the others, because its caller aborted.
      if (!call) return undefined;
      call.span.addEvent("attempt", { attempt });
      // The span does not have the full URL, because the path of a base
      // URL may contain a key.
      call.span.setAttributes({
        "http.request.method": "GET",
        "server.address": new URL(url).hostname,
      });
      if (attempt > 1)
        call.span.setAttribute(
          "http.request.resend_count",
          attempt - 1,
        );
      const headers = {};
      propagation.inject(call.spanContext, headers);
      return { headers };
    },
    onResponse({ callId, status }) {
      calls
        .get(callId)
        ?.span.setAttribute("http.response.status_code", status);
    },
    onRetry({ callId, reason, delayMs }) {
      calls.get(callId)?.span.addEvent("retry", { reason, delayMs });
    },
    onCallEnd({ callId, error }) {
      const { span } = calls.get(callId);
      calls.delete(callId);
      if (error) {
        span.recordException(error);
        span.setAttribute("error.type", error.code);
        span.setStatus({
          code: SpanStatusCode.ERROR,
          message: error.message,
        });
      }
      span.end();
    },
  };
}
