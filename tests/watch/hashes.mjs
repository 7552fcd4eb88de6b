// The hashes of the watched transfers.
export const HASH = `0x${"6f".repeat(32)}`;
export const OTHER_HASH = `0x${"7e".repeat(32)}`;
