// `using` and `await using`, for programs with the TypeScript library `esnext.disposable`, which declares their types.
import {
  Client,
  type DisposableIterator,
  type Ethereal,
  type TransferUpdate,
} from "ethereal-query";

export async function leave(): Promise<unknown[]> {
  using client = new Client({ baseUrl: "https://query.example" });
  await using updates = client.watchTransfer("0x00");
  await using pages = client.ethereals().pages();
  await using records = client.ethereals()[Symbol.asyncIterator]();
  client satisfies Disposable;
  updates satisfies DisposableIterator<TransferUpdate> & AsyncDisposable;
  records satisfies DisposableIterator<Ethereal>;
  client[Symbol.dispose]();
  const closed: PromiseLike<void> = updates[Symbol.asyncDispose]();
  // @ts-expect-error only the iterators of a list can be disposed
  await using list = client.ethereals();
  return [closed, list, await pages.next(), await records.next()];
}

/** An application may implement the iterator of a watch itself, for example for an element. */
export async function* simulated(): AsyncGenerator<TransferUpdate, void> {}
export const own: DisposableIterator<TransferUpdate> = simulated();
