// The pure helpers, computed in Rust.

import { helpers } from "virtual:wasm-client";
import { guard } from "./error.js";
import { instance, more } from "./instance.js";
import { SEPARATOR, encodeAll, object, pack } from "./values.js";

/** Decimals, as most currencies of EVM chains have. */
const EIGHTEEN = 18;

const ask = (name, given) => guard(() => more(helpers)[name](given));

export const formatUnits = (value, decimals = EIGHTEEN) => ask("formatUnits", pack([value, decimals]));
export const parseUnits = (text, decimals = EIGHTEEN) => BigInt(ask("parseUnits", pack([text, decimals])));
export const checksumAddress = (address) => ask("checksumAddress", pack([address]));

// These two are one comparison each: asking Rust would be 0.3 kB more, and slower.
const isAddress = (it) => typeof it === "string" && /^0x[\da-f]{40}$/i.test(it);
export const sameAddress = (a, b) => isAddress(a) && isAddress(b) && a.toLowerCase() === b.toLowerCase();
export function can(project, area, permission) {
  const granted = project?.auth?.[area];
  // Only a list of names or `true` grants anything (specification §2.3).
  const names = Array.isArray(granted) ? granted.filter((name) => typeof name === "string") : [];
  return granted === true || (permission == null ? names.length > 0 : names.includes(permission));
}

export const resolveUri = (uri, options) =>
  ask("resolveUri", pack([uri], object("options", options))).split("\n");

export function routeOf(transfer) {
  const { status, fromChain, toChain, originTxnHash, whTxnHash, rbTxnHash, deliveryTxnHash, route } =
    object("transfer", transfer);
  const recorded = (Array.isArray(route) ? route : []).flatMap((step) => [step?.step, step?.txHash]);
  const hashes = [originTxnHash, whTxnHash, rbTxnHash, deliveryTxnHash];
  const given = encodeAll([status, fromChain, toChain, ...hashes, ...recorded]);
  const texts = guard(() => instance().rust.routeOf(given));
  const fields = texts.split(SEPARATOR);
  const steps = [];
  for (let i = 0; i + 6 < fields.length; i += 6) {
    const [kind, role, state, step, chainId, txHash] = fields.slice(i, i + 6);
    steps.push({ kind, role, state, step, ...(chainId && { chainId }), ...(txHash && { txHash }) });
  }
  return steps;
}
