// The response bodies: seeded, with the same bytes on every machine, as the specification describes them.
import { isoDate, recordId, randomSource } from "../../seed/generate/random.mjs";
import { transfers } from "../../seed/generate/transfers.mjs";
import { INVALID_PAGES, INVALID_TRANSFERS } from "./invalid.mjs";

const CHAINS = ["1", "10", "137", "8453", "42161", "81457"];
const WORDS = [
  "Quiet",
  "Amber",
  "Hollow",
  "Woven",
  "Sunken",
  "Paper",
  "Trees",
  "Sparrows",
  "Cassettes",
  "Harbours",
];
/** The latest time in the records, in Unix seconds. */
const NOW = 1740953590;
const SECONDS_FROM_SYNC_TO_CHECK = 300;

function ethereal(random) {
  const [first, second] = [random.pick(WORDS), random.pick(WORDS)];
  const checked = NOW - random.int(1, 9_000_000);
  const synced = checked - SECONDS_FROM_SYNC_TO_CHECK;
  // A unit has 18 decimals, so 15 digits follow the thousandths: six random digits and nine zeros.
  const weiAmount = () => {
    const thousandths = random.int(1, 4000);
    const sixDigits = String(random.int(0, 999_999)).padStart(6, "0");
    return `${thousandths}${sixDigits}000000000`;
  };
  return {
    _id: recordId(random),
    ethereal: random.address(),
    status: random.chance(0.2) ? "unfunded" : "active",
    balance: weiAmount(),
    sourceChain: random.pick(CHAINS),
    sourceContract: random.address(),
    tokenName: `${first} ${second}`,
    tokenSymbol: `${first[0]}${second.slice(0, 3)}`.toUpperCase(),
    lastCheckedTimestamp: checked,
    lastCheckedDate: isoDate(checked),
    lastSyncTimestamp: synced,
    // The specification gives this date the name `lastSyncData`.
    lastSyncData: isoDate(synced),
    deposits: Array.from({ length: random.int(0, 5) }, () => ({
      amount: weiAmount(),
      txHash: random.hash(),
      timestamp: checked - random.int(1000, 9_000_000),
    })),
  };
}

/** 2^256 - 1 without its first digit. */
const INTEGER_OF_77_DIGITS =
  "15792089237316195423570985008687907853269984665640564039457584007913129639935";

const page = (records) => ({
  etherealData: records,
  // Any text: the benchmark does not follow the cursor.
  nextCursor: "eyJ2IjoxLCJhZnRlciI6IjY3YzRjNWQ2ZTcifQ",
});
const transferBody = (record) => ({ bridgeData: { bridgeData: [record], nextCursor: null } });

/** Creates the texts of the bodies by name: measured bodies, and invalid bodies that every check must reject. */
export function createBodies() {
  const random = randomSource("client bench");
  const records = Array.from({ length: 10_000 }, () => ethereal(random));
  const pages = Object.fromEntries(
    [50, 1000, 10_000].map((size) => [`page-${size}`, page(records.slice(0, size))]),
  );
  const [longestTransfer] = transfers().sort(
    (a, b) => JSON.stringify(b).length - JSON.stringify(a).length,
  );
  const bodies = { ...pages, transfer: transferBody(longestTransfer) };
  for (const [name, change] of Object.entries(INVALID_PAGES))
    bodies[name] = change(pages["page-50"]);
  for (const [name, change] of Object.entries(INVALID_TRANSFERS))
    bodies[name] = transferBody(change(longestTransfer));
  const texts = Object.fromEntries(
    Object.entries(bodies).map(([name, body]) => [name, JSON.stringify(body)]),
  );
  return { ...texts, exact: exactPage(records.slice(0, 1000)) };
}

/** Returns a page on which every tenth record has a number of 77 digits, which JSON.stringify cannot write. */
function exactPage(records) {
  // The number 0 marks the places of the long number.
  const marked = records.map((record, i) => (i % 10 === 0 ? { ...record, balance: 0 } : record));
  return JSON.stringify(page(marked)).replaceAll(
    '"balance":0',
    `"balance":${INTEGER_OF_77_DIGITS}`,
  );
}
