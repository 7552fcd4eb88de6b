// Generates the transfers of the sample data: every type in every status, and on both chain types
// every order of relay and rollup bridge.
import { COLLECTIONS } from "./tokens.mjs";
import { KNOWN_TIME, recordId, randomSource } from "./random.mjs";

const NETWORKS = {
  mainnet: { child: 45513, parent: 42161, others: [1, 10, 137, 8453, 81457] },
  sepolia: { child: 11145513, parent: 421614, others: [11155111, 11155420, 84532] },
};
const TYPES = ["NATIVE", "ERC20", "ERC721", "ERC1155", "TXN"];
const STATUSES = ["done", "wait-wh", "wait-rb", "wait-cc", "manual", "error"];
const RELAY = "wormhole";

/**
 * The orders in which a route uses the relay and the rollup bridge between `parent` and `child`. The
 * function of an order gets the network and a chain of `others`. It returns the steps of the route,
 * and the index of the step that submits to the rollup bridge (`null` without a rollup bridge).
 */
const ORDERS = {
  "relay, rollup": ({ child, parent }, other) => ({
    steps: [other, RELAY, parent, child],
    rollup: 2,
  }),
  "rollup in": ({ child, parent }) => ({ steps: [parent, child], rollup: 0 }),
  "rollup out": ({ child, parent }) => ({ steps: [child, parent], rollup: 0 }),
  relay: ({ parent }, other) => ({ steps: [parent, RELAY, other], rollup: null }),
  // A withdrawal is submitted on the child chain, so its first hash is the hash of the rollup bridge.
  "rollup, relay": ({ child, parent }, other) => ({
    steps: [child, parent, RELAY, other],
    rollup: 0,
  }),
};

/**
 * The number of complete steps by status and order. For example, "wait-wh" waits for the relay: in
 * the order "rollup, relay", the two steps before the relay are complete. A transfer of a missing
 * order never has the status. `transfers` takes the orders of a status in the sequence of the keys.
 */
const COMPLETE = {
  done: { "relay, rollup": 4, "rollup in": 2, "rollup out": 2, relay: 3, "rollup, relay": 4 },
  "wait-wh": { "relay, rollup": 1, relay: 1, "rollup, relay": 2 },
  "wait-rb": { "relay, rollup": 2, "rollup in": 1, "rollup out": 1, "rollup, relay": 1 },
  "wait-cc": { "relay, rollup": 3, "rollup in": 1 },
  manual: { "rollup out": 1, relay: 2, "rollup, relay": 1, "relay, rollup": 2 },
  error: { "relay, rollup": 2, "rollup in": 1, relay: 1, "rollup, relay": 2, "rollup out": 1 },
};

function tokenFields(random, type) {
  if (type === "TXN") return {};
  if (type === "NATIVE") {
    const thousandths = random.int(1, 4000);
    const sixDigits = String(random.int(0, 999999)).padStart(6, "0");
    // A thousandth of the currency is 10^15 wei, so 15 digits follow: six random digits, nine zeros.
    return { nativeAmount: `${thousandths}${sixDigits}000000000` };
  }
  const tokenContract = type === "ERC20" ? random.address() : random.pick(COLLECTIONS).address;
  if (type === "ERC20")
    return {
      tokenContract,
      tokenAmount: String(random.int(1, 900_000_000)) + "0".repeat(random.pick([0, 6, 12])),
    };
  const tokenIds = Array.from({ length: random.int(1, 3) }, () => String(random.int(1, 9999)));
  const tokenAmount = type === "ERC721" ? tokenIds.length : random.int(1, 50);
  return { tokenContract, tokenAmount: String(tokenAmount), tokenIds };
}

/** Returns the hash fields of a route. A field is absent until its step is complete. */
function hashFields(route, plan) {
  const relay = route.find((entry) => entry.step === RELAY)?.txHash;
  const rollup = plan.rollup === null ? undefined : route[plan.rollup]?.txHash;
  const delivery = route.length === plan.steps.length ? route.at(-1).txHash : undefined;
  return {
    originTxnHash: route[0].txHash,
    ...(relay && { whTxnHash: relay }),
    ...(rollup && { rbTxnHash: rollup }),
    ...(delivery && { deliveryTxnHash: delivery }),
  };
}

function transfer(random, { chainType, type, status, order }) {
  const network = NETWORKS[chainType];
  const plan = ORDERS[order](network, random.pick(network.others));
  const fromAddress = random.address();
  const route = plan.steps
    .slice(0, COMPLETE[status][order])
    .map((step) => ({ step, txHash: random.hash() }));
  return {
    _id: recordId(random),
    type,
    chainType,
    status,
    fromChain: plan.steps[0],
    toChain: plan.steps.at(-1),
    fromAddress,
    toAddress: random.chance(0.7) ? fromAddress : random.address(),
    originTimestamp: KNOWN_TIME - random.int(60, 40_000_000),
    ...tokenFields(random, type),
    ...hashFields(route, plan),
    route,
  };
}

/**
 * Makes two transfers share a relay transaction. (A relay transaction can carry several transfers.)
 * `earlier` starts 95 seconds before `later`; the number is arbitrary.
 */
function shareRelay(earlier, later) {
  const hash = earlier.whTxnHash;
  later.whTxnHash = hash;
  later.route.find((entry) => entry.step === RELAY).txHash = hash;
  earlier.originTimestamp = later.originTimestamp - 95;
  return [earlier, later];
}

export function transfers() {
  const random = randomSource("transfers");
  const rows = [];
  // Two transfers for each type and status, in two successive orders. The first is on mainnet. The
  // second is on sepolia for every second status.
  for (const [typeIndex, type] of TYPES.entries()) {
    for (const [statusIndex, status] of STATUSES.entries()) {
      const orders = Object.keys(COMPLETE[status]);
      const orderAt = (index) => orders[index % orders.length];
      const order = orderAt(typeIndex);
      rows.push(transfer(random, { chainType: "mainnet", type, status, order }));
      const chainType = statusIndex % 2 === 0 ? "sepolia" : "mainnet";
      const nextOrder = orderAt(typeIndex + 1);
      rows.push(transfer(random, { chainType, type, status, order: nextOrder }));
    }
  }
  for (const chainType of Object.keys(NETWORKS)) {
    for (const order of Object.keys(ORDERS))
      rows.push(transfer(random, { chainType, type: random.pick(TYPES), status: "done", order }));
  }
  const make = (type, status, order) =>
    transfer(random, { chainType: "mainnet", type, status, order });
  // Two pairs with a shared relay hash. The newer transfer has the smaller `_id` in the first pair,
  // and the larger `_id` in the second pair.
  const first = shareRelay(make("NATIVE", "done", "relay"), make("ERC20", "done", "relay"));
  const second = shareRelay(
    make("ERC721", "manual", "relay"),
    make("ERC1155", "done", "rollup, relay"),
  );
  const withLargestId = make("ERC721", "done", "relay, rollup");
  withLargestId.tokenIds = [String(2n ** 256n - 1n)];
  withLargestId.tokenAmount = "1";
  orderIds(first, "descending");
  orderIds(second, "ascending");
  // The transfers of a pair are far apart. The first pair is in the order of time, the second pair in
  // reverse order.
  const others = [...random.shuffle(rows), withLargestId];
  return [second[1], first[0], ...others, first[1], second[0]];
}

/** Swaps the `_id`s of a pair if necessary, so that they ascend or descend in the order of time. */
function orderIds(pair, order) {
  const ids = pair.map((row) => row._id).sort();
  if (order === "descending") ids.reverse();
  pair.forEach((row, i) => {
    row._id = ids[i];
  });
}
