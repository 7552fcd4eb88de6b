/**
 * Client of a query service with four read-only endpoints: token metadata, bridge transfers, API keys, mirrored NFT
 * collections ("ethereals"). Rust compiled to WebAssembly; nothing to initialise.
 *
 * @packageDocumentation
 */

export * from "./api.js";
