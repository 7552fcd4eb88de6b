// Integers beyond 2^53-1 in token metadata. For the fields of records, see tests/hostile/numbers.test.mjs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { valueOf } from "./assertions.mjs";
import { TOKEN, createClient, start } from "./calls.mjs";
import { respondWith } from "./service.mjs";

/** 9007199254740993 is 2^53+1, which JavaScript rounds to 2^53. The largest safe integer is 2^53-1. */
const METADATA = `{"big":9007199254740993,"negative":-9007199254740993,"safe":9007199254740991,
  "list":[{"n":18446744073709551616}],
  "fraction":9007199254740993.5,"exponent":1e30,"text":"9007199254740993",
  "marked":"\\u0001x","two":"\\u0001\\u0001y","z":1,"b":2}`;

/** A text that must stay a text. An earlier version marked large integers with the control character U+0001. */
const MARKED_5 = "\u0001" + "5";

const tokenOf = (body, options) =>
  valueOf(start(createClient(respondWith(200, body)), TOKEN, options));

test("a large integer in exact token metadata becomes a BigInt", async () => {
  const token = await tokenOf(METADATA, { integers: "exact" });
  assert.equal(token.big, 9007199254740993n);
  assert.equal(token.negative, -9007199254740993n);
  assert.equal(token.list[0].n, 18446744073709551616n);
  assert.equal(token.safe, 9007199254740991);
  // eslint-disable-next-line no-loss-of-precision -- the nearest double is what the client must return
  assert.equal(token.fraction, 9007199254740993.5);
  assert.equal(token.exponent, 1e30);
  assert.equal(token.text, "9007199254740993");
  assert.equal(token.marked, "\u0001x");
  assert.equal(token.two, "\u0001\u0001y");
  // The keys are in the order of the document.
  assert.deepEqual(Object.keys(token).slice(-2), ["z", "b"]);
  assert.equal((await tokenOf(JSON.stringify([MARKED_5]), { integers: "exact" }))[0], MARKED_5);
  assert.equal(await tokenOf("9007199254740993", { integers: "exact" }), 9007199254740993n);
});

test("exact token metadata has own properties only, even when a script has extended Object.prototype", async () => {
  // The client must neither convert an inherited property nor write to Object.prototype.
  const stray = { value: MARKED_5, enumerable: true, configurable: true };
  Object.defineProperty(Object.prototype, "stray", stray);
  let token;
  let strayAfterCall;
  try {
    const body = '{"big":9007199254740993,"__proto__":{"big":9007199254740993}}';
    token = await tokenOf(body, { integers: "exact" });
    strayAfterCall = Object.prototype.stray;
  } finally {
    delete Object.prototype.stray;
  }
  assert.equal(strayAfterCall, MARKED_5);
  assert.equal(Object.keys(token).join(), "big,__proto__");
  assert.equal(token.big, 9007199254740993n);
  assert.equal(Object.getOwnPropertyDescriptor(token, "__proto__").value.big, 9007199254740993n);
  assert.equal(Object.getPrototypeOf(token), Object.prototype);
});

test("a large integer in token metadata is rounded by default, as by JSON.parse", async () => {
  const token = await tokenOf(METADATA);
  assert.equal(token.big, 9007199254740992);
  assert.equal(token.marked, "\u0001x");
  assert.equal(token.two, "\u0001\u0001y");
});

test("the options integers and raw work together", async () => {
  const document = await tokenOf("[ 9007199254740993 ]", { integers: "exact", raw: true });
  assert.equal(document.text, "[ 9007199254740993 ]");
  assert.equal(document.data[0], 9007199254740993n);
  assert.equal(document.status, 200);
});
