// The part `bytes`: what a web app has to load for the same, minified as a bundler does it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { root } from "../../scripts/run.mjs";
import { bundle } from "./peers.mjs";

const client = (name) => `export { client } from "./clients/${name}.mjs";`;
const wasm = () => readFileSync(join(root, "pkg", "dist", "ethereal_query.wasm"));

const VIEM = `import { createClient, http } from "viem"; import { readContract } from "viem/actions";
const [inputs, outputs] = [[{ type: "uint256" }], [{ type: "string" }]];
const abi = [{ type: "function", name: "tokenURI", stateMutability: "view", inputs, outputs }];
export const token = (url, address, id) =>
  readContract(createClient({ transport: http(url) }), { address, abi, functionName: "tokenURI", args: [id] });`;
const ACROSS = 'export { getFillByDepositTx } from "@across-protocol/app-sdk";';
const ALCHEMY = `import { Alchemy } from "alchemy-sdk";
export const token = (apiKey, address, id) => new Alchemy({ apiKey }).nft.getNftMetadata(address, id);`;
const OPENSEA = `import { OpenSeaAPI } from "@opensea/sdk";
export const token = (apiKey, address, id) => new OpenSeaAPI({ apiKey }).getNFT(address, id);`;

/** The four calls by each client, then one token or one transfer by the smallest entry of each SDK. */
const ROWS = {
  "hand-written": ["four calls, checks", client("hand")],
  "openapi-fetch": ["four calls", client("openapi-fetch")],
  ky: ["four calls", client("ky")],
  "openapi-fetch + valibot": ["four calls, checks", client("valibot")],
  "openapi-fetch + ajv standalone": ["four calls, checks", client("ajv")],
  "openapi-fetch + zod/mini": ["four calls, checks", client("zod-mini")],
  "openapi-fetch + zod": ["four calls, checks", client("zod")],
  Ours: ["four calls, checks, retries, limits, watching", client("ours")],
  "Ours, external": ["four calls, checks, retries, limits, watching", client("ours-external"), wasm],
  "@lifi/sdk": ["`getStatus`", 'export { createClient, getStatus } from "@lifi/sdk";'],
  "@across-protocol/app-sdk": ["`getFillByDepositTx`", ACROSS],
  viem: ["`readContract` of `tokenURI`", VIEM],
  "alchemy-sdk": ["`nft.getNftMetadata`", ALCHEMY],
  "@opensea/sdk": ["`api.getNFT`", OPENSEA],
};

export async function measureBytes() {
  const rows = {};
  for (const [name, [does, source, more]] of Object.entries(ROWS)) {
    const files = [await bundle(source), ...(more ? [more()] : [])];
    const sum = (of) => files.reduce((total, bytes) => total + of(bytes), 0);
    rows[name] = {
      does,
      raw: sum((bytes) => bytes.length),
      gzip: sum((bytes) => gzipSync(bytes, { level: 9 }).length),
      brotli: sum((bytes) => brotliCompressSync(bytes).length),
    };
  }
  return rows;
}
