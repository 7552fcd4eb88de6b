// The failures of the page "Break it". The frame uses them between a program and its service.

/** The latency of a response. Without it, a program that repeats its request at once would flood the page. */
export const LATENCY_MS = 60;
const RETRY_AFTER_MS = 2000;
const JSON_TYPE = { headers: { "content-type": "application/json" } };

/** Returns a response with the first half of a body. After this half, the body fails if `isBroken`, or hangs. */
async function halfOf(response, isBroken) {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const start = (controller) => controller.enqueue(bytes.slice(0, bytes.length / 2));
  // The first half fills the buffer of the stream, so `pull` runs when the consumer has read it.
  const pull = (controller) => {
    if (!isBroken) return new Promise(() => {});
    controller.error(new TypeError("network error"));
  };
  return new Response(new ReadableStream({ start, pull }), JSON_TYPE);
}

const REPEATED_PAGE = {
  etherealData: [{ _id: "e1", status: "active" }],
  nextCursor: "the-same-cursor",
};

/**
 * The functions that return the response of a failure, by the id of the failure. `respond` calls the service. `isFirst`
 * is true for the first request of the program.
 */
const RESPOND = {
  503: (respond, isFirst) =>
    isFirst ? Response.json({ message: "Busy." }, { status: 503 }) : respond(),
  429: (respond, isFirst) => {
    if (!isFirst) return respond();
    // The date has no milliseconds, so the wait is up to a second shorter.
    const date = new Date(Date.now() + RETRY_AFTER_MS).toUTCString();
    return Response.json(
      { message: "Slow down." },
      { status: 429, headers: { "retry-after": date } },
    );
  },
  offline: (respond, isFirst) =>
    isFirst ? Promise.reject(new TypeError("Failed to fetch")) : respond(),
  cut: async (respond, isFirst) => (isFirst ? halfOf(await respond(), true) : respond()),
  html: () =>
    new Response("<!doctype html><title>Log in</title>", {
      headers: { "content-type": "text/html" },
    }),
  // The record has the field `state` instead of `status`.
  shape: () =>
    Response.json({
      bridgeData: { bridgeData: [{ _id: "1", state: "wait-wh" }], nextCursor: null },
    }),
  slow: async (respond) => halfOf(await respond(), false),
  cursor: () => Response.json(REPEATED_PAGE),
};

/** Returns the response to a request: the response of the failure, or without a failure the response of the service. */
export async function respondWithFault(id, isFirst, respond) {
  if (!RESPOND[id]) return respond();
  await new Promise((resolve) => setTimeout(resolve, LATENCY_MS));
  return RESPOND[id](respond, isFirst);
}
