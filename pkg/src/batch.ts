// Many calls at once: a few in flight, the same request once, and the results in order or as they come.

import type { DisposableIterator } from "./disposable.js";
import { type EtherealQueryError, invalidValue } from "./error.js";
import { callHost } from "./host.js";
import { serializedIterator } from "./iterator.js";

/** A browser opens no more connections to a server over HTTP/1.1. */
const DEFAULT_CONCURRENCY = 6;

/**
 * The result of one call of a batch.
 * @example
 * const [result]: Settled<Project>[] = [{ status: "fulfilled", value: await client.project() }];
 * if (result?.status === "fulfilled") console.log(result.value.requestOwner); // demo
 */
export type Settled<T> = Fulfilled<T> | Rejected;

/**
 * The result of a call that succeeded, see {@link Settled}.
 * @example
 * const result: Fulfilled<number> = { status: "fulfilled", value: 7 };
 */
export interface Fulfilled<T> {
  /** Says that the call succeeded. */
  status: "fulfilled";
  /** The result of the call. */
  value: T;
}

/**
 * The result of a call that failed, see {@link Settled}.
 * @example
 * const [result] = await client.bridgeTransfers(["0x12"]);
 * if (result?.status === "rejected") console.log(result.reason.kind); // invalid_argument
 */
export interface Rejected {
  /** Says that the call failed. */
  status: "rejected";
  /** The error of the call. */
  reason: EtherealQueryError;
}

/**
 * The place of a result.
 * @inline
 */
interface Indexed {
  /** Place of the call among the arguments; the first is 0. */
  index: number;
}

/** The calls of one request, which several places of a batch share. */
export interface BatchCall<R> {
  /** Places of the result in the batch. */
  readonly places: number[];
  /** Makes the call; never rejects. */
  readonly run: (signal: AbortSignal | undefined) => Promise<R>;
}

/**
 * Many calls at once, from {@link Client.bridgeTransfers} and {@link Client.tokenUris}. It sends nothing before it is
 * awaited or iterated. Awaited, it resolves to all results in the order of the arguments, and never rejects. Iterated,
 * it yields each result as it comes, with its `index` among the arguments; leaving the loop aborts the calls in flight.
 * @example
 * const batch: Batch<SettledTransfer> = client.bridgeTransfers([hash, deliveredHash]);
 * for await (const { index, status } of batch) if (index === 1) console.log(status); // fulfilled
 * console.log((await batch).map(({ status }) => status)); // [ 'fulfilled', 'fulfilled' ]
 */
export class Batch<R extends object> implements PromiseLike<R[]>, AsyncIterable<R & Indexed> {
  readonly #calls: BatchCall<R>[];
  readonly #concurrency: number;
  #results: Promise<R[]> | undefined;

  /** @internal */
  constructor(calls: BatchCall<R>[], concurrency: number = DEFAULT_CONCURRENCY) {
    if (!Number.isSafeInteger(concurrency) || concurrency < 1) {
      throw invalidValue("concurrency", concurrency, "an integer from 1");
    }
    this.#calls = calls;
    this.#concurrency = concurrency;
  }

  /**
   * Makes `await` resolve to the results. Further awaits get the same results, without new requests.
   * @example
   * const batch = client.bridgeTransfers([hash]);
   * await batch.then((results) => console.log(results.length)); // 1
   */
  then<A = R[], B = never>(
    onFulfilled?: ((results: R[]) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.#results ??= this.#collect();
    return this.#results.then(onFulfilled, onRejected);
  }

  /** Begins the calls, and yields their results as they come. */
  [Symbol.asyncIterator](): DisposableIterator<R & Indexed> {
    const controller = callHost(() => new AbortController());
    const ready: (R & Indexed)[] = [];
    let running: Promise<void> | undefined;
    let isComplete = false;
    let wake = (): void => {};
    const onResult = (result: R, index: number): void => {
      ready.push({ ...result, index });
      wake();
    };
    const step = async (): Promise<{ value: R & Indexed } | undefined> => {
      running ??= this.#run(onResult, controller.signal).then(() => {
        isComplete = true;
        wake();
      });
      while (ready.length === 0 && !isComplete) await new Promise<void>((resolve) => (wake = resolve));
      const value = ready.shift();
      return value && { value };
    };
    return serializedIterator(step, () => controller.abort());
  }

  async #collect(): Promise<R[]> {
    const results: R[] = [];
    await this.#run((result, index) => (results[index] = result));
    return results;
  }

  /** Makes the calls, `#concurrency` at a time, until all are settled or `signal` aborts. */
  async #run(onResult: (result: R, index: number) => void, signal?: AbortSignal): Promise<void> {
    // All workers share the iterator, so that each call is made once.
    const calls = this.#calls.values();
    const worker = async (): Promise<void> => {
      for (const { places, run } of calls) {
        if (signal?.aborted) return;
        // The client sends the request once, and gives each caller objects of its own.
        await Promise.all(places.map(async (index) => onResult(await run(signal), index)));
      }
    };
    const workers = Math.min(this.#concurrency, this.#calls.length);
    await Promise.all(Array.from({ length: workers }, worker));
  }
}

/** Groups the inputs of a batch by their requests: inputs with the same key share one. */
export function groupByRequest<I, R>(
  inputs: readonly I[],
  keyOf: (input: I) => Record<string, string>,
  call: (input: I, signal: AbortSignal | undefined) => Promise<R>,
): BatchCall<R>[] {
  const calls = new Map<string, BatchCall<R>>();
  inputs.forEach((input, index) => {
    const key = JSON.stringify(keyOf(input));
    const known = calls.get(key);
    if (known) known.places.push(index);
    else calls.set(key, { places: [index], run: (signal) => call(input, signal) });
  });
  return [...calls.values()];
}

/** Settles a call of the client. */
export async function settle<T>(promise: Promise<T>): Promise<Settled<T>> {
  try {
    return { status: "fulfilled", value: await promise };
  } catch (reason) {
    return { status: "rejected", reason: reason as EtherealQueryError };
  }
}
