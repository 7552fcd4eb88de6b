// The cases of cases.json through the built package, as token metadata and as an unknown field of a typed body. The
// cases follow the grammar and the rules of RFC 8259. A case is an object with these fields:
// - `name`;
// - `text`, the body; or `hex`, its bytes; or `parts`, texts with the number of their repetitions;
// - `free`, the outcome as token metadata, and `typed`, the outcome as an unknown field: "accepted", or the code of the
//   error;
// - `value`, the result as metadata, `exact`, that with exact integers, and `quoted`, that in a typed body; an absent
//   one is the result of JSON.parse;
// - `rfc` and `why`: the section of RFC 8259 that leaves the outcome to the parser, and the decision.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  CALLS,
  TOKEN,
  respondingWith,
  assertSameJson,
  assertDecodeError,
  show,
} from "../hostile/client.mjs";

const CASES = JSON.parse(readFileSync(new URL("./cases.json", import.meta.url), "utf8"));
const service = respondingWith();
const token = (options) => CALLS[TOKEN](service.client, options);

const ENCODER = new TextEncoder();

/** The bytes of a case. */
function bytesOf({ text, hex, parts }) {
  if (hex !== undefined) return new Uint8Array(Buffer.from(hex, "hex"));
  return ENCODER.encode(text ?? parts.map(([piece, times]) => piece.repeat(times)).join(""));
}

const MARK = [0xef, 0xbb, 0xbf];

/** The body as the value of `later`, an unknown field. A byte order mark stays at the front. */
function inField(body) {
  const start = MARK.every((byte, i) => body[i] === byte) ? 3 : 0;
  const [open, close] = [ENCODER.encode('{"later":'), ENCODER.encode("}")];
  return Buffer.concat([body.subarray(0, start), open, body.subarray(start), close]);
}

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
    if (one.text !== undefined)
      assert.ok(one.text.replace(/^\ufeff/, "").startsWith(error.bodySnippet));
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

test("each case has its own name", () => {
  const names = CASES.map(({ name }) => name);
  assert.deepEqual(
    names.filter((name, i) => names.indexOf(name) !== i),
    [],
  );
});

for (const one of CASES) {
  test(one.name, async () => {
    const body = bytesOf(one);
    const host = asHost(body);
    // The host must agree, so that no case has a wrong outcome. It has no limit of depth.
    if (one.free !== "too_deep")
      assert.equal(host !== undefined, one.free === "accepted", "the host disagrees");
    service.body = body;
    await checkAsMetadata(one, host);
    service.body = inField(body);
    await checkAsField(one, host);
    service.body = '{"balance":"1"}';
    assert.deepEqual(await service.client.project(), { balance: "1" });
  });
}
