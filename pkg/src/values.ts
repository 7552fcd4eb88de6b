// Types of single values, which results and options share.

/**
 * A JSON value.
 * @example
 * const document = await client.tokenUri<Json>(address, 2, { chainId: 1 });
 * console.log(Array.isArray(document)); // false
 */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/**
 * A JSON value whose integers beyond 2^53-1 are `bigint`s.
 * @example
 * const { data } = await client.tokenUri(address, 2, { chainId: 1 }, { raw: true, integers: "exact" });
 * const edition: ExactJson | undefined = data.edition;
 */
export type ExactJson =
  null | boolean | number | bigint | string | ExactJson[] | { [name: string]: ExactJson };

/**
 * Address of an account or a contract, as the service sent it. The client checks that it is a string;
 * {@link checksumAddress} also checks its digits.
 * @example
 * const address: Address = checksumAddress("0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed");
 * console.log(address); // 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
 */
export type Address = `0x${string}`;

/**
 * Hash of a transaction, as the service sent it. The client checks that it is a string and not its digits.
 * @example
 * const hash: Hash = "0x740f456419d615154d3d3a160a7ae5187175a709421008fb1ac69efb988391b4";
 * console.log((await client.bridgeTransfer(hash))?.status); // wait-wh
 */
export type Hash = `0x${string}`;

/**
 * A record with fields that the specification does not name. The client keeps them as the service sent them, so their
 * types are unknown.
 * @example
 * const transfer = (await client.bridgeTransfer(hash)) as Loose<BridgeTransfer>;
 * console.log(typeof transfer.memo); // undefined
 */
export type Loose<T> = T & Record<string, unknown>;

/**
 * Chain type of a call (specification §4.2, §4.4). The service assumes `mainnet` when a call names none.
 * @example
 * const chain: ChainType = "sepolia";
 * console.log(await client.bridgeTransfer(hash, { chain })); // null
 */
export type ChainType = "mainnet" | "sepolia";
