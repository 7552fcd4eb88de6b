// Records of the sample data, and the arguments that request them.
import { records } from "./program.mjs";

export const transfer = records("transfers.ndjson").find(
  ({ type, chainType }) => type === "NATIVE" && chainType === "mainnet",
);
export const token = records("tokens.ndjson").find(({ document }) =>
  Array.isArray(JSON.parse(document).attributes),
);
export const tokenArgs = [
  "token",
  token.address,
  token.id,
  "--chain-id",
  String(token.chainId),
  "--standard",
  token.standard,
];
