// Async iterators whose `return` takes effect at once, unlike that of an async generator, which waits for its `next`.

import type { DisposableIterator } from "./disposable.js";

/**
 * An async iterator of the values of `step`, one step at a time however often `next` is called; `undefined` ends it.
 * `onReturn` ends a step that is running.
 */
export function serializedIterator<T>(
  step: () => Promise<{ value: T } | undefined>,
  onReturn?: () => void,
): DisposableIterator<T> {
  let last: Promise<unknown> = Promise.resolve();
  let isFinished = false;
  const runStep = async (): Promise<IteratorResult<T>> => {
    const result = isFinished ? undefined : await step();
    isFinished ||= result === undefined;
    return result ? { done: false, value: result.value } : { done: true, value: undefined };
  };
  const iterator = {
    next() {
      const result = last.then(runStep, runStep);
      last = result;
      return result;
    },
    return(value?: unknown): Promise<IteratorResult<T>> {
      isFinished = true;
      onReturn?.();
      return Promise.resolve({ done: true, value });
    },
    [Symbol.asyncIterator]() {
      return this as DisposableIterator<T>;
    },
  };
  // `await using`, where the host knows it.
  if (Symbol.asyncDispose) {
    const dispose = async (): Promise<void> => void (await iterator.return());
    Object.defineProperty(iterator, Symbol.asyncDispose, { value: dispose });
  }
  return iterator as DisposableIterator<T>;
}
