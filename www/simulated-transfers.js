// Simulated transfers, which change while a user watches them. They need no state and no timer: the hash has the kind
// and the start of the transfer, and the clock gives its progress. So a link to a simulated transfer always works.

const CHILD = 45513;
const PARENT = 42161;
const RELAY = "wormhole";

/** `rollup`: index of the step that submits to the rollup bridge. `phases`: [first second, status, completed steps]. */
const KINDS = [
  {
    title: "Native token by the rollup bridge",
    fields: { type: "NATIVE", nativeAmount: "250000000000000000" },
    steps: [PARENT, CHILD],
    rollup: 0,
    phases: [[0, "wait-rb", 1], [12, "wait-cc", 1], [26, "done", 2]],
  },
  {
    title: "ERC-20 by relay and rollup bridge",
    fields: { type: "ERC20", tokenAmount: "1500000000" },
    steps: [8453, RELAY, PARENT, CHILD],
    rollup: 2,
    phases: [[0, "wait-wh", 1], [12, "wait-rb", 2], [24, "wait-cc", 3], [40, "done", 4]],
  },
  {
    title: "ERC-721 by the relay only",
    fields: { type: "ERC721", tokenAmount: "2", tokenIds: ["17", "4711"] },
    steps: [PARENT, RELAY, 10],
    phases: [[0, "wait-wh", 1], [14, "wait-wh", 2], [28, "done", 3]],
  },
  {
    title: "ERC-20 that fails on its way",
    fields: { type: "ERC20", tokenAmount: "42000000" },
    steps: [1, RELAY, PARENT, CHILD],
    rollup: 2,
    phases: [[0, "wait-wh", 1], [12, "wait-rb", 2], [24, "error", 2]],
  },
];

/** Length of an interval. A transfer of each kind begins with each interval. */
const INTERVAL_MS = 10_000;

const hex = (number, digits) => number.toString(16).padStart(digits, "0");

/** Eight digits of the checksum, the mark 5eed, then the kind, the step and the interval. */
const HASH_PATTERN = /^0x[0-9a-f]{8}5eed([0-9a-f])([0-9a-f])([0-9a-f]{10})/i;

/** Returns the hash of a step. Its other digits are a checksum (xorshift), so that a random hash does not match. */
function hashOf(kind, step, interval) {
  const payload = `5eed${hex(kind, 1)}${hex(step, 1)}${hex(interval, 10)}`;
  let state = [...payload].reduce((sum, digit) => Math.imul(sum ^ digit.charCodeAt(0), 0x01000193), 0x811c9dc5) | 1;
  let digits = "";
  while (digits.length < 48) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    digits += hex(state >>> 0, 8);
  }
  return `0x${digits.slice(0, 8)}${payload}${digits.slice(8)}`;
}

/** Step numbers above those of any route. Their hashes contain the addresses. */
const SENDER_STEP = 14;
const CONTRACT_STEP = 15;
const address = (kind, step) => `0x${hashOf(kind, step, 0).slice(-40)}`;

/** Returns the record of a simulated transfer at the time `now`; undefined for any other hash and before it begins. */
export function simulatedTransfer(hash, now) {
  const [kind, , interval] = (HASH_PATTERN.exec(hash) ?? []).slice(1).map((digits) => parseInt(digits, 16));
  const { fields, steps, rollup, phases } = KINDS[kind] ?? {};
  const elapsed = now - interval * INTERVAL_MS;
  if (!steps?.some((_, at) => hashOf(kind, at, interval) === hash.toLowerCase()) || !(elapsed >= 0)) return undefined;
  const [, status, completedSteps] = phases.filter(([second]) => elapsed >= second * 1000).at(-1);
  const route = steps.slice(0, completedSteps).map((step, at) => ({ step, txHash: hashOf(kind, at, interval) }));
  return {
    // The ids repeat after 1000 intervals, which limits the number of records in the service.
    _id: hashOf(kind, 0, interval % 1000).slice(-24),
    simulated: true,
    chainType: "mainnet",
    status,
    fromChain: steps[0],
    toChain: steps.at(-1),
    fromAddress: address(kind, SENDER_STEP),
    toAddress: address(kind, SENDER_STEP),
    originTimestamp: (interval * INTERVAL_MS) / 1000,
    ...fields,
    tokenContract: fields.type === "NATIVE" ? undefined : address(kind, CONTRACT_STEP),
    originTxnHash: route[0].txHash,
    whTxnHash: route.find(({ step }) => step === RELAY)?.txHash,
    rbTxnHash: route[rollup]?.txHash,
    deliveryTxnHash: completedSteps === steps.length ? route.at(-1).txHash : undefined,
    route,
  };
}

/** Returns the transfers that begin in the current interval, each as `{ hash, title }`. */
export function currentSimulatedTransfers(now = Date.now()) {
  const interval = Math.floor(now / INTERVAL_MS);
  return KINDS.map(({ title }, kind) => ({ hash: hashOf(kind, 0, interval), title: `Simulated: ${title}` }));
}

/** Returns the `fetch` of an embedded service that also has the simulated transfers, at the time of each request. */
export function withSimulatedTransfers(service, clock = () => Date.now()) {
  return (input, init) => {
    const [hash] = /0x[0-9a-f]{64}/i.exec(input.url ?? String(input)) ?? [];
    const record = hash && simulatedTransfer(hash, clock());
    // The service reads its records within the call of `fetch`, so the update comes first.
    if (record) service.update({ transfers: [record] });
    return service.fetch(input, init);
  };
}
