// Makes synthetic records, with the same bytes on every machine: collections (the kind `ethereals`) of RECORD_BYTES on
// nine source chains of different frequency, and transfers with four hashes each. The records have the fields of seed/.
// The `_id`s are in ascending order, as in the export of a document store.
import { createWriteStream, existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

/** Source chains and their share of the records; the last is the rare one. */
export const CHAINS = [
  { id: "1", share: 0.5 },
  { id: "8453", share: 0.25 },
  { id: "42161", share: 0.12 },
  { id: "10", share: 0.06 },
  { id: "137", share: 0.04 },
  { id: "59144", share: 0.02 },
  { id: "43114", share: 0.009 },
  { id: "81457", share: 0.0009 },
  { id: "7777777", share: 0.0001 },
];
export const STATUSES = ["active", "unfunded"];
const UNFUNDED_SHARE = 0.6;
/** The average number of collections with the same source contract. */
const COLLECTIONS_PER_CONTRACT = 20;
/** The rare chain has at least about this number of collections, even in a small database. */
const MIN_RARE_COLLECTIONS = 100;
/** Every collection has this number of bytes: its fields need a little less, and the name fills the rest. */
const RECORD_BYTES = 558;
/** Describes the records in the report. */
export const RECORDS = `ethereals of ${RECORD_BYTES} bytes and as many transfers with four hashes each; synthetic, seeded`;
/** The fields of a transfer that have its hashes. */
export const HASH_FIELDS = ["originTxnHash", "whTxnHash", "rbTxnHash", "deliveryTxnHash"];
/** The time of the first record, in Unix seconds. */
const START = 1_700_000_000;
const SECONDS_BETWEEN_RECORDS = 3;
const SECONDS_PER_DAY = 86_400;
/** The seeds of the generators. Different seeds give different addresses, hashes and ids. */
const SEEDS = { collections: 1, transfers: 2, newTransfers: 3, unknownHashes: 4 };
/** The number of records in a text of {@link makeRecords}. */
const LINES_PER_TEXT = 500;
/** Every text of four hexadecimal digits. */
const HEX_WORDS = Array.from({ length: 65_536 }, (_, n) => n.toString(16).padStart(4, "0"));

/** A seeded generator (sfc32). It makes hexadecimal text from 32 bits at a time. */
function randomSource(seed) {
  // Arbitrary start values: hexadecimal digits of the golden ratio, pi and e.
  let [a, b, c, d] = [0x9e3779b9, 0x243f6a88, 0xb7e15162, seed];
  const nextBits = () => {
    d = (d + 1) | 0;
    const t = (a + b + d) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + t) | 0;
    return t >>> 0;
  };
  // The first numbers of similar seeds are similar, so they are left out.
  for (let i = 0; i < 16; i += 1) nextBits();
  const eightDigits = () => {
    const bits = nextBits();
    return HEX_WORDS[bits >>> 16] + HEX_WORDS[bits & 0xffff];
  };
  const hex = (digits) => {
    let text = "";
    while (text.length < digits) text += eightDigits();
    return text;
  };
  const share = () => nextBits() / 2 ** 32;
  const below = (limit) => nextBits() % limit;
  return { hex, share, below, address: () => `0x${hex(40)}`, hash: () => `0x${hex(64)}` };
}

const timeOf = (n) => START + SECONDS_BETWEEN_RECORDS * n;
const idPrefix = (n) => timeOf(n).toString(16);
const recordId = (random, n) => idPrefix(n) + random.hex(16);
const isoDate = (seconds) => new Date(seconds * 1000).toISOString();

/**
 * Returns the chain for `position`, a random number below 1. The last chain gets the highest numbers, at least
 * `rareShare` of them.
 */
function chainOf(position, rareShare) {
  if (1 - position <= rareShare) return CHAINS.at(-1).id;
  let end = 0;
  for (const { id, share } of CHAINS) {
    end += share;
    if (position < end) return id;
  }
  // The sum of the shares may be less than 1 by a rounding error.
  return CHAINS[0].id;
}

const makeContracts = (rows, random) =>
  Array.from({ length: Math.ceil(rows / COLLECTIONS_PER_CONTRACT) }, () => random.address());

/**
 * The source contracts of the collections. {@link collectionMaker} has the same contracts, because it makes them before
 * anything else, from the same seed.
 */
export const sourceContracts = (rows) => makeContracts(rows, randomSource(SEEDS.collections));

/** Hashes that no transfer has. */
export function unknownHashes(count) {
  const random = randomSource(SEEDS.unknownHashes);
  return Array.from({ length: count }, () => random.hash());
}

