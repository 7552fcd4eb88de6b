// The checksum of addresses (EIP-55).

import { keccakP } from "@noble/hashes/sha3.js";
import { swap32IfBE } from "@noble/hashes/utils.js";
import type { Address } from "../values.js";

/** Does the work of `checksumAddress` for a valid address, without the error class. */
export function withChecksum(address: string): Address {
  const digits = [...address.slice(2).toLowerCase()];
  const hash = keccak256(digits.map((digit) => digit.charCodeAt(0)));
  // Each digit belongs to half a byte of the hash, and is a capital letter if the highest bit there is set.
  const isCapital = (index: number): boolean => {
    const byte = hash[index >> 1]!;
    const highestBit = index % 2 === 0 ? 0x80 : 0x08;
    return (byte & highestBit) !== 0;
  };
  const letters = digits.map((digit, index) => (isCapital(index) ? digit.toUpperCase() : digit));
  return `0x${letters.join("")}`;
}

/** Size of the state of Keccak, in bytes. */
const STATE_LENGTH = 200;
/** Size of a block of Keccak-256, in bytes. A block is the beginning of the state. */
const BLOCK_LENGTH = 136;

/**
 * Returns the Keccak-256 hash of fewer than 135 bytes. With their padding, they fit into one block, and one block needs
 * only the permutation of noble-hashes.
 */
function keccak256(bytes: number[]): Uint8Array {
  const state = new Uint8Array(STATE_LENGTH);
  state.set(bytes);
  // The padding of Keccak is a bit after the bytes, and the last bit of the block.
  state[bytes.length] = 0x01;
  state[BLOCK_LENGTH - 1] = 0x80;
  const words = swap32IfBE(new Uint32Array(state.buffer));
  keccakP(words);
  swap32IfBE(words);
  return state.subarray(0, 32);
}
