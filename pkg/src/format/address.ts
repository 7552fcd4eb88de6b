// Addresses.

import { invalidText } from "../errors/text-argument.js";
import type { Address } from "../values.js";
import { withChecksum } from "./checksum.js";
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
  if (!isAddress(address))
    throw invalidText("address", address, "0x followed by 40 hexadecimal digits");
  return withChecksum(address);
}
