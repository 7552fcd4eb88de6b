// Integers beyond 2^53-1 in a body.
import assert from "node:assert/strict";
import { test } from "node:test";
import { valueOf } from "./assertions.mjs";
import { ETHEREALS, PROJECT, TOKEN, TRANSFER, createClient, start } from "./calls.mjs";
import { respondWith } from "./service.mjs";

/** 2^256-1, the largest integer of the chain. */
const MAX_UINT256 = "115792089237316195423570985008687907853269984665640564039457584007913129639935";

const METADATA = `{"big":9007199254740993,"negative":-9007199254740993,"safe":9007199254740991,
  "list":[{"n":18446744073709551616}],
  "fraction":9007199254740993.5,"exponent":1e30,"text":"9007199254740993",
  "marked":"\\u0001x","two":"\\u0001\\u0001y","z":1,"b":2}`;

const resultOf = (call, body, options) => valueOf(start(createClient(respondWith(200, body)), call, options));

test("a large integer in a transfer becomes a string, also in an unknown field", async () => {
  const record = `{"_id":"1","status":"done","tokenIds":[5801,${MAX_UINT256}],"tokenAmount":9007199254740993,
    "fromChain":1,"later":[${MAX_UINT256},-${MAX_UINT256},12]}`;
  const transfer = await resultOf(TRANSFER, `{"bridgeData":{"bridgeData":[${record}]}}`);
  assert.equal(transfer.tokenIds[1], MAX_UINT256);
  assert.equal(transfer.tokenAmount, "9007199254740993");
  assert.equal(transfer.fromChain, 1);
  assert.deepEqual(transfer.later, [MAX_UINT256, `-${MAX_UINT256}`, 12]);
});

test("a large integer in a project becomes a string", async () => {
  const project = await resultOf(PROJECT, `{"balanceWei":${MAX_UINT256},"balance":"1.5"}`);
  assert.equal(project.balanceWei, MAX_UINT256);
  assert.equal(project.balance, "1.5");
});

test("a large integer in a list becomes a string", async () => {
  const record = '{"_id":"1","status":"active","balance":1099756711100000000,"lastCheckedTimestamp":1740953590}';
  const { items } = await resultOf(ETHEREALS, `[${record}]`);
  assert.equal(items[0].balance, "1099756711100000000");
  assert.equal(items[0].lastCheckedTimestamp, 1740953590);
});

test("a large integer in exact token metadata becomes a BigInt", async () => {
  const token = await resultOf(TOKEN, METADATA, { integers: "exact" });
  assert.equal(token.big, 9007199254740993n);
  assert.equal(token.negative, -9007199254740993n);
  assert.equal(token.list[0].n, 18446744073709551616n);
  assert.equal(token.safe, 9007199254740991);
  // eslint-disable-next-line no-loss-of-precision -- the nearest double is what the client must return
  assert.equal(token.fraction, 9007199254740993.5);
  assert.equal(token.exponent, 1e30);
  assert.equal(token.text, "9007199254740993");
  // The control character U+0001 in a text has no meaning.
  assert.equal(token.marked, "\u0001x");
  assert.equal(token.two, "\u0001\u0001y");
  assert.deepEqual(Object.keys(token).slice(-2), ["z", "b"]);
  assert.equal((await resultOf(TOKEN, '["\\u00015"]', { integers: "exact" }))[0], "\u00015");
  assert.equal(await resultOf(TOKEN, "9007199254740993", { integers: "exact" }), 9007199254740993n);
});

test("exact token metadata has own properties only, also when a script has extended Object.prototype", async () => {
  const stray = { value: "\u00015", enumerable: true, configurable: true };
  Object.defineProperty(Object.prototype, "stray", stray);
  let token;
  let strayAfterwards;
  try {
    const body = '{"big":9007199254740993,"__proto__":{"big":9007199254740993}}';
    token = await resultOf(TOKEN, body, { integers: "exact" });
    strayAfterwards = Object.prototype.stray;
  } finally {
    delete Object.prototype.stray;
  }
  assert.equal(strayAfterwards, "\u00015");
  assert.equal(Object.keys(token).join(), "big,__proto__");
  assert.equal(token.big, 9007199254740993n);
  assert.equal(Object.getOwnPropertyDescriptor(token, "__proto__").value.big, 9007199254740993n);
  assert.equal(Object.getPrototypeOf(token), Object.prototype);
});

test("a large integer in other token metadata is rounded as by JSON.parse", async () => {
  const token = await resultOf(TOKEN, METADATA);
  assert.equal(token.big, 9007199254740992);
  assert.equal(token.marked, "\u0001x");
  assert.equal(token.two, "\u0001\u0001y");
});

test("the options integers and raw work together", async () => {
  const document = await resultOf(TOKEN, "[ 9007199254740993 ]", { integers: "exact", raw: true });
  assert.equal(document.text, "[ 9007199254740993 ]");
  assert.equal(document.data[0], 9007199254740993n);
  assert.equal(document.status, 200);
});
