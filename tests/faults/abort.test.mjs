import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import { soakAbort } from "./abort.mjs";
import { right } from "./answers.mjs";
import { Client, isEtherealQueryError } from "./package.mjs";
import { CANARY } from "./truth.mjs";

test("ended by its signal at six stages: at once, with the reason, no request after it, no listener left", async () => {
  const { complaints, ...figures } = await soakAbort({ each: 20 });
  assert.deepEqual(complaints, []);
  const { aborted, openSockets, unhandled } = figures;
  assert.deepEqual({ aborted, openSockets, unhandled }, { aborted: 120, openSockets: 0, unhandled: [] });
});

test("a thousand calls on one signal leave no listener on it, and it still ends the next", async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const fetch = async (request) => right(request);
  const client = new Client({ baseUrl: "https://signal.test", apiKey: CANARY, fetch });
  for (let i = 0; i < 1000; i += 10) {
    await Promise.all(Array.from({ length: 10 }, () => client.project({ signal })));
    assert.equal(getEventListeners(signal, "abort").length, 0);
  }
  const last = client.project({ signal });
  controller.abort("enough");
  await assert.rejects(last, (error) => isEtherealQueryError(error, "aborted") && error.cause === "enough");
});
