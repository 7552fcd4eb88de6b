// A local chain: anvil with the contracts of ./contracts. Its accounts are unlocked, so the tests sign nothing.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { json, startStubServer } from "./stub-server.mjs";
import { freePort, start, temporary, until } from "./processes.mjs";

/** The maximum gas of a block: more than the default, because some tests store long texts in a contract. */
const BLOCK_GAS = 300_000_000;
/** The gas of each transaction: 251,658,240 in the hexadecimal form of JSON-RPC, which leaves room in the block. */
const TRANSACTION_GAS = "0xf000000";

const { contracts } = JSON.parse(
  readFileSync(new URL("contracts/contracts.json", import.meta.url), "utf8"),
);
const ARCHITECTURE = { x64: "amd64", arm64: "arm64" };

/** The path of anvil. The launcher of the npm package would start another process, which the tests could not end. */
function anvil() {
  const require = createRequire(import.meta.url);
  return require.resolve(
    `@foundry-rs/anvil-${process.platform}-${ARCHITECTURE[process.arch]}/bin/anvil`,
  );
}

/** A value as a word of the ABI: 32 bytes in hexadecimal digits. */
const word = (value) => BigInt(value).toString(16).padStart(64, "0");
const DYNAMIC = {
  string: (text) => Buffer.from(text),
  bytes: (hex) => Buffer.from(hex.replace(/^0x/, ""), "hex"),
};

/** ABI-encodes arguments. Supports the types that these contracts need. */
export function encode(types, values) {
  let head = "";
  let tail = "";
  for (const [index, type] of types.entries()) {
    const toBytes = DYNAMIC[type];
    if (!toBytes) {
      head += word(values[index]);
      continue;
    }
    // The head has the byte offset of the value, and the tail has its length and its bytes in whole words.
    const bytes = toBytes(values[index]);
    const headBytes = types.length * 32;
    const tailBytes = tail.length / 2;
    head += word(headBytes + tailBytes);
    tail += word(bytes.length);
    const wordCount = Math.ceil(bytes.length / 32);
    tail += bytes.toString("hex").padEnd(wordCount * 64, "0");
  }
  return head + tail;
}

/**
 * An RPC endpoint whose contracts return the same token URI for every token. It holds each response until the test
 * calls `release()`, which must happen within the four seconds that the service waits.
 */
export async function startEndpoint(uri) {
  const body = { jsonrpc: "2.0", id: 1, result: `0x${encode(["string"], [uri])}` };
  const respond = json(JSON.stringify(body));
  let release;
  const released = new Promise((resolve) => (release = resolve));
  const holdThenRespond = async (request, response) => {
    await released;
    respond(request, response);
  };
  const endpoint = await startStubServer({ other: holdThenRespond });
  return { ...endpoint, release };
}

/** Starts anvil with the chain id `id`. Returns `{ url, id, deploy(name), stop() }`. */
export async function startChain({ id = 31337 } = {}) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const folder = temporary("chain");
  const args = [
    "--silent",
    "--port",
    String(port),
    "--chain-id",
    String(id),
    "--host",
    "127.0.0.1",
    "--gas-limit",
    String(BLOCK_GAS),
  ];
  const child = start(anvil(), args, { cwd: folder, env: { ...process.env, HOME: folder } });

  async function rpc(method, ...params) {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    const { result, error } = await response.json();
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  await until("anvil", () => rpc("eth_chainId").catch(() => false));
  const [from] = await rpc("eth_accounts");

  /** Sends a transaction and waits for its receipt. */
  async function mined(transaction) {
    const hash = await rpc("eth_sendTransaction", { from, gas: TRANSACTION_GAS, ...transaction });
    const receipt = await until("the receipt", () => rpc("eth_getTransactionReceipt", hash), {
      intervalMs: 5,
    });
    if (receipt.status !== "0x1")
      throw new Error(`The transaction failed: ${JSON.stringify(transaction).slice(0, 200)}`);
    return receipt;
  }
  // The transactions run one after the other, because each takes the next nonce of the account.
  let lastReceipt = Promise.resolve();
  function transact(transaction) {
    lastReceipt = lastReceipt.catch(() => {}).then(() => mined(transaction));
    return lastReceipt;
  }

  return {
    url,
    id,
    /** Deploys the contract `name` of contracts.json. Returns `{ address, send(method, …values) }`. */
    async deploy(name) {
      const { bytecode, selectors } = contracts[name];
      const { contractAddress: address } = await transact({ data: bytecode });
      const send = (method, ...values) => {
        const signature = Object.keys(selectors).find((text) => text.startsWith(`${method}(`));
        // A signature has the types in parentheses, such as `setTokenURI(uint256,string)`.
        const types = signature.slice(method.length + 1, -1).split(",");
        return transact({ to: address, data: `0x${selectors[signature]}${encode(types, values)}` });
      };
      return { address, send };
    },
    stop() {
      child.kill("SIGKILL");
      return child.ended;
    },
  };
}
