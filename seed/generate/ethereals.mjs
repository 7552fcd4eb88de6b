// Generates the ethereals of the sample data, for ten source chains and in both statuses. No
// balance is larger than the sum of the deposits. The names are invented: no name is meant to be an
// existing collection.
import { COLLECTIONS } from "./tokens.mjs";
import { KNOWN_TIME, isoDate, recordId, randomSource } from "./random.mjs";

const FIRST_WORDS = [
  "Paper",
  "Hollow",
  "Copper",
  "Velvet",
  "Quiet",
  "Northern",
  "Lunar",
  "Salt",
  "Amber",
  "Drifting",
  "Feral",
  "Glass",
  "Midnight",
  "Painted",
  "Rusty",
  "Sunken",
  "Tidal",
  "Wandering",
  "Woven",
  "Ashen",
  "Borrowed",
  "Clockwork",
];
const SECOND_WORDS = [
  "Foxes",
  "Lanterns",
  "Comets",
  "Moths",
  "Gardens",
  "Herons",
  "Orchids",
  "Robots",
  "Whales",
  "Postcards",
  "Masks",
  "Totems",
  "Sparrows",
  "Atlases",
  "Kites",
  "Beetles",
  "Harbors",
  "Idols",
  "Mirrors",
  "Pebbles",
  "Tigers",
  "Cassettes",
];
// Names and symbols that a list must be able to show: accents, other scripts, an emoji, digits, an
// ampersand, a long name, a short name.
const SPECIAL_NAMES = [
  ["Café Nocturne", "CAFÉ"],
  ["月の庭", "TSUKI"],
  ["Ночные птицы", "PTICA"],
  ["حديقة الضوء", "LIGHT"],
  ["Tiny Volcano 🌋", "TVOLC"],
  ["1001 Doors", "DOORS"],
  ["Salt & Ember", "SALTEM"],
  ["The Complete Illustrated Catalogue of Imaginary Lighthouses, Volume Two", "LIGHTHOUSES"],
  ["x", "X"],
];

/**
 * Returns a symbol of at most five letters for a name: both initials, and the other consonants of
 * the second word. "Paper Foxes" gives `PFXS`.
 */
function symbolOf(first, second) {
  const letters = second.toUpperCase();
  const consonants = letters[0] + letters.slice(1).replace(/[AEIOU]/g, "");
  return (first[0].toUpperCase() + consonants).slice(0, 5);
}

/**
 * Returns `count` different [name, symbol] pairs in random order, including all of `SPECIAL_NAMES`.
 */
function collectionNames(random, count) {
  const combinations = FIRST_WORDS.flatMap((first) =>
    SECOND_WORDS.map((second) => [`${first} ${second}`, symbolOf(first, second)]),
  );
  const plain = random.shuffle(combinations).slice(0, count - SPECIAL_NAMES.length);
  return random.shuffle([...plain, ...SPECIAL_NAMES]);
}

/** The number of records by chain type and id of the source chain. */
const RECORD_COUNTS = {
  mainnet: { 1: 92, 8453: 46, 42161: 36, 10: 18, 137: 14, 81457: 2 },
  sepolia: { 11155111: 30, 84532: 12, 421614: 8, 11155420: 4 },
};
const DAY = 86400;

/**
 * Returns a random amount in wei with many digits, as a balance has after fees. `low` and `high`
 * are in units of 10^12 wei.
 */
function randomAmount(random, low, high) {
  const mainDigits = BigInt(random.int(low, high));
  const lowDigits = BigInt(random.int(0, 999_999));
  return mainDigits * 10n ** 12n + lowDigits * 10n ** 3n;
}

/**
 * Returns `count` deposits, the oldest first. Even the last of four deposits is older than the time
 * `before`: the steps begin at least 60 days earlier, and a step has at most 13 days.
 */
function depositHistory(random, count, before) {
  let time = before - random.int(60, 420) * DAY;
  return Array.from({ length: count }, () => {
    time += random.int(1, 12) * DAY + random.int(0, DAY);
    return {
      amount: randomAmount(random, 20_000, 1_600_000).toString(),
      from: random.address(),
      txHash: random.hash(),
      timestamp: time,
    };
  });
}

