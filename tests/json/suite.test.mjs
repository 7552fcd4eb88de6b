// The built package reads each case of cases.json as token metadata, and as an unknown field of a typed body. The cases
// follow the grammar and the rules of RFC 8259. A case is an object with these fields:
// - `name`.
// - The body: `text`, or `hex` with its bytes, or `parts` with texts and how often each text is repeated.
// - `free` and `typed`: the outcome as token metadata, and as an unknown field. The outcome is "accepted" or an error
//   code.
// - `value`, `exact` and `quoted`: the result as token metadata, as token metadata with exact integers, and as an
//   unknown field, each in the notation of `show`. Without this field, the result must equal the result of JSON.parse.
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

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** The body as the value of `later`, an unknown field. A byte order mark stays at the front. */
function inField(body) {
  const hasMark = BYTE_ORDER_MARK.every((byte, i) => body[i] === byte);
  const start = hasMark ? BYTE_ORDER_MARK.length : 0;
  const open = ENCODER.encode('{"later":');
  const close = ENCODER.encode("}");
  return Buffer.concat([body.subarray(0, start), open, body.subarray(start), close]);
}

/**
 * The text and the value of a body, as the decoder and JSON.parse of the host read it. `undefined` if one of the two
 * throws.
 */
function readWithHost(body) {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    return { text, value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

async function checkAsMetadata(testCase, host) {
  if (testCase.free !== "accepted") {
    const error = await assertDecodeError(token(), testCase.free);
    await assertDecodeError(token({ integers: "exact" }), testCase.free);
    if (testCase.text !== undefined)
      assert.ok(testCase.text.replace(/^\ufeff/, "").startsWith(error.bodySnippet));
    return;
  }
  const value = await token();
  assertSameJson(value, host.value);
  assert.equal(show(value), testCase.value ?? show(host.value));
  assert.equal(show(await token({ integers: "exact" })), testCase.exact ?? show(host.value));
  assert.equal((await token({ raw: true })).text, host.text);
}

async function checkAsField(testCase, host) {
  if (testCase.typed !== "accepted") {
    await assertDecodeError(service.client.project(), testCase.typed);
    return;
  }
  const { later } = await service.client.project();
  assert.equal(show(later), testCase.quoted ?? show(host.value));
  if (testCase.quoted === undefined) assertSameJson(later, host.value);
}

test("no two cases have the same name", () => {
  const names = CASES.map(({ name }) => name);
  assert.deepEqual(
    names.filter((name, i) => names.indexOf(name) !== i),
    [],
  );
});

for (const testCase of CASES) {
  test(testCase.name, async () => {
    const body = bytesOf(testCase);
    const host = readWithHost(body);
    // The host must agree, so that no case has a wrong outcome. JSON.parse has no depth limit.
    if (testCase.free !== "too_deep")
      assert.equal(host !== undefined, testCase.free === "accepted", "the host disagrees");
    service.body = body;
    await checkAsMetadata(testCase, host);
    service.body = inField(body);
    await checkAsField(testCase, host);
    service.body = '{"balance":"1"}';
    assert.deepEqual(await service.client.project(), { balance: "1" });
  });
}
