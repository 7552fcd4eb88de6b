// The cases of cases.json through the built package, as token metadata and as an unknown field of a typed body.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { ADDRESS, respondingWith, assertSameJson, assertDecodeError } from "../hostile/client.mjs";
import { bytesOf, inField, show } from "./case.mjs";
import { FILE, rendered } from "./make.mjs";

const committed = readFileSync(FILE, "utf8");
const service = respondingWith();
const token = (options) => service.client.tokenUri(ADDRESS, 1, { chainId: 1, ...options });

/** The text and value of a body by the decoder and JSON.parse of the host; undefined when one of them throws. */
function asHost(body) {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    return { text, value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

async function checkAsMetadata(one, host) {
  if (one.free !== "accepted") {
    const error = await assertDecodeError(token(), one.free);
    await assertDecodeError(token({ integers: "exact" }), one.free);
    if (one.text !== undefined) assert.ok(one.text.replace(/^\ufeff/, "").startsWith(error.bodySnippet));
    return;
  }
  const value = await token();
  assertSameJson(value, host.value);
  assert.equal(show(value), one.value ?? show(host.value));
  assert.equal(show(await token({ integers: "exact" })), one.exact ?? show(host.value));
  assert.equal((await token({ raw: true })).text, host.text);
}

async function checkAsField(one, host) {
  if (one.typed !== "accepted") {
    await assertDecodeError(service.client.project(), one.typed);
    return;
  }
  const { later } = await service.client.project();
  assert.equal(show(later), one.quoted ?? show(host.value));
  if (one.quoted === undefined) assertSameJson(later, host.value);
}

test("cases.json is what make.mjs writes", () => {
  assert.ok(committed === rendered(), "run node tests/json/make.mjs");
});

for (const one of JSON.parse(committed)) {
  test(one.name, async () => {
    const body = bytesOf(one);
    const host = asHost(body);
    // The host must agree, so that no case has a wrong outcome. It has no limit of depth.
    if (one.free !== "too_deep") assert.equal(host !== undefined, one.free === "accepted", "the host disagrees");
    service.body = body;
    await checkAsMetadata(one, host);
    service.body = inField(body);
    await checkAsField(one, host);
    service.body = '{"balance":"1"}';
    assert.deepEqual(await service.client.project(), { balance: "1" });
  });
}