/** Returns what is left of the deposits: almost nothing if the collection is unfunded. */
function remainingBalance(random, deposits, status) {
  const total = deposits.reduce((sum, deposit) => sum + BigInt(deposit.amount), 0n);
  const share = (tenThousandths) => (total * BigInt(tenThousandths)) / 10_000n;
  if (status === "active") return share(random.int(1500, 9900));
  return random.chance(0.4) ? 0n : share(random.int(1, 30));
}

function record(random, chainType, sourceChain, collection) {
  const status = random.chance(0.22) ? "unfunded" : "active";
  const checked = KNOWN_TIME - random.int(1, 6 * 3600);
  const minDeposits = status === "active" ? 1 : 0;
  const deposits = depositHistory(random, random.int(minDeposits, 4), checked);
  const synced =
    status === "active" ? checked - random.int(5, 900) : checked - random.int(3, 40) * DAY;
  const neverSynced = deposits.length === 0;
  return {
    _id: recordId(random),
    ethereal: random.address(),
    chainType,
    status,
    balance: remainingBalance(random, deposits, status).toString(),
    sourceChain: String(sourceChain),
    sourceContract: collection.address,
    tokenName: collection.name,
    tokenSymbol: collection.symbol,
    lastCheckedTimestamp: checked,
    lastCheckedDate: isoDate(checked),
    // A collection without deposits was never synchronised, so it has no `lastSync…` fields.
    ...(neverSynced ? {} : { lastSyncTimestamp: synced, lastSyncData: isoDate(synced) }),
    deposits,
  };
}

/**
 * Returns the record with the values of the publicly known sample. The sample does not show its
 * deposits, so the record has one invented deposit, which is larger than the balance.
 */
function knownSample(random) {
  const generated = record(random, "mainnet", 1, COLLECTIONS[0]);
  const deposits = depositHistory(random, 1, KNOWN_TIME).map((deposit) => ({
    ...deposit,
    amount: "1200000000000000000",
  }));
  return {
    ...generated,
    status: "active",
    balance: "1099756711100000000",
    lastCheckedTimestamp: KNOWN_TIME,
    lastCheckedDate: isoDate(KNOWN_TIME),
    lastSyncTimestamp: KNOWN_TIME,
    lastSyncData: isoDate(KNOWN_TIME),
    deposits,
  };
}

/**
 * Returns the collections on a chain: first the shared collections, then invented collections until
 * there are `count`. Removes the names of the invented collections from `names`.
 */
function collectionsOn(random, chainId, count, names) {
  const shared = COLLECTIONS.filter(
    (collection) => collection.chainId === chainId || collection.extraChains.includes(chainId),
  );
  const invented = Array.from({ length: Math.max(0, count - shared.length) }, () => {
    const [name, symbol] = names.pop();
    return { name, symbol, address: random.address() };
  });
  // The first shared collection already has a record, from knownSample().
  return [...shared, ...invented].filter((collection) => collection !== COLLECTIONS[0]);
}

/** Returns the number of records that need an invented name: all except the shared collections. */
function inventedCount() {
  const records = Object.values(RECORD_COUNTS)
    .flatMap((chains) => Object.values(chains))
    .reduce((a, b) => a + b, 0);
  // A shared collection has one record on its chain, and one record on each extra chain.
  const sharedRecords = COLLECTIONS.reduce(
    (sum, collection) => sum + 1 + collection.extraChains.length,
    0,
  );
  return records - sharedRecords;
}

export function ethereals() {
  const random = randomSource("ethereals");
  const names = collectionNames(random, inventedCount());
  const rows = [knownSample(random)];
  for (const [chainType, chains] of Object.entries(RECORD_COUNTS)) {
    for (const [chainId, count] of Object.entries(chains)) {
      for (const collection of collectionsOn(random, Number(chainId), count, names)) {
        rows.push(record(random, chainType, chainId, collection));
      }
    }
  }
  return random.shuffle(rows);
}
