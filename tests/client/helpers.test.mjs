// The helper functions: units, addresses, URIs, routes and permissions.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  can, checksumAddress, formatUnits, parseUnits, phaseOf, resolveUri, routeOf, sameAddress,
} from "../../pkg/dist/index.js";
import { assertRefused, show, thrownBy } from "./assertions.mjs";
import { ADDRESS } from "./calls.mjs";
import { readFixture } from "./fixtures.mjs";

for (const [value, decimals, text] of [
  ["1099756711100000000", 18, "1.0997567111"],
  ["1500000", 6, "1.5"],
  ["-1", 2, "-0.01"],
  ["0", 255, "0"],
]) {
  test(`formatUnits and parseUnits convert ${value} with ${decimals} decimals to ${text} and back`, () => {
    assert.equal(formatUnits(value, decimals), text);
    assert.equal(formatUnits(BigInt(value), String(decimals)), text);
    assert.equal(parseUnits(text, decimals), BigInt(value));
  });
}

test("units have 18 decimals by default", () => {
  assert.equal(formatUnits(1099756711100000000n), "1.0997567111");
  assert.equal(parseUnits("1"), 1000000000000000000n);
});

test("formatUnits refuses a value that is not an integer", () => {
  for (const value of [1.5, true, {}, -1.5, 1e21, "", "0x10", null, "1 ", undefined, Symbol("1")]) {
    assertRefused(thrownBy(() => formatUnits(value, 18)), "value");
  }
});

test("parseUnits refuses a text that is not a decimal number, and too many decimals", () => {
  for (const text of ["1e3", "1,5", 0.1, null, {}, "", undefined, () => 1]) {
    assertRefused(thrownBy(() => parseUnits(text, 18)), "text");
  }
  assertRefused(thrownBy(() => parseUnits("0.001", 2)), "text");
});

test("formatUnits and parseUnits refuse decimals other than an integer from 0 to 255", () => {
  for (const decimals of [-1, 256, 1.5, "x", {}, "", null]) {
    assertRefused(thrownBy(() => formatUnits("1", decimals)), "decimals");
    assertRefused(thrownBy(() => parseUnits("1", decimals)), "decimals");
  }
});

test("checksumAddress returns an address in mixed case", () => {
  assert.equal(checksumAddress(ADDRESS.toLowerCase()), ADDRESS);
  for (const address of ["0x12", 7, null, {}, ""]) {
    assertRefused(thrownBy(() => checksumAddress(address)), "address");
  }
});

test("sameAddress ignores case, and is false for other values", () => {
  assert.equal(sameAddress(ADDRESS, ADDRESS.toLowerCase()), true);
  assert.equal(sameAddress(ADDRESS, "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"), false);
  for (const other of [null, 7, "", {}, undefined]) assert.equal(sameAddress(other, other), false, show(other));
});

const ID_IN_HEX = `${"0".repeat(62)}ff`;
for (const [uri, options, urls] of [
  [
    "ipfs://QmX/{id}",
    { id: "255", gateways: ["https://gw.example/", "https://b.example/x"] },
    [`https://gw.example/ipfs/QmX/${ID_IN_HEX}`, `https://b.example/x/ipfs/QmX/${ID_IN_HEX}`],
  ],
  ["https://a.b/{id}", { id: 255 }, [`https://a.b/${ID_IN_HEX}`]],
  ["https://a.b/{id}", { id: 255n }, [`https://a.b/${ID_IN_HEX}`]],
  ["https://a.b/{id}", { id: "0xff" }, [`https://a.b/${ID_IN_HEX}`]],
  ["ar://x/1", { arweaveGateways: ["https://ar.example"] }, ["https://ar.example/x/1"]],
  ["ipns://docs.example", {}, ["https://ipfs.io/ipns/docs.example", "https://dweb.link/ipns/docs.example"]],
  ["data:,x", undefined, ["data:,x"]],
  ['{"a":1}', null, ["data:application/json,%7B%22a%22%3A1%7D"]],
]) {
  test(`resolveUri returns the URLs of ${uri} with ${show(options)}`, () => {
    assert.deepEqual(resolveUri(uri, options), urls);
  });
}

test("resolveUri refuses an unusable URI and an invalid option", () => {
  for (const [uri, options, parameter] of [
    ["javascript:alert(1)", {}, "uri"],
    ["", {}, "uri"],
    ["ipfs://a/../b", {}, "uri"],
    ["ipfs://a/..%2f..%2fadmin", {}, "uri"],
    ["ipfs://%252e%252e%5cadmin", {}, "uri"],
    ["ipfs://QmX", { id: "-1" }, "id"],
    ["ipfs://QmX", { gateways: true }, "gateways"],
    ["ipfs://QmX", { gateways: ["gw.example"] }, "gateways"],
    ["ipfs://QmX", { gateways: [7] }, "gateways"],
    ["ar://x", { arweaveGateways: ["ftp://x"] }, "arweaveGateways"],
    ["ar://x", { gateway: "https://x" }, "options"],
    ["ar://x", 7, "options"],
    [{}, undefined, "uri"],
    [undefined, undefined, "uri"],
  ]) {
    assertRefused(thrownBy(() => resolveUri(uri, options)), parameter);
  }
});

