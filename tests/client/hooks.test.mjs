// Tests the hooks onCallStart, onRequest, onResponse, onRetry, onDrift and onCallEnd.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertSameJson, errorOf, valueOf, withRandom } from "./assertions.mjs";
import { CALLS, PROJECT, TRANSFER, createClient, start } from "./calls.mjs";
import { respondInTurn, spy, succeed } from "./service.mjs";

/** The hooks of an attempt as options of a client. Each logs its name and its arguments before it runs `react`. */
function createHooks(react = () => {}) {
  const log = [];
  const hook =
    (name) =>
    (...args) => {
      log.push([name, ...args]);
      return react(...args);
    };
  const options = {
    onRequest: hook("onRequest"),
    onResponse: hook("onResponse"),
    onRetry: hook("onRetry"),
  };
  return { log, options };
}

test(
  "hooks are called for each request, response and retry",
  withRandom(0.25, async () => {
    // The delays below are a quarter of 200 ms after the first attempt and of 400 ms after the second.
    const fetch = respondInTurn(
      () => {
        throw "boom";
      },
      () => new Response("", { status: 503, headers: { "x-request-id": "r/1" } }),
      succeed,
    );
    const { log, options } = createHooks();
    await valueOf(start(createClient(fetch, { maxRetries: 2, ...options }), PROJECT));
    // The loop at the end checks the fields that are left out here.
    const eventsWithoutCall = log.map(([name, { callId, elapsedMs, endpoint, url, ...event }]) => [
      name,
      event,
    ]);
    assertSameJson(eventsWithoutCall, [
      ["onRequest", { attempt: 1 }],
      ["onRetry", { attempt: 1, delayMs: 50, reason: "network" }],
      ["onRequest", { attempt: 2 }],
      ["onResponse", { attempt: 2, status: 503, requestId: "r/1" }],
      ["onRetry", { attempt: 2, delayMs: 100, reason: "status", status: 503 }],
      ["onRequest", { attempt: 3 }],
      ["onResponse", { attempt: 3, status: 200 }],
    ]);
    for (const [name, event, ...furtherArguments] of log) {
      assert.equal(furtherArguments.length, 0);
      assert.equal(event.callId, 1);
      assert.equal(event.endpoint, "GET /project");
      assert.equal(event.url, "https://api.example.com/v1/project");
      if (name === "onResponse") assert.ok(event.elapsedMs >= 0);
      else assert.equal(event.elapsedMs, undefined);
    }
  }),
);

test("onDrift is called for a difference from the specification that does not fail the call", async () => {
  const onDrift = spy();
  const fetch = respondInTurn(() => new Response('{"_id":"1","status":"sleeping"}'));
  await valueOf(start(createClient(fetch, { onDrift }), TRANSFER));
  assert.equal(onDrift.calls.length, 1);
  const [[{ callId, endpoint, url, ...event }]] = onDrift.calls;
  assert.deepEqual([callId, endpoint], [1, TRANSFER.endpoint]);
  const expected = "a value of the specification";
  assert.deepEqual(event, {
    attempt: 1,
    pointer: "/status",
    expected,
    found: '"sleeping"',
    skipped: false,
  });
});

/** Runs `callback`. Returns the arguments of all calls of `console.error` that it makes. */
async function consoleErrorsOf(callback) {
  const { error } = console;
  const replacement = spy();
  console.error = replacement;
  try {
    await callback();
  } finally {
    console.error = error;
  }
  return replacement.calls;
}

