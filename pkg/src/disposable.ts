// `using` and `await using`, where a program's TypeScript library (`lib`, "esnext.disposable") knows them. A declaration
// that named `Symbol.dispose` itself would break the programs whose library does not.

/** The method of `using`. */
export type Disposable = SymbolConstructor extends { readonly dispose: infer Key extends symbol }
  ? Record<Key, () => void>
  : object;

/** The method of `await using`. */
type AsyncDisposable = SymbolConstructor extends { readonly asyncDispose: infer Key extends symbol }
  ? Record<Key, () => PromiseLike<void>>
  : object;

/**
 * An async iterator that `for await` or `await using` closes.
 * @example
 * await using updates = client.watchTransfer(hash);
 * const first = await updates.next(); // leaving the block ends the watch
 */
export interface DisposableIterator<T> extends AsyncIterableIterator<T>, AsyncDisposable {
  /** Ends the iterator, and what it is waiting for. */
  return(value?: unknown): Promise<IteratorResult<T>>;
  /** The same, and rejects with `error`. */
  throw(error?: unknown): Promise<IteratorResult<T>>;
  [Symbol.asyncIterator](): DisposableIterator<T>;
}
