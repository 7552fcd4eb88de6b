// Types of single values, which results and options share.

/** A JSON value. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** A JSON value whose integers beyond 2^53-1 are `bigint`s. */
export type ExactJson = null | boolean | number | bigint | string | ExactJson[] | { [name: string]: ExactJson };

/**
 * An address of an account or a contract, as the service sent it. The client checks that it is a string, not its digits;
 * {@link checksumAddress} checks them.
 * @example "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
 */
export type Address = `0x${string}`;

/**
 * The hash of a transaction, as the service sent it. The client checks that it is a string, not its digits.
 * @example "0x740f456419d615154d3d3a160a7ae5187175a709421008fb1ac69efb988391b4"
 */
export type Hash = `0x${string}`;

/**
 * A record with the fields that the specification does not name. The client keeps them as the service sent them, so their
 * types are unknown.
 * @example
 * const transfer = (await client.bridgeTransfer(hash)) as Loose<BridgeTransfer>;
 * if (typeof transfer.memo === "string") console.log(transfer.memo);
 */
export type Loose<T> = T & Record<string, unknown>;
