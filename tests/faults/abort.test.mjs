import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import { runAbort } from "./abort.mjs";
import { correctResponse } from "./fetch-responses.mjs";
import { Client, isEtherealQueryError } from "./package.mjs";
import { CANARY } from "./expected-responses.mjs";

test("aborts a call at six stages at once, with the reason, without a later request or a listener", async () => {
  const { failures, ...figures } = await runAbort({ each: 20 });
  assert.deepEqual(failures, []);
  const { aborted, openSockets, unhandled } = figures;
  assert.deepEqual({ aborted, openSockets, unhandled }, { aborted: 120, openSockets: 0, unhandled: [] });
});

test("a thousand calls with one signal leave no listener, and it aborts the next call", async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const fetch = async (request) => correctResponse(request);
  const client = new Client({ baseUrl: "https://signal.test", apiKey: CANARY, fetch });
  for (let i = 0; i < 1000; i += 10) {
    await Promise.all(Array.from({ length: 10 }, () => client.project({ signal })));
    assert.equal(getEventListeners(signal, "abort").length, 0);
  }
  const last = client.project({ signal });
  controller.abort("enough");
  await assert.rejects(last, (error) => isEtherealQueryError(error, "aborted") && error.cause === "enough");
});
