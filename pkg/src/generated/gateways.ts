// Written from src/gateways.rs by `npm run generate`; do not edit.

/**
 * IPFS gateways for a program that sets none, best first. Each has a different operator.
 * @example
 * const gateways = ["https://gateway.example", ...IPFS_GATEWAYS];
 * console.log(resolveUri("ipfs://bafkrei/7.png", { gateways }).length); // 4
 */
export const IPFS_GATEWAYS: readonly string[] = [
  "https://4everland.io",
  "https://ipfs.filebase.io",
  "https://gateway.pinata.cloud",
];

/**
 * Arweave gateways for a program that sets none, best first.
 * @example
 * const arweaveGateways = ["https://gateway.example", ...ARWEAVE_GATEWAYS];
 * console.log(resolveUri("ar://abc", { arweaveGateways }).length); // 2
 */
export const ARWEAVE_GATEWAYS: readonly string[] = ["https://arweave.net"];

/** Matches the host of an IPFS gateway that has closed. */
export const CLOSED_IPFS_HOSTS = "ipfs\\.io|dweb\\.link";

/** Matches the host of an Arweave gateway. */
export const ARWEAVE_HOSTS =
  "arweave\\.net|arweave\\.dev|ardrive\\.net|ar-io\\.dev|ar-io\\.net|gateway\\.irys\\.xyz";
