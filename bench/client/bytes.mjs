// Measures the part `bytes` of `npm run bench`: the size of the minified code that a web app loads.
import { brotliCompressSync, gzipSync } from "node:zlib";
import { bundle } from "./peers.mjs";

const exportClient = (name) => `export { client } from "./clients/${name}.mjs";`;

// Programs that read one token or one transfer with an SDK.
const VIEM = `import { createClient, http } from "viem";
import { readContract } from "viem/actions";
const [inputs, outputs] = [[{ type: "uint256" }], [{ type: "string" }]];
const abi = [{ type: "function", name: "tokenURI", stateMutability: "view", inputs, outputs }];
export const token = (url, address, id) =>
  readContract(createClient({ transport: http(url) }), { address, abi, functionName: "tokenURI", args: [id] });`;
const ACROSS = 'export { getFillByDepositTx } from "@across-protocol/app-sdk";';
const ALCHEMY = `import { Alchemy } from "alchemy-sdk";
export const token = (apiKey, address, id) => new Alchemy({ apiKey }).nft.getNftMetadata(address, id);`;
const OPENSEA = `import { OpenSeaAPI } from "@opensea/sdk";
export const token = (apiKey, address, id) => new OpenSeaAPI({ apiKey }).getNFT(address, id);`;

/**
 * The measured programs: first clients with all four calls, then the smallest entry of each SDK that reads one token or
 * one transfer. Each row has a description, which the report shows in the column "does", and the program.
 */
const ROWS = {
  "hand-written": ["four calls, checks", exportClient("hand")],
  "openapi-fetch": ["four calls", exportClient("openapi-fetch")],
  ky: ["four calls", exportClient("ky")],
  "openapi-fetch + valibot": ["four calls, checks", exportClient("valibot")],
  "openapi-fetch + ajv standalone": ["four calls, checks", exportClient("ajv")],
  "openapi-fetch + zod/mini": ["four calls, checks", exportClient("zod-mini")],
  "openapi-fetch + zod": ["four calls, checks", exportClient("zod")],
  Ours: ["four calls, checks, retries, limits, watching", exportClient("ours")],
  "@lifi/sdk": ["`getStatus`", 'export { createClient, getStatus } from "@lifi/sdk";'],
  "@across-protocol/app-sdk": ["`getFillByDepositTx`", ACROSS],
  viem: ["`readContract` of `tokenURI`", VIEM],
  "alchemy-sdk": ["`nft.getNftMetadata`", ALCHEMY],
  "@opensea/sdk": ["`api.getNFT`", OPENSEA],
};

/** Returns the bytes of each program: only minified (`raw`), and compressed after that. */
export async function measureBytes() {
  const rows = {};
  for (const [name, [does, source]] of Object.entries(ROWS)) {
    const code = await bundle(source);
    rows[name] = {
      does,
      raw: code.length,
      gzip: gzipSync(code, { level: 9 }).length,
      brotli: brotliCompressSync(code).length,
    };
  }
  return rows;
}
