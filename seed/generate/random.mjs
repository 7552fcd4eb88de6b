// Seeded random values, so that the generator always writes the same bytes.
import { createHash } from "node:crypto";
import { mulberry32 } from "./mulberry32.mjs";

/**
 * Returns functions for random values. Each name has an independent sequence of values, so a change
 * of one generated file does not change the others.
 */
export function randomSource(name) {
  const digest = createHash("sha256").update(`ethereal-query seed ${name}`).digest();
  const next = mulberry32(digest.readUInt32LE(0));
  /** Returns an integer from `low` to `high`, including both. */
  const int = (low, high) => low + Math.floor(next() * (high - low + 1));
  const hex = (digits) => Array.from({ length: digits }, () => int(0, 15).toString(16)).join("");
  return {
    next,
    int,
    hex,
    real: (low, high) => low + next() * (high - low),
    chance: (probability) => next() < probability,
    pick: (list) => list[int(0, list.length - 1)],
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => int(0, 255))),
    address: () => `0x${hex(40)}`,
    hash: () => `0x${hex(64)}`,
    shuffle(list) {
      const out = [...list];
      for (let i = out.length - 1; i > 0; i--) {
        const j = int(0, i);
        [out[i], out[j]] = [out[j], out[i]];
      }
      return out;
    },
  };
}

/**
 * A record id of 24 hex digits. It begins with 67, the first byte of `KNOWN_TIME` in hexadecimal.
 * The other digits are random, so the order of records in a file is not the order of `_id`.
 */
export const recordId = (random) => `67${random.hex(22)}`;

/** The timestamp of the publicly known sample. All other times are earlier. */
export const KNOWN_TIME = 1740953590;

/** Unix seconds as ISO 8601 with milliseconds, the format of the known sample. */
export const isoDate = (seconds) => new Date(seconds * 1000).toISOString();

/** The CIDv1 of raw content. The letter "b" in front names the encoding, base32. */
export function contentId(content) {
  const digest = createHash("sha256").update(content).digest();
  // Version 1, raw content (0x55), hash SHA-256 (0x12) of 32 bytes (0x20).
  const prefix = Buffer.from([0x01, 0x55, 0x12, 0x20]);
  return `b${base32(Buffer.concat([prefix, digest]))}`;
}

/** Base32 in lower case and without padding: each digit has five bits. */
function base32(bytes) {
  const alphabet = "abcdefghijklmnopqrstuvwxyz234567";
  let bits = "";
  for (const byte of bytes) bits += byte.toString(2).padStart(8, "0");
  return (bits.match(/.{1,5}/g) ?? [])
    .map((fiveBits) => alphabet[parseInt(fiveBits.padEnd(5, "0"), 2)])
    .join("");
}