for (const [title, react, hookFails] of [
  [
    "a hook that throws",
    () => {
      throw "hook";
    },
    true,
  ],
  ["a hook that rejects", () => Promise.reject("hook"), true],
  [
    "a hook that returns a thenable that throws",
    () => ({
      then() {
        throw "hook";
      },
    }),
    true,
  ],
  [
    "an onResponse or onRetry that never settles",
    // The events of onResponse and onRetry have a status or a reason. The client waits for onRequest.
    (event) => ("status" in event || "reason" in event ? new Promise(() => {}) : undefined),
    false,
  ],
  [
    "a hook that changes its event",
    (event) => {
      for (const name in event) delete event[name];
      event.status = 200;
    },
    false,
  ],
  ["a hook that returns false", () => false, false],
]) {
  test(
    `${title} does not change the call`,
    withRandom(0, async () => {
      const fetch = respondInTurn(() => new Response("", { status: 503 }), succeed);
      const { log, options } = createHooks(react);
      const client = createClient(fetch, { maxRetries: 2, ...options });
      const errors = await consoleErrorsOf(async () => {
        assert.equal((await valueOf(start(client, TRANSFER)))._id, "1");
      });
      assert.equal(fetch.calls.length, 2);
      const names = log.map(([name]) => name);
      assert.deepEqual(names, ["onRequest", "onResponse", "onRetry", "onRequest", "onResponse"]);
      // The console shows the error of each hook.
      assert.deepEqual(
        errors.map((args) => args.at(-1)),
        hookFails ? names.map(() => "hook") : [],
      );
    }),
  );
}

/** The hooks onCallStart, onRequest and onCallEnd as options of a client, and the events that they received. */
function createCallHooks() {
  const events = [];
  const hook = (name) => (event) => void events.push([name, event]);
  const options = {
    onCallStart: hook("start"),
    onRequest: hook("request"),
    onCallEnd: hook("end"),
  };
  /** The name of each event, the number of its call, and the kind of its error, if any. */
  const summary = () =>
    events.map(([name, { callId, error }]) =>
      error ? [name, callId, error.kind] : [name, callId],
    );
  return { events, options, summary };
}

for (const call of CALLS) {
  test(`${call.endpoint} calls onCallStart and onCallEnd, which receives the error of a failed call`, async () => {
    const { events, options, summary } = createCallHooks();
    const client = createClient(
      respondInTurn(succeed, () => new Response("", { status: 503 })),
      { ...options },
    );
    await valueOf(start(client, call));
    const failed = await errorOf(start(client, call));
    // A call that the client refuses has a start and an end too.
    const refused = await errorOf(start(client, call, { timeoutMs: -1 }));
    assert.deepEqual(summary(), [
      ["start", 1],
      ["request", 1],
      ["end", 1],
      ["start", 2],
      ["request", 2],
      ["end", 2, "server"],
      ["start", 3],
      ["end", 3, "invalid_argument"],
    ]);
    const endErrors = events.filter(([name]) => name === "end").map(([, { error }]) => error);
    assert.deepEqual(endErrors, [undefined, failed, refused]);
    // The hook receives the same object as the caller.
    assert.equal(endErrors[1], failed);
    assert.equal(failed.callId, 2);
    for (const [name, { endpoint, elapsedMs }] of events) {
      assert.equal(endpoint, call.endpoint);
      // Only the event of onCallEnd has `elapsedMs`.
      assert.equal(elapsedMs >= 0, name === "end");
    }
  });
}

test("onCallStart is called before the method returns, and onCallEnd before the caller goes on", async () => {
  const { options, summary } = createCallHooks();
  const call = start(createClient(respondInTurn(succeed), options), TRANSFER);
  assert.deepEqual(summary(), [["start", 1]]);
  await call;
  assert.deepEqual(summary(), [
    ["start", 1],
    ["request", 1],
    ["end", 1],
  ]);
});

test("each caller of a shared request gets its own start and end", async () => {
  const { options, summary } = createCallHooks();
  const client = createClient(respondInTurn(succeed), options);
  await Promise.all([0, 1].map(() => valueOf(start(client, TRANSFER))));
  assert.deepEqual(summary(), [
    ["start", 1],
    ["start", 2],
    ["request", 1],
    ["end", 1],
    ["end", 2],
  ]);
});

test("the errors of callers that share a request have the callId of the first caller", async () => {
  const { events, options } = createCallHooks();
  const client = createClient(
    respondInTurn(() => new Response("", { status: 500 })),
    { maxRetries: 0, ...options },
  );
  await Promise.all([0, 1].map(() => errorOf(start(client, PROJECT))));
  const ends = events
    .filter(([name]) => name === "end")
    .map(([, { callId, error }]) => [callId, error.callId]);
  assert.deepEqual(ends, [
    [1, 1],
    [2, 1],
  ]);
});

