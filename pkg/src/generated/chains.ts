// Written from the chains of viem 2.57.20 (2026-11-15) by `npm run generate`; do not edit.

import type { ChainType } from "../values.js";

/** Ids of chains, each followed by its names in lower case without `-` and `_`, and hosts of its explorers. */
export const CHAIN_WORDS =
  "1 ethereum eth etherscan.io " +
  "11155111 sepolia sep ethsepolia sepolia.etherscan.io " +
  "17000 holesky ethholesky holesky.etherscan.io " +
  "560048 hoodi ethhoodi hoodi.etherscan.io " +
  "4326 megaeth mega.etherscan.io " +
  "6343 testnet-mega.etherscan.io " +
  "10 optimism oeth opmainnet explorer.optimism.io optimistic.etherscan.io " +
  "11155420 optimismsepolia opsepolia sepolia-optimism.etherscan.io " +
  "42161 arbitrum arb1 arb arbitrumone arbiscan.io " +
  "42170 arbitrumnova nova.arbiscan.io " +
  "421614 arbitrumsepolia sepolia.arbiscan.io " +
  "8453 base basescan.org " +
  "84532 basesepolia bsep sepolia.basescan.org " +
  "56 bsc bnb bscscan.com " +
  "97 bsctestnet testnet.bscscan.com " +
  "204 opbnb.bscscan.com " +
  "5611 opbnb-testnet.bscscan.com " +
  "137 polygon matic pol polygonscan.com " +
  "80002 amoy polygonamoy amoy.polygonscan.com " +
  "1101 zkevm.polygonscan.com " +
  "43114 avalanche avax snowscan.xyz snowtrace.io " +
  "43113 avalanchefuji testnet.snowscan.xyz " +
  "100 gnosis gno gnosisscan.io " +
  "324 zksync era.zksync.network explorer.zksync.io " +
  "300 zksyncsepolia sepolia-era.zksync.network sepolia.explorer.zksync.io " +
  "59144 linea lineascan.build " +
  "59141 sepolia.lineascan.build " +
  "534352 scroll scrollscan.com " +
  "534351 sepolia.scrollscan.com " +
  "81457 blast blastscan.io " +
  "168587773 blastsepolia sepolia.blastscan.io " +
  "7777777 zora explorer.zora.energy " +
  "999999999 zorasepolia zsep sepolia.explorer.zora.energy " +
  "130 unichain uniscan.xyz " +
  "1301 unichainsepolia sepolia.uniscan.xyz " +
  "480 worldchain worldscan.org " +
  "4801 sepolia.worldscan.org " +
  "2741 abstract abscan.org " +
  "11124 abstracttestnet sepolia.abscan.org " +
  "33139 apechain apescan.io " +
  "33111 curtis curtis.apescan.io explorer.curtis.apechain.com " +
  "80094 berachain berascan.com " +
  "80069 testnet.berascan.com " +
  "143 monad monadscan.com " +
  "10143 monadtestnet testnet.monadscan.com " +
  "1329 sei seiscan.io " +
  "1328 seitestnet testnet.seiscan.io " +
  "42220 celo celoscan.io " +
  "11142220 celosepolia sepolia.celoscan.io " +
  "5000 mantle mantlescan.xyz " +
  "5003 sepolia.mantlescan.xyz " +
  "1284 moonbeam moonbeam.moonscan.io moonscan.io " +
  "1285 moonriver moonriver.moonscan.io " +
  "1287 moonbase.moonscan.io " +
  "167000 taiko taikoscan.io " +
  "167013 hoodi.taikoscan.io " +
  "50 xdc xdcscan.com " +
  "51 testnet.xdcscan.com " +
  "146 sonic sonicscan.org " +
  "252 fraxtal fraxscan.com " +
  "2522 holesky.fraxscan.com " +
  "199 bttcscan.com " +
  "1028 testnet.bttcscan.com " +
  "999 hyperevm hyperevmscan.io " +
  "747474 katana katanascan.com " +
  "4352 memecorescan.io " +
  "43521 formicarium.memecorescan.io " +
  "9745 plasma plasmascan.to " +
  "9746 testnet.plasmascan.to " +
  "50104 sophon sophscan.xyz " +
  "531050104 testnet.sophscan.xyz " +
  "988 stablescan.xyz " +
  "2201 testnet.stablescan.xyz " +
  "1923 swellchainscan.io " +
  "1924 sepolia.swellchainscan.io " +
  "1111 wemixscan.com " +
  "1112 testnet.wemixscan.com " +
  "660279 xai xaiscan.io " +
  "61 etc " +
  "30 rootstock " +
  "109 shibariumscan.io " +
  "1868 soneium " +
  "1946 soneiumminato " +
  "57073 ink explorer.inkonchain.com " +
  "763373 explorer-sepolia.inkonchain.com " +
  "1135 lisk blockscout.lisk.com " +
  "8333 b3 explorer.b3.fun " +
  "360 shape shapescan.xyz " +
  "690 explorer.redstone.xyz " +
  "34443 explorer.mode.network modescan.io " +
  "2020 ronin app.roninchain.com " +
  "13371 immutable explorer.immutable.com " +
  "747 flow evm.flowscan.io " +
  "5031 somnia explorer.somnia.network " +
  "1514 story storyscan.io " +
  "43419 gunzilla gunzscan.io " +
  "45513 blessnet blessnet.calderaexplorer.xyz " +
  "11145513 blessnet-sepolia-testnet.explorer.caldera.xyz";

type TransferChain = [
  id: string,
  name: string,
  mark: string,
  explorer: string,
  currency: string | null,
];

/** The chains of transfers by chain type: id, name, short name, host of the explorer, and symbol of the currency. */
export const TRANSFER_CHAINS: Record<ChainType, TransferChain[]> = {
  mainnet: [
    ["1", "Ethereum", "ETH", "etherscan.io", "ETH"],
    ["10", "OP Mainnet", "OP", "optimistic.etherscan.io", "ETH"],
    ["137", "Polygon", "POL", "polygonscan.com", "POL"],
    ["8453", "Base", "BASE", "basescan.org", "ETH"],
    ["42161", "Arbitrum One", "ARB", "arbiscan.io", "ETH"],
    ["81457", "Blast", "BLST", "blastscan.io", "ETH"],
    ["45513", "Blessnet", "BLES", "blessnet.calderaexplorer.xyz", null],
  ],
  sepolia: [
    ["11155111", "Sepolia", "SEP", "sepolia.etherscan.io", "ETH"],
    ["421614", "Arbitrum Sepolia", "ARB", "sepolia.arbiscan.io", "ETH"],
    ["11155420", "OP Sepolia", "OP", "optimism-sepolia.blockscout.com", "ETH"],
    ["84532", "Base Sepolia", "BASE", "sepolia.basescan.org", "ETH"],
    ["11145513", "Blessnet Sepolia", "BLES", "blessnet-sepolia-testnet.explorer.caldera.xyz", null],
  ],
};
