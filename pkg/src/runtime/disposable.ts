// Types for `using` and `await using`. A program whose TypeScript `lib` lacks "esnext.disposable" must compile too, so
// these types look `Symbol.dispose` up instead of naming it.

/**
 * The method that `using` calls.
 * @inline
 */
export type Disposable = SymbolConstructor extends { readonly dispose: infer Key extends symbol }
  ? Record<Key, () => void>
  : object;

/**
 * The method that `await using` calls.
 * @inline
 */
type AsyncDisposable = SymbolConstructor extends { readonly asyncDispose: infer Key extends symbol }
  ? Record<Key, () => PromiseLike<void>>
  : object;

/**
 * An async iterator that `for await` and `await using` close.
 * @example
 * const updates: DisposableIterator<TransferUpdate> = client.watchTransfer(hash);
 * const { value } = await updates.next();
 * console.log(value.phase); // pending
 * await updates.return(); // ends the watch
 */
export interface DisposableIterator<T> extends AsyncIterableIterator<T>, AsyncDisposable {
  /**
   * Ends the iterator and aborts its requests. A pending `next()` resolves to the end.
   * @param value not used
   * @returns the end of the iterator
   */
  return(value?: unknown): Promise<IteratorResult<T>>;
  /**
   * Ends the iterator like `return`, and rejects with `error`.
   * @param error the error of the promise
   * @returns a promise that rejects
   */
  throw(error?: unknown): Promise<IteratorResult<T>>;
  /** Returns the iterator itself. */
  [Symbol.asyncIterator](): DisposableIterator<T>;
}
