// A client of a few lines, with checks of the four responses that are written by hand.
import { createPlainClient, getJson } from "./plain.mjs";

const fail = (path) => {
  throw new TypeError(`Invalid ${path}.`);
};
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const requiredText = (value, path) => typeof value === "string" || fail(path);
const text = (value, path) => value === undefined || typeof value === "string" || fail(path);
const number = (value, path) => value === undefined || typeof value === "number" || fail(path);
const scalar = (value, path) =>
  value === undefined || typeof value === "string" || typeof value === "number" || fail(path);

function list(value, path, each) {
  if (!Array.isArray(value)) fail(path);
  for (let i = 0; i < value.length; i++) each(value[i], path);
}

function step(value, path) {
  if (!isObject(value)) fail(path);
  scalar(value.step, "step");
  text(value.txHash, "txHash");
}

function transferRecord(value, path) {
  if (!isObject(value)) fail(path);
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

function ethereal(value, path) {
  if (!isObject(value)) fail(path);
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
