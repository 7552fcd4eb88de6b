// Tests `chain: "auto"`: a call looks for the transfer on mainnet, and then on sepolia.
import assert from "node:assert/strict";
import { test } from "node:test";
import { errorOf } from "./assertions.mjs";
import { HASH, createClient } from "./calls.mjs";
import { spy, jsonResponse, requestsOf } from "./service.mjs";

const AUTO = { chain: "auto" };
const TRANSFER = { _id: "1", status: "done" };
const TRANSFER_JSON = JSON.stringify(TRANSFER);

/** A `fetch` with a response for each chain type: the text of a record, or the status of a failure. */
const respondByChain = (responsesByChain) =>
  spy((url) => {
    const response = responsesByChain[new URL(url).searchParams.get("chain")];
    return typeof response === "number"
      ? jsonResponse(response, '{"message":"no"}')
      : jsonResponse(200, response);
  });
const chainsOf = (fetch) =>
  requestsOf(fetch).map(({ url }) => new URL(url).searchParams.get("chain"));

test("finds a transfer on mainnet with one request", async () => {
  const fetch = respondByChain({ mainnet: TRANSFER_JSON, sepolia: 500 });
  assert.deepEqual(await createClient(fetch).bridgeTransfer(HASH, AUTO), TRANSFER);
  assert.deepEqual(chainsOf(fetch), ["mainnet"]);
});

test("finds a transfer on sepolia that mainnet does not know", async () => {
  const fetch = respondByChain({ mainnet: 404, sepolia: TRANSFER_JSON });
  assert.deepEqual(await createClient(fetch).bridgeTransfer(HASH, AUTO), TRANSFER);
  assert.deepEqual(chainsOf(fetch), ["mainnet", "sepolia"]);
});

test("returns null if neither mainnet nor sepolia knows the transfer", async () => {
  const fetch = respondByChain({ mainnet: 404, sepolia: 404 });
  assert.equal(await createClient(fetch).bridgeTransfer(HASH, AUTO), null);
  assert.deepEqual(chainsOf(fetch), ["mainnet", "sepolia"]);
});

for (const [failingChain, responsesByChain, requestedChains] of [
  ["mainnet", { mainnet: 401, sepolia: TRANSFER_JSON }, ["mainnet"]],
  ["sepolia", { mainnet: 404, sepolia: 401 }, ["mainnet", "sepolia"]],
]) {
  test(`rejects with the failure of ${failingChain}`, async () => {
    const fetch = respondByChain(responsesByChain);
    assert.equal(
      (await errorOf(createClient(fetch).bridgeTransfer(HASH, AUTO))).kind,
      "unauthenticated",
    );
    assert.deepEqual(chainsOf(fetch), requestedChains);
  });
}

test("waits for a transfer on sepolia, and then polls sepolia only", async () => {
  let polls = 0;
  const fetch = spy((url) => {
    if (url.includes("mainnet")) return jsonResponse(404, "{}");
    polls++;
    const status = polls === 1 ? "wait-rb" : "done";
    return jsonResponse(200, JSON.stringify({ _id: "1", status }));
  });
  const transfer = await createClient(fetch).waitForTransfer(HASH, {
    ...AUTO,
    intervalMs: 1,
    maxIntervalMs: 1,
  });
  assert.equal(transfer.status, "done");
  assert.deepEqual(chainsOf(fetch), ["mainnet", "sepolia", "sepolia"]);
});

test("waits for a transfer that neither chain has at first", async () => {
  const pendingJson = JSON.stringify({ _id: "1", status: "wait-rb" });
  // Two polls request both chains. The third poll requests only sepolia, where the second poll has found the transfer.
  const responses = [404, 404, 404, pendingJson, TRANSFER_JSON];
  const fetch = spy(() => {
    const response = responses.shift();
    return response === 404 ? jsonResponse(404, "{}") : jsonResponse(200, response);
  });
  const updates = [];
  await createClient(fetch).waitForTransfer(HASH, {
    ...AUTO,
    intervalMs: 1,
    maxIntervalMs: 1,
    onProgress: ({ phase, transfer }) => updates.push([phase, transfer?.status]),
  });
  assert.deepEqual(updates, [
    ["missing", undefined],
    ["pending", "wait-rb"],
    ["done", "done"],
  ]);
  assert.deepEqual(chainsOf(fetch), ["mainnet", "sepolia", "mainnet", "sepolia", "sepolia"]);
});

test("names auto among the values of chain", async () => {
  const { message } = await errorOf(createClient(spy()).bridgeTransfer(HASH, { chain: "goerli" }));
  assert.equal(message, 'Invalid chain: "goerli". Expected "mainnet", "sepolia" or "auto".');
});
