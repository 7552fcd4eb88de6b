// Seeded random values, so that the generator always writes the same bytes.
import { createHash } from "node:crypto";
import { mulberry32 } from "./mulberry32.mjs";

/**
 * Returns the random generator with a name. Generators are independent, so a change of one
 * generated file does not change the others.
 */
export function randomSource(name) {
  const next = mulberry32(
    createHash("sha256").update(`ethereal-query seed ${name}`).digest().readUInt32LE(0),
  );
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

/** A record id of 24 hex digits. It is random, so the order of the file and the order of `_id` differ. */
export const recordId = (random) => `67${random.hex(22)}`;

/** The timestamp of the publicly known sample. All other times are earlier. */
export const KNOWN_TIME = 1740953590;

/** Unix seconds as ISO 8601 with milliseconds, the format of the known sample. */
export const isoDate = (seconds) => new Date(seconds * 1000).toISOString();

/** CIDv1 of raw content: multibase "b", version 1, codec raw (0x55), and sha2-256 (0x12) of 32 (0x20) bytes. */
export function contentId(content) {
  const digest = createHash("sha256").update(content).digest();
  return `b${base32(Buffer.concat([Buffer.from([0x01, 0x55, 0x12, 0x20]), digest]))}`;
}

function base32(bytes) {
  const alphabet = "abcdefghijklmnopqrstuvwxyz234567";
  let bits = "";
  for (const byte of bytes) bits += byte.toString(2).padStart(8, "0");
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => alphabet[parseInt(five.padEnd(5, "0"), 2)])
    .join("");
}
