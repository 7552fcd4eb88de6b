// A client of a few lines, with checks of the four responses that are written by hand.
import { createPlainClient, getJson } from "./plain.mjs";

const fail = (field) => {
  throw new TypeError(`Invalid ${field}.`);
};
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
// Each check throws if the value is invalid. `text`, `number` and `scalar` check optional fields, and accept undefined.
const requiredText = (value, field) => typeof value === "string" || fail(field);
const text = (value, field) => value === undefined || typeof value === "string" || fail(field);
const number = (value, field) => value === undefined || typeof value === "number" || fail(field);
const scalar = (value, field) =>
  value === undefined || typeof value === "string" || typeof value === "number" || fail(field);

function list(value, field, checkItem) {
  if (!Array.isArray(value)) fail(field);
  for (let i = 0; i < value.length; i++) checkItem(value[i], field);
}

function step(value, field) {
  if (!isObject(value)) fail(field);
  scalar(value.step, "step");
  text(value.txHash, "txHash");
}

function transferRecord(value, field) {
  if (!isObject(value)) fail(field);
  requiredText(value._id, "_id");
  requiredText(value.status, "status");
  text(value.type, "type");
  text(value.chainType, "chainType");
  scalar(value.fromChain, "fromChain");
  scalar(value.toChain, "toChain");
  text(value.fromAddress, "fromAddress");
  text(value.toAddress, "toAddress");
  number(value.originTimestamp, "originTimestamp");
  text(value.nativeAmount, "nativeAmount");
  text(value.tokenContract, "tokenContract");
  text(value.tokenAmount, "tokenAmount");
  if (value.tokenIds !== undefined) list(value.tokenIds, "tokenIds", requiredText);
  text(value.originTxnHash, "originTxnHash");
  text(value.whTxnHash, "whTxnHash");
  text(value.rbTxnHash, "rbTxnHash");
  text(value.deliveryTxnHash, "deliveryTxnHash");
  if (value.route !== undefined) list(value.route, "route", step);
}

function ethereal(value, field) {
  if (!isObject(value)) fail(field);
  requiredText(value._id, "_id");
  requiredText(value.status, "status");
  text(value.ethereal, "ethereal");
  text(value.balance, "balance");
  scalar(value.sourceChain, "sourceChain");
  text(value.sourceContract, "sourceContract");
  text(value.tokenName, "tokenName");
  text(value.tokenSymbol, "tokenSymbol");
  number(value.lastCheckedTimestamp, "lastCheckedTimestamp");
  text(value.lastCheckedDate, "lastCheckedDate");
  number(value.lastSyncTimestamp, "lastSyncTimestamp");
  text(value.lastSyncData, "lastSyncData");
  if (value.deposits !== undefined && !Array.isArray(value.deposits)) fail("deposits");
}

export const checks = {
  // The metadata of a token may have any shape.
  token: (data) => data,
  transfer(data) {
    if (!isObject(data) || !isObject(data.bridgeData)) fail("bridgeData");
    list(data.bridgeData.bridgeData, "bridgeData", transferRecord);
    return data;
  },
  project(data) {
    if (!isObject(data)) fail("");
    text(data.message, "message");
    text(data.requestOwner, "requestOwner");
    if (data.auth !== undefined && !isObject(data.auth)) fail("auth");
    text(data.sponsoredAccount, "sponsoredAccount");
    text(data.balanceWei, "balanceWei");
    text(data.balance, "balance");
    return data;
  },
  ethereals(data) {
    if (!isObject(data)) fail("");
    list(data.etherealData, "etherealData", ethereal);
    if (data.nextCursor != null && typeof data.nextCursor !== "string") fail("nextCursor");
    return data;
  },
};

export const client = createPlainClient(getJson, checks);
