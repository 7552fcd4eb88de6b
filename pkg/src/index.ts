/**
 * A client for a query service with four read-only endpoints: token metadata, bridge transfers, API keys, and mirrored
 * NFT collections ("ethereals"). It is Rust compiled to WebAssembly and needs no initialisation.
 *
 * In the examples, `client` is a {@link Client} of a service with the sample data, `apiKey` is its key, `address` is
 * the contract of a token on Ethereum, and `hash` and `deliveredHash` are hashes of transfers.
 *
 * @packageDocumentation
 */

export * from "./api.js";
