// Transfers that move while one looks at them. Nothing is kept and no timer runs: a hash says which transfer it is of
// and when that began, and the clock says how far it is. So a link to one is good for ever, and later shows how it ended.

const CHILD = 45513;
const PARENT = 42161;
const RELAY = "wormhole";

/** `rollup`: the step that submits to the rollup bridge. `phases`: from this second on, this status and steps done. */
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

/** A transfer begins with one of these intervals, in milliseconds: whoever looks within it sees the same one. */
const INTERVAL = 10_000;

const hex = (number, digits) => number.toString(16).padStart(digits, "0");

/** What a hash says, after eight digits that people know it by: a mark, the kind, the step and the interval. */
const SAID = /^0x[0-9a-f]{8}5eed([0-9a-f])([0-9a-f])([0-9a-f]{10})/i;

/** The hash of a step; its other digits follow from what it says (xorshift), so that no other hash passes for one. */
function hashOf(kind, step, interval) {
  const said = `5eed${hex(kind, 1)}${hex(step, 1)}${hex(interval, 10)}`;
  let state = [...said].reduce((sum, digit) => Math.imul(sum ^ digit.charCodeAt(0), 0x01000193), 0x811c9dc5) | 1;
  let digits = "";
  while (digits.length < 48) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    digits += hex(state >>> 0, 8);
  }
  return `0x${digits.slice(0, 8)}${said}${digits.slice(8)}`;
}

/** Steps no route has; hashes of theirs serve as other values. */
const SENDER = 14;
const CONTRACT = 15;
const address = (kind, step) => `0x${hashOf(kind, step, 0).slice(-40)}`;

/** The record of the transfer with this hash as it stands at `now`; nothing for another hash, and before it began. */
export function simulatedTransfer(hash, now) {
  const [kind, , interval] = (SAID.exec(hash) ?? []).slice(1).map((digits) => parseInt(digits, 16));
  const { fields, steps, rollup, phases } = KINDS[kind] ?? {};
  const elapsed = now - interval * INTERVAL;
  if (!steps?.some((_, at) => hashOf(kind, at, interval) === hash.toLowerCase()) || !(elapsed >= 0)) return undefined;
  const [, status, done] = phases.filter(([second]) => elapsed >= second * 1000).at(-1);
  const route = steps.slice(0, done).map((step, at) => ({ step, txHash: hashOf(kind, at, interval) }));
  return {
    // Ids come round again, so that a service which runs for long does not keep ever more of these records.
    _id: hashOf(kind, 0, interval % 1000).slice(-24),
    simulated: true,
    chainType: "mainnet",
    status,
    fromChain: steps[0],
    toChain: steps.at(-1),
    fromAddress: address(kind, SENDER),
    toAddress: address(kind, SENDER),
    originTimestamp: (interval * INTERVAL) / 1000,
    ...fields,
    tokenContract: fields.type === "NATIVE" ? undefined : address(kind, CONTRACT),
    originTxnHash: route[0].txHash,
    whTxnHash: route.find(({ step }) => step === RELAY)?.txHash,
    rbTxnHash: route[rollup]?.txHash,
    deliveryTxnHash: done === steps.length ? route.at(-1).txHash : undefined,
    route,
  };
}

/** The transfers that begin about now: `{ hash, title }` each. */
export function simulatedNow(now = Date.now()) {
  const interval = Math.floor(now / INTERVAL);
  return KINDS.map(({ title }, kind) => ({ hash: hashOf(kind, 0, interval), title: `Simulated: ${title}` }));
}

/** An embedded service's `fetch` that also knows these transfers, each as it stands when it is asked for. */
export function withSimulated(service, clock = () => Date.now()) {
  return (input, init) => {
    const [hash] = /0x[0-9a-f]{64}/i.exec(input.url ?? String(input)) ?? [];
    const record = hash && simulatedTransfer(hash, clock());
    // The service answers from what it holds at the moment of the call, so nothing can come between the two.
    if (record) service.update({ transfers: [record] });
    return service.fetch(input, init);
  };
}
