// Canonical JSON: one text per value, with sorted keys. The digests in vectors.json are of this text.
import { createHash } from "node:crypto";

export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${members.join(",")}}`;
}

export const sha256 = (text) => createHash("sha256").update(text).digest("hex");
