// Async iterators whose `return` and `throw` take effect at once. The iterators of an async generator wait for a
// pending `next`.

import { withCallerStack } from "../errors/error.js";
import type { DisposableIterator } from "./disposable.js";

/**
 * Creates an async iterator over the results of `step`. It runs one step at a time, even when `next` is called several
 * times. A step that resolves to `undefined` ends the iterator. After a step that rejects, `next` runs another step.
 * `return` and `throw` call `onFinish`, which must make a running step settle. The `next` that started the step then
 * resolves to the end of the iterator.
 */
export function serializedIterator<T>(
  step: () => Promise<{ value: T } | undefined>,
  onFinish: () => void,
): DisposableIterator<T> {
  let last: Promise<unknown> = Promise.resolve();
  let isFinished = false;
  const runStep = async (): Promise<IteratorResult<T>> => {
    try {
      const result = isFinished ? undefined : await step();
      // `finish` may have been called during the step.
      if (result && !isFinished) return { done: false, value: result.value };
      isFinished = true;
    } catch (error) {
      if (!isFinished) throw withCallerStack(error);
    }
    return { done: true, value: undefined };
  };
  const finish = (): void => {
    isFinished = true;
    onFinish();
  };
  const iterator = {
    next() {
      const result = last.then(runStep, runStep);
      last = result;
      return result;
    },
    async return(value?: unknown): Promise<IteratorResult<T>> {
      finish();
      return { done: true, value: await value };
    },
    async throw(error?: unknown): Promise<IteratorResult<T>> {
      finish();
      throw error;
    },
    [Symbol.asyncIterator]() {
      return this as DisposableIterator<T>;
    },
  };
  // For `await using`. Older hosts have no `Symbol.asyncDispose`.
  if (Symbol.asyncDispose) {
    const dispose = async (): Promise<void> => void (await iterator.return());
    Object.defineProperty(iterator, Symbol.asyncDispose, { value: dispose });
  }
  return iterator as DisposableIterator<T>;
}
