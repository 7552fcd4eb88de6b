// A client by openapi-fetch, with checks of the four responses by zod/mini.
import * as z from "zod/mini";
import { createOpenapi } from "./openapi-fetch.mjs";

const text = z.optional(z.string());
const scalar = z.optional(z.union([z.number(), z.string()]));
const number = z.optional(z.number());

const transferRecord = z.looseObject({
  _id: z.string(),
  status: z.string(),
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
  tokenIds: z.optional(z.array(z.string())),
  originTxnHash: text,
  whTxnHash: text,
  rbTxnHash: text,
  deliveryTxnHash: text,
  route: z.optional(z.array(z.looseObject({ step: scalar, txHash: text }))),
});

const ethereal = z.looseObject({
  _id: z.string(),
  status: z.string(),
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
  deposits: z.optional(z.array(z.unknown())),
});

const token = z.unknown();
const transfer = z.looseObject({
  bridgeData: z.looseObject({ bridgeData: z.array(transferRecord) }),
});
const project = z.looseObject({
  message: text,
  requestOwner: text,
  auth: z.optional(z.record(z.string(), z.unknown())),
  sponsoredAccount: text,
  balanceWei: text,
  balance: text,
});
const ethereals = z.looseObject({
  etherealData: z.array(ethereal),
  nextCursor: z.nullish(z.string()),
});

export const checks = {
  token: (data) => token.parse(data),
  transfer: (data) => transfer.parse(data),
  project: (data) => project.parse(data),
  ethereals: (data) => ethereals.parse(data),
};

export const client = createOpenapi(checks);