test("an aborted call has an end", async () => {
  const { options, summary } = createCallHooks();
  const client = createClient(() => new Promise(() => {}), options);
  const controller = new AbortController();
  const aborted = errorOf(start(client, PROJECT, { signal: controller.signal }));
  controller.abort();
  await aborted;
  assert.deepEqual(summary(), [
    ["start", 1],
    ["end", 1, "aborted"],
  ]);
});

test("an error of onCallStart or onCallEnd does not change the call", async () => {
  const hook = () => {
    throw "hook";
  };
  const errors = await consoleErrorsOf(async () => {
    const failing = createClient(() => new Response("", { status: 500 }), {
      onCallStart: hook,
      onCallEnd: hook,
    });
    assert.equal((await errorOf(start(failing, PROJECT))).kind, "server");
  });
  assert.deepEqual(
    errors.map((args) => args.at(-1)),
    ["hook", "hook"],
  );
});

for (const [title, onRequest] of [
  ["returns", ({ attempt }) => ({ headers: { "x-attempt": String(attempt), "x-a": "hook" } })],
  [
    "resolves to",
    async ({ attempt }) => ({ headers: new Headers({ "X-Attempt": attempt, "x-a": "hook" }) }),
  ],
]) {
  test(
    `onRequest adds the headers that it ${title} to its attempt`,
    withRandom(0, async () => {
      const fetch = respondInTurn(() => new Response("", { status: 503 }), succeed);
      const client = createClient(fetch, {
        maxRetries: 1,
        onRequest,
        headers: { "x-a": "client", "x-b": "client" },
      });
      await valueOf(start(client, TRANSFER));
      const sent = fetch.calls.map(([, { headers }]) =>
        ["x-attempt", "x-a", "x-b"].map((name) => headers[name]),
      );
      assert.deepEqual(sent, [
        ["1", "hook", "client"],
        ["2", "hook", "client"],
      ]);
    }),
  );
}

test("a bad header from onRequest ends the call before it sends anything", async () => {
  for (const headers of [
    { cookie: "canary" },
    { "x-a": "canary\r\n" },
    { "x-a": 5 },
    "canary",
    5,
  ]) {
    const fetch = respondInTurn(succeed);
    const error = await errorOf(
      start(createClient(fetch, { maxRetries: 2, onRequest: () => ({ headers }) }), PROJECT),
    );
    assert.deepEqual(
      [error.kind, error.parameter, error.attempts],
      ["invalid_argument", "onRequest", []],
    );
    assert.ok(
      error.message.startsWith("Invalid onRequest: ") && !error.message.includes("canary"),
      error.message,
    );
    assert.equal(fetch.calls.length, 0);
  }
});

test("the time limit of an attempt includes onRequest", async () => {
  const fetch = respondInTurn(succeed);
  const client = createClient(fetch, { timeoutMs: 30, onRequest: () => new Promise(() => {}) });
  const error = await errorOf(start(client, PROJECT));
  assert.deepEqual(
    [error.code, error.attempts.length, fetch.calls.length],
    ["attempt_timeout", 1, 0],
  );
});

test("no error shows the value of a header from onRequest", async () => {
  const fetch = () => new Response('{"message":"bad secret-of-hook"}', { status: 400 });
  const onRequest = () => ({ headers: { authorization: "Bearer secret-of-hook" } });
  const error = await errorOf(start(createClient(fetch, { onRequest }), PROJECT));
  assert.equal(error.serverMessage, "bad [redacted]");
  assert.equal(
    error.toCurl(),
    `curl -H 'x-api-key: <key>' -H 'authorization: <value>' '${error.url}'`,
  );
  assert.equal(JSON.stringify(error).includes("secret-of-hook"), false);
});

test("the result of a hook other than onRequest is ignored", async () => {
  const names = ["onCallStart", "onResponse", "onRetry", "onDrift", "onCallEnd"];
  const hooks = Object.fromEntries(names.map((name) => [name, () => ({ headers: 5 })]));
  await valueOf(start(createClient(respondInTurn(succeed), hooks), PROJECT));
  // If the client read the invalid headers, a promise that nothing handles would reject and fail the test.
  await new Promise((resolve) => setTimeout(resolve, 10));
});
