// The pure helpers, computed in Rust.

import { guard } from "./error.js";
import { instance } from "./instance.js";
import { SEPARATOR, encode, encodeAll, encodeOptions, object } from "./values.js";

// 18 decimals, as most currencies of EVM chains have.
const places = (decimals = 18) => encode(decimals);

export const formatUnits = (value, decimals) =>
  guard(() => instance().rust.formatUnits(encode(value), places(decimals)));
export const parseUnits = (text, decimals) =>
  guard(() => BigInt(instance().rust.parseUnits(encode(text), places(decimals))));
export const checksumAddress = (address) => guard(() => instance().rust.checksumAddress(encode(address)));
export const sameAddress = (a, b) => guard(() => instance().rust.sameAddress(encode(a), encode(b)));
export function can(project, area, permission) {
  const granted = project?.auth?.[area];
  // Only a list of names or `true` grants anything (specification §2.3); a comma cannot stand in a name.
  const names = Array.isArray(granted) ? granted.filter((name) => typeof name === "string" && !name.includes(",")) : [];
  return guard(() => instance().rust.can(encode(granted === true || names), permission));
}

export const resolveUri = (uri, options) =>
  guard(() => instance().rust.resolveUri(encode(uri), encodeOptions(object("options", options))).split("\n"));

export function routeOf(transfer) {
  const { status, fromChain, toChain, originTxnHash, whTxnHash, rbTxnHash, deliveryTxnHash, route } =
    object("transfer", transfer);
  const recorded = (Array.isArray(route) ? route : []).flatMap((step) => [step?.step, step?.txHash]);
  const hashes = [originTxnHash, whTxnHash, rbTxnHash, deliveryTxnHash];
  const texts = guard(() => instance().rust.routeOf(encodeAll([status, fromChain, toChain, ...hashes, ...recorded])));
  const fields = texts === "" ? [] : texts.split(SEPARATOR);
  const steps = [];
  for (let i = 0; i < fields.length; i += 6) {
    const [kind, role, state, step, chainId, txHash] = fields.slice(i, i + 6);
    steps.push({ kind, role, state, step, ...(chainId && { chainId }), ...(txHash && { txHash }) });
  }
  return steps;
}
