// Public demo keys. They open nothing but this sample data: anybody may read and use them.
import { randomSource } from "./random.mjs";

/**
 * 32 bytes as base64 always end in "="; draw until "/" and "+" occur too, the characters that careless code mangles.
 */
function demoKey(random) {
  for (;;) {
    const key = random.bytes(32).toString("base64");
    if (key.includes("/") && key.includes("+")) return key;
  }
}

const OWNERS = [
  ["demo", { aa: ["write", "create"], deliveries: ["read"], sprinkle: true }, "100000000000000000"],
  ["reader", {}, "0"],
  ["gardener", { sprinkle: true }, "123456789012345678901234567890"],
  ["courier", { deliveries: ["read", "write"], aa: [], sprinkle: false }, "1"],
  ["Zoë's studio", { aa: ["create"], "ethereal:sync": ["read", "retry"] }, "5000000000000000000"],
];

export function keys() {
  const random = randomSource("keys");
  return OWNERS.map(([requestOwner, auth, balanceWei]) => ({
    key: demoKey(random),
    requestOwner,
    auth,
    sponsoredAccount: random.address(),
    balanceWei,
  }));
}
