// The records of the service that `ethereal-query demo` starts, in addition to its simulated transfers.

import type { Dataset, TokenRecord } from "../embedded.js";

const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200"><path fill="#2a0f2e" d="M0 0h200v200H0z"/>' +
  '<circle cx="132" cy="56" r="17" fill="#f9ed69"/>' +
  '<path d="M100 172v-36l-22-46m22 46 24-56" stroke="#f08a5d" stroke-width="7" stroke-linecap="round" fill="none"/></svg>';

export const TOKEN = {
  chainId: 1,
  address: "0xc1a625bee9fc58d2e43438243d9dd64b012cec47",
  id: "2",
  standard: "ERC721",
  document: JSON.stringify({
    name: "Ethereal Trees #2",
    description: "A token of the demo. A script drew it.",
    image: `data:image/svg+xml,${encodeURIComponent(PICTURE)}`,
    attributes: [
      { trait_type: "Season", value: "Dusk" },
      { trait_type: "Branches", value: 2 },
    ],
  }),
} as const satisfies TokenRecord;

export const SAMPLE: Dataset = {
  tokens: [TOKEN],
  ethereals: [
    {
      _id: "000000000000000000000001",
      chainType: "mainnet",
      status: "active",
      ethereal: "0x6ed8dd679ba17a98ce6bf4bdb78c922ef1d2111e",
      balance: "642718629229841760",
      sourceChain: "1",
      sourceContract: TOKEN.address,
      tokenName: "Ethereal Trees",
      tokenSymbol: "TREE",
    },
    {
      _id: "000000000000000000000002",
      chainType: "mainnet",
      status: "unfunded",
      ethereal: "0xba51fd18e1310b1cba42fce0b5e21d97b2d5e0a1",
      balance: "0",
      sourceChain: "42161",
      sourceContract: "0xe1931f706ef746470349504f94122225731254a7",
      tokenName: "Woven Sparrows",
      tokenSymbol: "WSPRR",
    },
  ],
};
