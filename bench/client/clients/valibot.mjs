// A client by openapi-fetch, with checks of the four responses by valibot.
import * as v from "valibot";
import { createOpenapi } from "./openapi-fetch.mjs";

const text = v.optional(v.string());
const scalar = v.optional(v.union([v.number(), v.string()]));
const number = v.optional(v.number());

const transferRecord = v.looseObject({
  _id: v.string(),
  status: v.string(),
  type: text,
  chainType: text,
  fromChain: scalar,
  toChain: scalar,
  fromAddress: text,
  toAddress: text,
  originTimestamp: number,
  nativeAmount: text,
  tokenContract: text,
  tokenAmount: text,
  tokenIds: v.optional(v.array(v.string())),
  originTxnHash: text,
  whTxnHash: text,
  rbTxnHash: text,
  deliveryTxnHash: text,
  route: v.optional(v.array(v.looseObject({ step: scalar, txHash: text }))),
});

const ethereal = v.looseObject({
  _id: v.string(),
  status: v.string(),
  ethereal: text,
  balance: text,
  sourceChain: scalar,
  sourceContract: text,
  tokenName: text,
  tokenSymbol: text,
  lastCheckedTimestamp: number,
  lastCheckedDate: text,
  lastSyncTimestamp: number,
  lastSyncData: text,
  deposits: v.optional(v.array(v.unknown())),
});

const token = v.unknown();
const transfer = v.looseObject({
  bridgeData: v.looseObject({ bridgeData: v.array(transferRecord) }),
});
const project = v.looseObject({
  message: text,
  requestOwner: text,
  auth: v.optional(v.record(v.string(), v.unknown())),
  sponsoredAccount: text,
  balanceWei: text,
  balance: text,
});
const ethereals = v.looseObject({
  etherealData: v.array(ethereal),
  nextCursor: v.nullish(v.string()),
});

export const checks = {
  token: (data) => v.parse(token, data),
  transfer: (data) => v.parse(transfer, data),
  project: (data) => v.parse(project, data),
  ethereals: (data) => v.parse(ethereals, data),
};

export const client = createOpenapi(checks);
