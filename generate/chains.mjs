// The table of chains, pkg/src/generated/chains.ts.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as viem from "viem/chains";
import { ScriptError, root } from "../scripts/run.mjs";

const FILE = "pkg/src/generated/chains.ts";
/** The release of viem that the table was checked against. A new version needs a look at its chains, and its date. */
const SOURCE = { version: "2.57.20", date: "2026-11-15" };

/**
 * The chains in the lists of Etherscan, Blockscout and marketplaces, without test networks that have ended.
 * A key is the chain's name in viem, which provides its id and an explorer. The words of a chain are:
 *
 * - its names in links of marketplaces, in EIP-3770 (`oeth` for `optimism`), and in `NAME.blockscout.com`
 * - hosts of explorers that viem lacks, such as `explorer.optimism.io`
 */
const CHAINS = {
  mainnet: "ethereum eth",
  sepolia: "sepolia sep ethsepolia",
  holesky: "holesky ethholesky",
  hoodi: "hoodi ethhoodi",
  megaeth: "megaeth",
  megaethTestnet: "",
  optimism: "optimism oeth opmainnet explorer.optimism.io",
  optimismSepolia: "optimismsepolia opsepolia sepolia-optimism.etherscan.io",
  arbitrum: "arbitrum arb1 arb arbitrumone",
  arbitrumNova: "arbitrumnova",
  arbitrumSepolia: "arbitrumsepolia",
  base: "base",
  baseSepolia: "basesepolia bsep",
  bsc: "bsc bnb",
  bscTestnet: "bsctestnet",
  opBNB: "",
  opBNBTestnet: "opbnb-testnet.bscscan.com",
  polygon: "polygon matic pol",
  polygonAmoy: "amoy polygonamoy",
  polygonZkEvm: "",
  avalanche: "avalanche avax snowscan.xyz",
  avalancheFuji: "avalanchefuji testnet.snowscan.xyz",
  gnosis: "gnosis gno",
  zksync: "zksync era.zksync.network",
  zksyncSepoliaTestnet: "zksyncsepolia sepolia-era.zksync.network",
  linea: "linea",
  lineaSepolia: "",
  scroll: "scroll",
  scrollSepolia: "",
  blast: "blast",
  blastSepolia: "blastsepolia",
  zora: "zora",
  zoraSepolia: "zorasepolia zsep",
  unichain: "unichain",
  unichainSepolia: "unichainsepolia",
  worldchain: "worldchain",
  worldchainSepolia: "",
  abstract: "abstract",
  abstractTestnet: "abstracttestnet",
  apeChain: "apechain",
  curtis: "curtis curtis.apescan.io",
  berachain: "berachain",
  berachainBepolia: "",
  monad: "monad",
  monadTestnet: "monadtestnet testnet.monadscan.com",
  sei: "sei",
  seiTestnet: "seitestnet",
  celo: "celo",
  celoSepolia: "celosepolia sepolia.celoscan.io",
  mantle: "mantle",
  mantleSepoliaTestnet: "sepolia.mantlescan.xyz",
  moonbeam: "moonbeam moonbeam.moonscan.io",
  moonriver: "moonriver",
  moonbaseAlpha: "",
  taiko: "taiko",
  taikoHoodi: "",
  xdc: "xdc",
  xdcTestnet: "",
  sonic: "sonic",
  fraxtal: "fraxtal",
  fraxtalTestnet: "",
  bitTorrent: "",
  bitTorrentTestnet: "",
  hyperEvm: "hyperevm",
  katana: "katana",
  memecore: "",
  formicarium: "",
  plasma: "plasma",
  plasmaTestnet: "",
  sophon: "sophon sophscan.xyz",
  sophonTestnet: "testnet.sophscan.xyz",
  stable: "",
  stableTestnet: "",
  swellchain: "swellchainscan.io",
  swellchainTestnet: "sepolia.swellchainscan.io",
  wemix: "wemixscan.com",
  wemixTestnet: "",
  xai: "xai xaiscan.io",
  classic: "etc",
  rootstock: "rootstock",
  shibarium: "",
  soneium: "soneium",
  soneiumMinato: "soneiumminato",
  ink: "ink",
  inkSepolia: "",
  lisk: "lisk",
  b3: "b3",
  shape: "shape",
  redstone: "",
  mode: "explorer.mode.network",
  ronin: "ronin",
  immutableZkEvm: "immutable",
  flowMainnet: "flow",
  somnia: "somnia",
  story: "story storyscan.io",
  gunz: "gunzilla",
};

