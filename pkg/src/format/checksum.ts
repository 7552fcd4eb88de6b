// The checksum of addresses (EIP-55).

import { keccakP } from "@noble/hashes/sha3.js";
import { swap32IfBE } from "@noble/hashes/utils.js";
import type { Address } from "../values.js";

/** Returns a valid address like `checksumAddress`, without an error class. */
export function withChecksum(address: string): Address {
  const digits = [...address.slice(2).toLowerCase()];
  const hash = keccak256(digits.map((digit) => digit.charCodeAt(0)));
  // Each digit belongs to half a byte of the hash, and is a capital letter if the highest bit there is set.
  const isCapital = (index: number): boolean =>
    (hash[index >> 1]! & (index % 2 === 0 ? 0x80 : 0x08)) !== 0;
  return `0x${digits.map((digit, index) => (isCapital(index) ? digit.toUpperCase() : digit)).join("")}`;
}

/** Returns the Keccak-256 of fewer than 135 bytes: one block, which needs only the permutation of the package. */
function keccak256(bytes: number[]): Uint8Array {
  const block = new Uint8Array(200);
  block.set(bytes);
  // The padding of Keccak is a bit after the bytes, and the last bit of the block.
  block[bytes.length] = 0x01;
  block[135] = 0x80;
  const words = swap32IfBE(new Uint32Array(block.buffer));
  keccakP(words);
  swap32IfBE(words);
  return block.subarray(0, 32);
}
