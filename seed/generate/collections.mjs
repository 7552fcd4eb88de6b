// Collections that several files share, so that the source contract of an ethereal has sample tokens.
import { randomSource } from "./random.mjs";

const random = randomSource("collections");

/** `chainId`: the chain of the tokens. `extraChains`: chains on which the contract has the same address. */
export const COLLECTIONS = [
  { name: "Ethereal Trees", symbol: "ETREE", chainId: 1, extraChains: [], art: "tree" },
  { name: "Orbit Atlas", symbol: "ORBIT", chainId: 8453, extraChains: [1, 42161], art: "orbit" },
  { name: "Woven Tiles", symbol: "WOVEN", chainId: 42161, extraChains: [], art: "tiles" },
  { name: "Far Ridges", symbol: "RIDGE", chainId: 10, extraChains: [8453], art: "ridges" },
  { name: "Paper Rosettes", symbol: "ROSE", chainId: 137, extraChains: [], art: "rosette" },
  { name: "Signal Lines", symbol: "SIGNL", chainId: 11155111, extraChains: [84532], art: "signal" },
  { name: "Pocket Constellations", symbol: "STARS", chainId: 8453, extraChains: [], art: "stars" },
].map((collection) => ({ ...collection, address: random.address() }));