/** Returns a function that makes the JSON of collection number `n`. It must be called with each number in order. */
function collectionMaker(rows) {
  const random = randomSource(SEEDS.collections);
  const contracts = makeContracts(rows, random);
  const rareShare = Math.max(CHAINS.at(-1).share, MIN_RARE_COLLECTIONS / rows);
  return (n) => {
    const checked = timeOf(n) + 10 * SECONDS_PER_DAY;
    const record = {
      _id: recordId(random, n),
      ethereal: random.address(),
      chainType: "mainnet",
      status: random.share() < UNFUNDED_SHARE ? "unfunded" : "active",
      balance: String(10 ** 9 + random.below(2 ** 31)),
      sourceChain: chainOf(random.share(), rareShare),
      sourceContract: contracts[random.below(contracts.length)],
      tokenName: `Item ${n}`,
      tokenSymbol: "ITEM",
      lastCheckedTimestamp: checked,
      lastCheckedDate: isoDate(checked),
      deposits: [
        {
          amount: "1200000000000",
          from: random.address(),
          txHash: random.hash(),
          timestamp: checked - SECONDS_PER_DAY,
        },
      ],
    };
    // The name makes the record RECORD_BYTES long.
    record.tokenName += "-".repeat(Math.max(0, RECORD_BYTES - JSON.stringify(record).length));
    return JSON.stringify(record);
  };
}

/** Returns a function like {@link collectionMaker}, for transfers. */
function transferMaker(seed) {
  const random = randomSource(seed);
  return (n) => {
    const originTxnHash = random.hash();
    const rbTxnHash = random.hash();
    const whTxnHash = random.hash();
    const deliveryTxnHash = random.hash();
    const owner = random.address();
    return JSON.stringify({
      _id: recordId(random, n),
      type: "ERC721",
      chainType: "mainnet",
      status: "done",
      fromChain: 1,
      toChain: 8453,
      fromAddress: owner,
      toAddress: owner,
      originTimestamp: timeOf(n),
      tokenContract: random.address(),
      tokenIds: [String(random.below(10_000))],
      originTxnHash,
      whTxnHash,
      rbTxnHash,
      deliveryTxnHash,
      route: [
        { step: 1, txHash: originTxnHash },
        { step: 42161, txHash: rbTxnHash },
        { step: "wormhole", txHash: whTxnHash },
        { step: 8453, txHash: deliveryTxnHash },
      ],
    });
  };
}

function* makeText(makeRecord, first, end) {
  for (let n = first; n < end; n += LINES_PER_TEXT) {
    const length = Math.min(LINES_PER_TEXT, end - n);
    const lines = Array.from({ length }, (_, i) => makeRecord(n + i));
    yield `${lines.join("\n")}\n`;
  }
}

/**
 * Yields the JSON of the `ethereals` or `transfers` of a database with `rows` rows of each kind, in texts of
 * LINES_PER_TEXT lines.
 */
export const makeRecords = (kind, rows) =>
  kind === "ethereals"
    ? makeText(collectionMaker(rows), 0, rows)
    : makeText(transferMaker(SEEDS.transfers), 0, rows);

/** Yields `count` transfers that a database with `rows` rows does not have. Their ids begin at {@link newId}. */
const makeNewTransfers = (rows, count) =>
  makeText(transferMaker(SEEDS.newTransfers), rows, rows + count);

/**
 * Returns the lower limit of the ids of new transfers, for a database with this number of rows. An id begins with the
 * time of its record, so the ids of all earlier records are below the limit.
 */
export const newId = idPrefix;

/** Makes the folder for the data of `rows` rows in `home`, which git ignores. Returns its path. */
export function makeFolder(home, rows) {
  const folder = join(home, String(rows));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(home, ".gitignore"), "*\n");
  return folder;
}

/** Writes the transfers into a file, unless an earlier run has done so. Resolves with its path. */
export const writeTransfers = (folder, rows) =>
  writeOnce(join(folder, "transfers.ndjson"), makeRecords("transfers", rows));

/** Writes `count` transfers that no database with `rows` rows has, as {@link writeTransfers} does. */
export const writeNewTransfers = (folder, rows, count) =>
  writeOnce(join(folder, `new-transfers-${count}.ndjson`), makeNewTransfers(rows, count));

async function writeOnce(path, records) {
  if (existsSync(path)) return path;
  await pipeline(records, createWriteStream(`${path}.part`));
  renameSync(`${path}.part`, path);
  return path;
}
