// A client by openapi-fetch, with checks of the four responses by zod. The checks keep unknown fields. All peers
// of this folder that check responses check the same fields.
import * as z from "zod";
import { createOpenapi } from "./openapi-fetch.mjs";

const text = z.string().optional();
const scalar = z.union([z.number(), z.string()]).optional();
const number = z.number().optional();

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
  tokenIds: z.array(z.string()).optional(),
  originTxnHash: text,
  whTxnHash: text,
  rbTxnHash: text,
  deliveryTxnHash: text,
  route: z.array(z.looseObject({ step: scalar, txHash: text })).optional(),
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
  deposits: z.array(z.unknown()).optional(),
});

const token = z.unknown();
const transfer = z.looseObject({
  bridgeData: z.looseObject({ bridgeData: z.array(transferRecord) }),
});
const project = z.looseObject({
  message: text,
  requestOwner: text,
  auth: z.record(z.string(), z.unknown()).optional(),
  sponsoredAccount: text,
  balanceWei: text,
  balance: text,
});
const ethereals = z.looseObject({
  etherealData: z.array(ethereal),
  nextCursor: z.string().nullish(),
});

export const checks = {
  token: (data) => token.parse(data),
  transfer: (data) => transfer.parse(data),
  project: (data) => project.parse(data),
  ethereals: (data) => ethereals.parse(data),
};

export const client = createOpenapi(checks);
