// The response bodies: seeded, with the same bytes on every machine, as the specification describes them.
import { isoDate, recordId, randomSource } from "../../seed/generate/random.mjs";
import { transfers } from "../../seed/generate/transfers.mjs";

const CHAINS = ["1", "10", "137", "8453", "42161", "81457"];
const WORDS = ["Quiet", "Amber", "Hollow", "Woven", "Sunken", "Paper", "Trees", "Sparrows", "Cassettes", "Harbours"];
const NOW = 1740953590;

function ethereal(random) {
  const [first, second] = [random.pick(WORDS), random.pick(WORDS)];
  const checked = NOW - random.int(1, 9_000_000);
  const wei = () => `${random.int(1, 4000)}${String(random.int(0, 999_999)).padStart(6, "0")}000000000`;
  return {
    _id: recordId(random),
    ethereal: random.address(),
    status: random.chance(0.2) ? "unfunded" : "active",
    balance: wei(),
    sourceChain: random.pick(CHAINS),
    sourceContract: random.address(),
    tokenName: `${first} ${second}`,
    tokenSymbol: `${first[0]}${second.slice(0, 3)}`.toUpperCase(),
    lastCheckedTimestamp: checked,
    lastCheckedDate: isoDate(checked),
    lastSyncTimestamp: checked - 300,
    lastSyncData: isoDate(checked - 300),
    deposits: Array.from({ length: random.int(0, 5) }, () => ({
      amount: wei(),
      txHash: random.hash(),
      timestamp: checked - random.int(1000, 9_000_000),
    })),
  };
}

const page = (rows) => JSON.stringify({ etherealData: rows, nextCursor: "eyJ2IjoxLCJhZnRlciI6IjY3YzRjNWQ2ZTcifQ" });

/** Creates the measured bodies, and invalid ones that every check must reject. */
export function createBodies() {
  const random = randomSource("client bench");
  const rows = Array.from({ length: 10_000 }, () => ethereal(random));
  const longest = transfers()
    .map((row) => JSON.stringify(row))
    .sort((a, b) => b.length - a.length)[0];
  const transfer = (text) => `{"bridgeData":{"bridgeData":[${text}]},"nextCursor":null}`;
  // Every tenth record has a number of 77 digits.
  const amount = "115792089237316195423570985008687907853269984665640564039457584007913129639935".slice(1);
  const exact = rows.slice(0, 1000).map((row, i) => (i % 10 ? row : { ...row, balance: 0 }));
  const invalidPage = (field, value) =>
    page(rows.slice(0, 50).map((row, i) => (i === 31 ? { ...row, [field]: value } : row)));
  return {
    "page-50": page(rows.slice(0, 50)),
    "page-1000": page(rows.slice(0, 1000)),
    "page-10000": page(rows),
    transfer: transfer(longest),
    exact: page(exact).replaceAll('"balance":0', `"balance":${amount}`),
    "bad-page-1": invalidPage("_id", undefined),
    "bad-page-2": invalidPage("_id", true),
    "bad-page-3": invalidPage("status", {}),
    "bad-page-4": invalidPage("status", ["active"]),
    "bad-page-5": JSON.stringify({ etherealData: {}, nextCursor: null }),
    "bad-transfer-1": transfer(longest.replace(/"status":"[^"]*"/, '"status":{}')),
    "bad-transfer-2": transfer(longest.replace(/"_id":"[^"]*"/, '"_id":[]')),
  };
}