const describeRoute = (transfer) => routeOf(transfer).map(({ kind, role, state, step, chainId, txHash }) =>
  `${kind} ${role} ${state} ${step} ${chainId ?? ""} ${txHash?.slice(0, 3) ?? "none"}`);

for (const [title, readTransfer, steps] of [
  ["a transfer that is done", () => readTransferFixture("transfer_native.json"), [
    "chain origin done 1 1 0x1",
    "relay relay done wormhole  0x2",
    "chain rollup done 42161 42161 0x3",
    "chain delivery done 45513 45513 0x4",
  ]],
  ["a transfer that waits", () => readTransferFixture("transfer_token.json"), [
    "chain origin done 11145513 11145513 0x1",
    "relay rollup waiting rollup bridge  none",
    "chain delivery pending 421614 421614 none",
  ]],
  ["a transfer that failed", () => ({ status: "error", fromChain: 1, toChain: 10, originTxnHash: "0x1" }), [
    "chain origin done 1 1 0x1",
    "chain delivery failed 10 10 none",
  ]],
]) {
  test(`routeOf returns the state of each step of ${title}`, async () => {
    assert.deepEqual(describeRoute(await readTransfer()), steps);
  });
}

async function readTransferFixture(name) {
  return JSON.parse(await readFixture(name)).bridgeData.bridgeData[0];
}

test("routeOf treats fields that throw as absent", () => {
  const revoked = () => {
    const { proxy, revoke } = Proxy.revocable([], {});
    revoke();
    return proxy;
  };
  const fail = () => {
    throw new Error("hostile");
  };
  const hostile = [
    revoked(),
    { route: revoked() },
    { route: [revoked()] },
    { get status() { return fail(); }, get route() { return fail(); } },
    { route: Object.defineProperty([], 0, { get: fail }) },
    { route: new Proxy([{}], { get: fail }) },
    { route: [{ get step() { return fail(); }, get txHash() { return fail(); } }] },
  ];
  for (const transfer of hostile) assert.ok(Array.isArray(routeOf(transfer)));
});

test("routeOf returns an array for any object", () => {
  for (const transfer of [
    null,
    {},
    { status: 7, route: "x" },
    { route: [null, 5, {}] },
    { toChain: Symbol("x") },
    // Texts with the control characters U+0000 and U+0001.
    { status: "\0" },
    { status: "\0\0\0\0\0\0\0\0\0" },
    { status: "done\0\0", fromChain: "\0", route: [{ step: "\0\0", txHash: "\0" }] },
    { status: "done", toChain: "\u0001an object", originTxnHash: "\0\0\0\0\0\0\0x" },
  ]) {
    const steps = routeOf(transfer);
    assert.ok(Array.isArray(steps), show(transfer));
    for (const { kind, role, state, step } of steps) {
      for (const field of [kind, role, state, step]) assert.equal(typeof field, "string", show(transfer));
    }
  }
  assertRefused(thrownBy(() => routeOf([])), "transfer");
});

for (const [granted, permission, expected] of [
  [["write", "create"], "write", true],
  [["write", "create"], "create", true],
  [["write", "create"], undefined, true],
  [true, "anything", true],
  [true, undefined, true],
  [["write", "create"], "read", false],
  [["write", "create"], "", false],
  [["write", "create"], "write,create", false],
  [["write,create"], "write", false],
  [[], undefined, false],
  [[], "", false],
  [false, undefined, false],
  [false, "x", false],
  [null, undefined, false],
  [{}, undefined, false],
  [7.5, undefined, false],
  ["true", undefined, false],
]) {
  test(`can is ${expected} for the permission ${show(permission)} when ${show(granted)} is granted`, () => {
    assert.equal(can({ auth: { area: granted } }, "area", permission), expected);
  });
}

test("phaseOf tells where a transfer stands", () => {
  assert.equal(phaseOf(null), "missing");
  assert.equal(phaseOf(undefined), "missing");
  for (const [status, expected] of [
    ["wait-wh", "pending"], ["wait-rb", "pending"], ["wait-cc", "pending"], ["manual", "manual"], ["done", "done"],
    ["error", "failed"], ["DONE", "pending"], ["constructor", "pending"], [undefined, "pending"],
  ]) assert.equal(phaseOf({ status }), expected, status);
});

test("can is false for a project without permissions", () => {
  for (const project of [null, undefined, {}, { auth: null }]) {
    assert.equal(can(project, "area"), false, show(project));
  }
});
