/**
 * Simulated transfers, which move along their route with time, for the embedded service. They need no state and no
 * timer: the hash of a transfer contains its kind and its start, and the clock gives its progress.
 *
 * @packageDocumentation
 */

import type { EmbeddedService } from "../embedded.js";
import { invalidValue } from "../errors/error.js";
import type { BridgeTransfer, TransferStatus } from "../generated/models.js";
import { SIMULATION_OPTIONS } from "../generated/option-names.js";
import type { Address, Hash } from "../values.js";
import { readMembers } from "./members.js";

/**
 * A transfer that {@link simulateTransfers} serves.
 * @example
 * const [first]: SimulatedTransfer[] = simulatedTransfersAt(0);
 * console.log(first?.title, first?.lastStatus, first?.durationMs); // Native token done 26000
 */
export interface SimulatedTransfer {
  /** Hash of its first transaction. */
  hash: Hash;
  /** Description of its kind. */
  title: string;
  /** The status that it ends with. */
  lastStatus: TransferStatus;
  /** Milliseconds from its start to its last status. */
  durationMs: number;
}

/**
 * Options of {@link simulateTransfers}.
 * @example
 * let nowMs = 0;
 * const options: SimulationOptions = { now: () => nowMs };
 * const fetch = simulateTransfers(new EmbeddedService(), options);
 */
export interface SimulationOptions {
  /** Returns the time in milliseconds since 1970, not below 0. A test passes its own clock. Default: `Date.now`. */
  now?: (() => number) | undefined;
}

/** A status, the second at which it begins, and the number of steps that are completed by then. */
type Stage = readonly [fromSecond: number, status: TransferStatus, completedSteps: number];

interface Kind {
  title: string;
  /** Fields of its record, with the unit of its amount. */
  fields: Partial<BridgeTransfer> & { tokenSymbol?: string; tokenDecimals?: number };
  steps: readonly (number | string)[];
  /** Index of the step that submits to the rollup bridge. */
  rollupStep?: number;
  stages: readonly Stage[];
}

/** The chains of the routes. The rollup bridge is between `PARENT`, which is Arbitrum One, and its child chain. */
const ETHEREUM = 1;
const OPTIMISM = 10;
const BASE = 8453;
const PARENT = 42161;
const CHILD = 45513;
const RELAY = "wormhole";

/** The unit of the simulated token, which a record of the specification does not have. */
const TOKEN = { tokenSymbol: "SIM", tokenDecimals: 18 };

const KINDS: readonly Kind[] = [
  {
    title: "Native token",
    fields: { type: "NATIVE", nativeAmount: "250000000000000000", tokenSymbol: "ETH" },
    steps: [PARENT, CHILD],
    rollupStep: 0,
    stages: [
      [0, "wait-rb", 1],
      [12, "wait-cc", 1],
      [26, "done", 2],
    ],
  },
  {
    title: "ERC-20 token",
    fields: { type: "ERC20", tokenAmount: "1500000000000000000000", ...TOKEN },
    steps: [BASE, RELAY, PARENT, CHILD],
    rollupStep: 2,
    stages: [
      [0, "wait-wh", 1],
      [12, "wait-rb", 2],
      [24, "wait-cc", 3],
      [40, "done", 4],
    ],
  },
  {
    title: "NFT",
    fields: { type: "ERC721", tokenAmount: "2", tokenIds: ["17", "4711"] },
    steps: [PARENT, RELAY, OPTIMISM],
    stages: [
      [0, "wait-wh", 1],
      [14, "wait-wh", 2],
      [28, "done", 3],
    ],
  },
  {
    title: "Failing transfer",
    fields: { type: "ERC20", tokenAmount: "42000000000000000000", ...TOKEN },
    steps: [ETHEREUM, RELAY, PARENT, CHILD],
    rollupStep: 2,
    stages: [
      [0, "wait-wh", 1],
      [12, "wait-rb", 2],
      [24, "error", 2],
    ],
  },
];

/** Length of an interval. A transfer of each kind begins with each interval. */
const INTERVAL_MS = 10_000;
/** Two steps that no route has. Their hashes become the address of the sender and receiver, and of the contract. */
const SENDER_STEP = 14;
const CONTRACT_STEP = 15;
/**
 * The beginning of a hash: eight digits of the checksum, the mark 5eed, then the kind, the step and the interval. The
 * groups are the kind and the interval.
 */
const HASH_PATTERN = /^0x[0-9a-f]{8}5eed([0-9a-f])[0-9a-f]([0-9a-f]{10})/i;

/**
 * Returns the `fetch` of a service that also has the simulated transfers, each as it is at the time of the request.
 * @param service service that answers the requests
 * @param options clock of the transfers; default: `Date.now`
 * @returns a function with the signature of `fetch`
 * @throws {EtherealQueryError} `invalid_argument` for an invalid option
 * @example
 * let nowMs = 0;
 * const service = new EmbeddedService({ keys: [{ key: "secret", requestOwner: "me", auth: {} }] });
 * const fetch = simulateTransfers(service, { now: () => nowMs });
 * const client = new Client({ baseUrl: "https://embedded.invalid", apiKey: "secret", fetch });
 * const [transfer] = simulatedTransfersAt(nowMs);
 * if (!transfer) throw new Error();
 * console.log((await client.bridgeTransfer(transfer.hash))?.status); // wait-rb
 * nowMs += transfer.durationMs;
 * console.log((await client.bridgeTransfer(transfer.hash))?.status); // done
 */
