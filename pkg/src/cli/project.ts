// `ethereal-query project`: owner, permissions and balance of the API key.

import { group } from "../display/format.js";
import type { Project } from "../generated/models.js";
import { defineCommand } from "./command.js";
import { CLIENT_OPTIONS, OUTPUT_OPTIONS, VARIABLES, connect } from "./connection.js";
import { EXIT } from "./exit-code.js";
import { amount } from "./format.js";
import { type LabelledText, factLines } from "./table.js";
import { safe } from "./text.js";

/** Maximum number of characters that are printed of the name of a permission area. */
const MAX_AREA_LENGTH = 30;

export const project = defineCommand({
  name: "project",
  summary: `print owner, permissions and balance of the key in ${VARIABLES.key}`,
  operands: [],
  options: { ...OUTPUT_OPTIONS, ...CLIENT_OPTIONS },
  examples: ["ethereal-query project --json"],
  async run(input) {
    const { output, signal, values } = input;
    const record = await connect(input, { needsKey: true }).project({ signal });
    if (values.json) await output.json(record);
    else for (const line of factLines(factsOf(record), output)) await output.line(line);
    return EXIT.success;
  },
});

function factsOf({
  requestOwner,
  message,
  sponsoredAccount,
  balance,
  balanceWei,
  auth = {},
}: Project): LabelledText[] {
  return [
    ["Owner", requestOwner === undefined ? undefined : safe(requestOwner)],
    ["Message", message === undefined ? undefined : safe(message)],
    ["Account", sponsoredAccount === undefined ? undefined : safe(sponsoredAccount)],
    ["Balance", balanceText(balanceWei, balance)],
    ...Object.entries(auth).map(
      ([area, permissions]) =>
        [`Permission ${safe(area, MAX_AREA_LENGTH)}`, safe(permissionText(permissions))] as const,
    ),
  ];
}

function balanceText(
  balanceWei: Project["balanceWei"],
  balance: Project["balance"],
): string | undefined {
  if (balanceWei !== undefined) return amount(balanceWei);
  return balance ? group(safe(balance)) : undefined;
}

/** Returns the permissions of an area in words; unchanged if they are neither `true` nor a list. */
function permissionText(permissions: unknown): unknown {
  if (permissions === true) return "everything";
  return Array.isArray(permissions) ? permissions.join(", ") : permissions;
}
