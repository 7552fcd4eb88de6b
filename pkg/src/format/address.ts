// Addresses.

import { keccakP } from "@noble/hashes/sha3.js";
import { swap32IfBE } from "@noble/hashes/utils.js";
import { invalidText } from "../errors/text-argument.js";
import type { Address } from "../values.js";
import { isAddress } from "./hex.js";

/**
 * Returns an address with the upper and lower case letters of its checksum (EIP-55). A checksum in `address` is not
 * verified.
 * @param address address, `0x` followed by 40 hexadecimal digits in upper or lower case
 * @returns the address, with upper and lower case letters as EIP-55 says
 * @throws {EtherealQueryError} `invalid_argument` for an invalid address
 * @example
 * const address = checksumAddress("0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed");
 * console.log(address); // 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
 */
export function checksumAddress(address: string): Address {
  if (!isAddress(address)) throw invalidText("address", address, "0x followed by 40 hexadecimal digits");
  const digits = [...address.slice(2).toLowerCase()];
  const hash = keccak256(digits.map((digit) => digit.charCodeAt(0)));
  // Each digit belongs to half a byte of the hash, and is a capital letter if the highest bit there is set.
  const isCapital = (index: number): boolean => (hash[index >> 1]! & (index % 2 === 0 ? 0x80 : 0x08)) !== 0;
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
