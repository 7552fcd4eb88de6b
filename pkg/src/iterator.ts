// Async iterators whose `return` takes effect at once, unlike that of an async generator, which waits for its `next`.

/**
 * An async iterator of the values of `step`, one step at a time however often `next` is called; `undefined` ends it.
 * `onReturn` ends a step that is running.
 */
export function serializedIterator<T>(
  step: () => Promise<{ value: T } | undefined>,
  onReturn?: () => void,
): AsyncIterableIterator<T> {
  let last: Promise<unknown> = Promise.resolve();
  let isFinished = false;
  const runStep = async (): Promise<IteratorResult<T>> => {
    const result = isFinished ? undefined : await step();
    isFinished ||= result === undefined;
    return result ? { done: false, value: result.value } : { done: true, value: undefined };
  };
  return {
    next() {
      const result = last.then(runStep, runStep);
      last = result;
      return result;
    },
    return(value?: unknown) {
      isFinished = true;
      onReturn?.();
      return Promise.resolve({ done: true, value });
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
