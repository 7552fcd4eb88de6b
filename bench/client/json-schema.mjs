// The four responses as JSON Schemas, which peers.mjs compiles by ajv.
const text = { type: "string" };
const number = { type: "number" };
const scalar = { type: ["number", "string"] };
const list = (items) => ({ type: "array", items });
const object = (properties, required = []) => ({ type: "object", properties, required });

const transfer = object({
  _id: text, status: text, type: text, chainType: text, fromChain: scalar, toChain: scalar, fromAddress: text,
  toAddress: text, originTimestamp: number, nativeAmount: text, tokenContract: text, tokenAmount: text,
  tokenIds: list(text), originTxnHash: text, whTxnHash: text, rbTxnHash: text, deliveryTxnHash: text,
  route: list(object({ step: scalar, txHash: text })),
}, ["_id", "status"]);

const ethereal = object({
  _id: text, status: text, ethereal: text, balance: text, sourceChain: scalar, sourceContract: text, tokenName: text,
  tokenSymbol: text, lastCheckedTimestamp: number, lastCheckedDate: text, lastSyncTimestamp: number, lastSyncData: text,
  deposits: { type: "array" },
}, ["_id", "status"]);

export const schemas = {
  token: {},
  bridge: object({ bridgeData: object({ bridgeData: list(transfer) }, ["bridgeData"]) }, ["bridgeData"]),
  project: object({
    message: text, requestOwner: text, auth: { type: "object" }, sponsoredAccount: text, balanceWei: text,
    balance: text,
  }),
  ethereals: object({ etherealData: list(ethereal), nextCursor: { type: ["string", "null"] } }, ["etherealData"]),
};