/**
 * The beginnings of hosts of explorers that are left out, because their chains also have an explorer of Etherscan or
 * Blockscout.
 */
const OTHER_EXPLORERS = [
  "explorer.rsk",
  "explorer.sophon",
  "explorer.testnet.sophon",
  "explorer.swell",
  "explorer.wemix",
  "explorer.xai",
  "explorer.sepolia.mantle",
  "testnet.snowtrace",
  "testnet.monadexplorer",
  "testnet.opbnb",
  "swell-",
  "datanet",
];

/** Chains of transfers, which viem lacks: id, name, and explorer. */
const ADDED = {
  blessnet: { id: 45513, name: "Blessnet", host: "blessnet.calderaexplorer.xyz" },
  blessnetSepolia: {
    id: 11145513,
    name: "Blessnet Sepolia",
    host: "blessnet-sepolia-testnet.explorer.caldera.xyz",
    testnet: true,
  },
};

/** The chains that the elements show, with their short names of at most four letters. */
const MARKS = {
  mainnet: "ETH",
  optimism: "OP",
  polygon: "POL",
  base: "BASE",
  arbitrum: "ARB",
  blast: "BLST",
  blessnet: "BLES",
  sepolia: "SEP",
  arbitrumSepolia: "ARB",
  optimismSepolia: "OP",
  baseSepolia: "BASE",
  blessnetSepolia: "BLES",
};

const hostOf = (url) => new URL(url).host.replace(/^www\./, "");

function chainOf(key) {
  const added = ADDED[key];
  // In the written table, `JSON.stringify` makes `null` of an unknown symbol.
  if (added) return { ...added, symbol: undefined };
  const chain = viem[key];
  if (!chain) throw new ScriptError(`viem has no chain ${key}.`);
  const { id, name, nativeCurrency, blockExplorers, testnet } = chain;
  return {
    id,
    name,
    symbol: nativeCurrency.symbol,
    host: hostOf(blockExplorers.default.url),
    testnet,
  };
}

/** Returns a line for each chain: its id and its words. A word must not be a number, which would read as an id. */
function wordsOfChains() {
  const chains = Object.entries({ ...CHAINS, blessnet: "blessnet", blessnetSepolia: "" }).map(
    ([key, words]) => {
      const { id, host } = chainOf(key);
      const names = words.split(" ").filter(Boolean);
      // `NAME.blockscout.com` needs no word.
      const isBlockscout = /(^|\.)blockscout\.com$/.test(host);
      const isLeftOut = OTHER_EXPLORERS.some((beginning) => host.startsWith(beginning));
      const hosts = isBlockscout || isLeftOut ? [] : [host];
      return { id, words: [...new Set([...names, ...hosts])] };
    },
  );
  const all = chains.flatMap(({ words }) => words);
  const repeated = all.find((word, index) => all.indexOf(word) !== index);
  if (repeated) throw new ScriptError(`Two chains have the word ${repeated}.`);
  return chains.map(({ id, words }) => [id, ...words].join(" "));
}

function generatedText() {
  // One string literal, with a line of code for each chain.
  const wordLines = wordsOfChains().join(' " +\n  "');
  const transferChains = Object.entries(MARKS).map(([key, mark]) => ({ ...chainOf(key), mark }));
  const rowsOf = (isTest) =>
    transferChains
      .filter(({ testnet = false }) => testnet === isTest)
      .map(
        ({ id, name, mark, host, symbol }) =>
          `    ${JSON.stringify([String(id), name, mark, host, symbol])},`,
      )
      .join("\n");
  return `// Written from the chains of viem ${SOURCE.version} (${SOURCE.date}) by \`npm run generate\`; do not edit.

import type { ChainType } from "../values.js";

/** Ids of chains, each followed by its names in lower case without \`-\` and \`_\`, and hosts of its explorers. */
export const CHAIN_WORDS =
  "${wordLines}";

type TransferChain = [id: string, name: string, mark: string, explorer: string, currency: string | null];

/** The chains of transfers by chain type: id, name, short name, host of the explorer, and symbol of the currency. */
export const TRANSFER_CHAINS: Record<ChainType, TransferChain[]> = {
  mainnet: [
${rowsOf(false)}
  ],
  sepolia: [
${rowsOf(true)}
  ],
};
`;
}

export function generatedFiles() {
  const { version } = JSON.parse(
    readFileSync(join(root, "node_modules/viem/package.json"), "utf8"),
  );
  if (version !== SOURCE.version) {
    throw new ScriptError(
      `viem is ${version}. Write its version and date into generate/chains.mjs.`,
    );
  }
  return { [FILE]: generatedText() };
}
