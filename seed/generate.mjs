// Makes the sample data in seed/.
import { ethereals } from "./generate/ethereals.mjs";
import { randomSource } from "./generate/random.mjs";
import { tokens } from "./generate/tokens.mjs";
import { transfers } from "./generate/transfers.mjs";
import { KEYS_FILE, SEED_FILES } from "./kinds.mjs";

const ndjson = (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

/**
 * Returns 32 random bytes as base64, which ends in "=". The key also contains "/" and "+". Code
 * that does not encode a key would change these characters.
 */
function demoKey(random) {
  for (;;) {
    const key = random.bytes(32).toString("base64");
    if (key.includes("/") && key.includes("+")) return key;
  }
}

/**
 * The owner, the permissions and the balance of each key. They include an empty list, a balance that a double would
 * round, an owner that is not ASCII, and an area with a colon.
 */
const OWNERS = [
  ["demo", { aa: ["write", "create"], deliveries: ["read"], sprinkle: true }, "100000000000000000"],
  ["reader", {}, "0"],
  ["gardener", { sprinkle: true }, "123456789012345678901234567890"],
  ["courier", { deliveries: ["read", "write"], aa: [], sprinkle: false }, "1"],
  ["Zoë's studio", { aa: ["create"], "ethereal:sync": ["read", "retry"] }, "5000000000000000000"],
];

/** Returns public demo keys. They give access to this sample data only, so everybody may read and use them. */
function keys() {
  const random = randomSource("keys");
  return OWNERS.map(([requestOwner, auth, balanceWei]) => ({
    key: demoKey(random),
    requestOwner,
    auth,
    sponsoredAccount: random.address(),
    balanceWei,
  }));
}

/** Returns the text of each generated file, by its path. */
export function generatedFiles() {
  const { rows, pictures } = tokens();
  return {
    [`seed/${SEED_FILES.ethereals}`]: ndjson(ethereals()),
    [`seed/${SEED_FILES.transfers}`]: ndjson(transfers()),
    [`seed/${SEED_FILES.tokens}`]: ndjson(rows),
    [`seed/${KEYS_FILE}`]: `${JSON.stringify(keys(), null, 2)}\n`,
    "seed/pictures.ndjson": ndjson(pictures),
  };
}
