// The types of a change of a watched transfer, of a step of its route, and of a transfer as an argument.

import type { BridgeTransfer } from "../generated/models.js";
import type { Hash } from "../values.js";

/**
 * A change of a watched transfer.
 * @example
 * const show = ({ phase, transfer, steps }: TransferUpdate) => console.log(phase, transfer?.status, steps.length);
 * // done done 4
 * for await (const update of client.watchTransfer(deliveredHash)) show(update);
 */
export interface TransferUpdate {
  /** The record; `null` while the service knows none. */
  transfer: BridgeTransfer | null;
  /**
   * Phase of the transfer: `missing` before the service knows it, `manual` while it waits for a person, `done`,
   * `failed` with status `error`, and `pending` with any other status (specification §3.1).
   */
  phase: "missing" | "pending" | "manual" | "done" | "failed";
  /** The route, as {@link routeOf} returns it; empty while there is no record. */
  steps: TransferStep[];
  /** Number of polls, including the polls of earlier runs. */
  polls: number;
  /** Milliseconds that the watch took, including earlier runs. */
  elapsedMs: number;
  /**
   * Short text for the option `state`, which continues the watch in another page or process. It holds a fingerprint of
   * the record and not the record.
   */
  state: string;
}

/**
 * `T` as an argument: each field may be absent, and an address or a hash may be any string. The branches are, in order:
 * an address or a hash, any other string, an array, an object, and any other value.
 */
type Widened<T> = T extends `0x${string}`
  ? string
  : T extends string
    ? T
    : T extends (infer Item)[]
      ? readonly Widened<Item>[]
      : T extends object
        ? { readonly [Name in keyof T]?: Widened<T[Name]> | undefined }
        : T;

/**
 * A transfer as an argument: a {@link BridgeTransfer}, a part of one, or a record of another source, whose addresses
 * and hashes are strings.
 * @example
 * const transfer: TransferInput = { status: "wait-wh", fromChain: 1, toChain: 10, originTxnHash: "0x6f" };
 * console.log(routeOf(transfer).map((step) => step.state)); // [ 'done', 'waiting', 'pending' ]
 */
export type TransferInput = Widened<BridgeTransfer>;

/**
 * A step of a route, as {@link routeOf} returns it.
 * @example
 * const steps: TransferStep[] = routeOf({ status: "wait-rb", fromChain: 1, toChain: 10, originTxnHash: "0x6f" });
 * console.log(steps.map(({ role, chainId }) => `${role} ${chainId}`));
 * // [ 'origin 1', 'rollup undefined', 'delivery 10' ]
 */
export interface TransferStep {
  /** The place of the step: on a chain, or at the messaging relay. */
  kind: "chain" | "relay";
  /**
   * Role of the step in the route. A step of the record's `route` gets its role from the first of `originTxnHash`,
   * `whTxnHash`, `rbTxnHash` and `deliveryTxnHash` that has the hash of the step: `origin`, `relay`, `rollup` or
   * `delivery`. If no field has the hash, the first step is the `origin`, and any other a `step`.
   */
  role: "origin" | "relay" | "rollup" | "delivery" | "step";
  /**
   * State: `pending` before the step is in progress, `waiting` while it is in progress, `manual` while it waits for a
   * person, `done`, or `failed`.
   */
  state: "done" | "waiting" | "manual" | "failed" | "pending";
  /** Name of the step in the record: a chain id, or the name of the relay. */
  step: string;
  /** Chain id in decimal, also where the record has it as `0x1` or `eip155:1`; only for a step on a chain. */
  chainId?: string;
  /** Transaction hash; absent until the step is completed. `0x` and a hash of zeros count as absent. */
  txHash?: Hash;
}
