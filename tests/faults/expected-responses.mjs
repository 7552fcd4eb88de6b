// Creates the records of correct responses. The request determines the record, so a test knows the expected response. A
// browser also runs this module, so the module uses nothing of Node.js.
import { randomSource } from "./random.mjs";

/**
 * The start of every valid key. No response contains this text, so a test can find a leaked key. Percent-encoding
 * changes the characters `/`, `+` and `=`.
 */
export const CANARY = "CANARY/7h1s+Must=Never.Be_Seen";

export function token(address, id, chainId) {
  return {
    name: `Token ${id}`,
    image: `ipfs://bafkrei${address.slice(2, 12)}/${id}.png`,
    attributes: [
      { trait_type: "Chain", value: String(chainId) },
      { trait_type: "Größe", value: "🌳" },
    ],
  };
}

export function transfer(hash) {
  const random = randomSource(0, hash);
  const delivery = `0x${random.hex(64)}`;
  return {
    _id: random.hex(24),
    type: "NATIVE",
    chainType: "mainnet",
    status: random.pick(["done", "wait-wh", "wait-rb", "wait-cc", "manual"]),
    fromChain: 1,
    toChain: 45513,
    fromAddress: `0x${random.hex(40)}`,
    originTimestamp: random.int(1_700_000_000, 1_740_000_000),
    nativeAmount: String(random.int(1, 2 ** 40)),
    originTxnHash: hash,
    deliveryTxnHash: delivery,
    route: [
      { step: 1, txHash: hash },
      { step: "relay", txHash: delivery },
    ],
  };
}

export const project = () => ({
  message: "ok",
  requestOwner: "demo",
  auth: { aa: ["write", "create"], deliveries: ["read"], sprinkle: true },
  balanceWei: "100000000000000000",
  balance: "0.1",
});

/** The record at `index` of a list. `list` is the source chain in the request: each source chain has a list. */
export const row = (list, index) => ({
  _id: `${list}-${index}`,
  ethereal: `0x${String(index).padStart(40, "0")}`,
  status: index % 7 === 0 ? "unfunded" : "active",
  sourceChain: String(list),
  tokenSymbol: `ROW${index}`,
});

/** The number of records in each list. */
export const ROWS = 1000;

/**
 * A page of the list. A cursor is the letter "c" and the index of the next record. A suffix such as ".7" has no effect:
 * pages.mjs adds a suffix to make a cursor unique.
 */
export function page(list, size, cursor) {
  const from = cursor ? parseInt(cursor.slice(1), 10) : 0;
  const to = Math.min(from + size, ROWS);
  const etherealData = Array.from({ length: to - from }, (_, i) => row(list, from + i));
  return { etherealData, nextCursor: to < ROWS ? `c${to}` : null };
}

/** The endpoints whose records this module creates. */
export const TOKEN = "GET /tokens/:address/:id/uri";
export const TRANSFER = "GET /bridge/transfers/transactions/:hash";
export const PROJECT = "GET /project";
export const ETHEREALS = "GET /ethereals";
export const ENDPOINTS = [TOKEN, TRANSFER, PROJECT, ETHEREALS];