export function simulateTransfers(
  service: Pick<EmbeddedService, "fetch" | "update">,
  options?: SimulationOptions,
): EmbeddedService["fetch"] {
  const now =
    readMembers("options", options, SIMULATION_OPTIONS, "option").now ?? ((): number => Date.now());
  if (typeof now !== "function") throw invalidValue("now", now, "a function");
  return (input, init) => {
    const url = typeof input === "object" && "url" in input ? input.url : String(input);
    const [hash] = /0x[0-9a-f]{64}/i.exec(url) ?? [];
    const record = hash && recordAt(hash, now());
    // The service reads its records within the call of `fetch`, so the update comes first.
    if (record) service.update({ transfers: [record] });
    return service.fetch(input, init);
  };
}

/**
 * Returns the simulated transfers that begin in an interval of ten seconds, one of each kind.
 * @param nowMs a time in the interval, in milliseconds since 1970
 * @returns the hash, the title and the duration of each transfer
 * @example
 * const failing = simulatedTransfersAt(Date.now()).find(({ lastStatus }) => lastStatus === "error");
 * console.log(failing?.title); // Failing transfer
 */
export function simulatedTransfersAt(nowMs: number): SimulatedTransfer[] {
  const interval = Math.floor(nowMs / INTERVAL_MS);
  return KINDS.map(({ title, stages }, kindIndex) => {
    const [seconds, lastStatus] = stages.at(-1)!;
    return { hash: hashOf(kindIndex, 0, interval), title, lastStatus, durationMs: seconds * 1000 };
  });
}

/** Returns the record of a simulated transfer; `undefined` for any other hash and before it begins. */
function recordAt(hash: string, nowMs: number): BridgeTransfer | undefined {
  const [, kindDigit = "", intervalDigits = ""] = HASH_PATTERN.exec(hash) ?? [];
  const kindIndex = parseInt(kindDigit, 16);
  const interval = parseInt(intervalDigits, 16);
  const kind = KINDS[kindIndex];
  if (!kind) return undefined;
  const isStep = kind.steps.some(
    (_, step) => hashOf(kindIndex, step, interval) === hash.toLowerCase(),
  );
  if (!isStep) return undefined;
  const stage = stageAt(kind, nowMs - interval * INTERVAL_MS);
  return stage && recordOf(kindIndex, interval, stage);
}

/** Returns the last stage that has begun; `undefined` before the first. */
function stageAt({ stages }: Kind, elapsedMs: number): Stage | undefined {
  return stages.filter(([second]) => elapsedMs >= second * 1000).at(-1);
}

function recordOf(
  kindIndex: number,
  interval: number,
  [, status, completedSteps]: Stage,
): BridgeTransfer {
  const { fields, steps, rollupStep } = KINDS[kindIndex]!;
  const completed = steps
    .slice(0, completedSteps)
    .map((_, step) => hashOf(kindIndex, step, interval));
  const record = {
    // An id of 24 digits. It repeats after 1000 intervals, which limits the number of records in the service.
    _id: hashOf(kindIndex, 0, interval % 1000).slice(-24),
    simulated: true,
    chainType: "mainnet",
    status,
    fromChain: steps[0],
    toChain: steps.at(-1),
    fromAddress: addressOf(kindIndex, SENDER_STEP),
    toAddress: addressOf(kindIndex, SENDER_STEP),
    originTimestamp: (interval * INTERVAL_MS) / 1000,
    ...fields,
    tokenContract: fields.type === "NATIVE" ? undefined : addressOf(kindIndex, CONTRACT_STEP),
    originTxnHash: completed[0],
    whTxnHash: completed.find((_, step) => steps[step] === RELAY),
    rbTxnHash: rollupStep === undefined ? undefined : completed[rollupStep],
    deliveryTxnHash: completed[steps.length - 1],
    route: completed.map((txHash, at) => ({ step: steps[at], txHash })),
  };
  return record as BridgeTransfer;
}

/** The number of digits of a hash without `5eed`, the kind, the step and the interval. */
const CHECKSUM_DIGITS = 48;

/** Returns the hash of a step. It contains a checksum, so that a random hash is not the hash of a step. */
function hashOf(kindIndex: number, step: number, interval: number): Hash {
  const payload = `5eed${hex(kindIndex, 1)}${hex(step, 1)}${hex(interval, 10)}`;
  let digits = "";
  // `| 1`, because xorshift32 never leaves the state 0.
  let state = fnv1a(payload) | 1;
  while (digits.length < CHECKSUM_DIGITS) {
    state = xorshift32(state);
    digits += hex(state >>> 0, 8);
  }
  return `0x${digits.slice(0, 8)}${payload}${digits.slice(8)}`;
}

/** The hash function FNV-1a with 32 bits. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  return hash;
}

/** The next state of the random number generator xorshift32. */
function xorshift32(state: number): number {
  let next = state ^ (state << 13);
  next ^= next >>> 17;
  return next ^ (next << 5);
}

function addressOf(kindIndex: number, step: number): Address {
  return `0x${hashOf(kindIndex, step, 0).slice(-40)}`;
}

function hex(number: number, digits: number): string {
  return number.toString(16).padStart(digits, "0");
}
