// The types of the records and of the arguments.
import {
  type Address, type BridgeTransfer, Client, type Ethereal, type Hash, type Loose, type Project, type TransferInput,
  can, checksumAddress, routeOf,
} from "ethereal-query";
import { TransferRoute, define } from "ethereal-query/elements";
import type { KeyRecord } from "ethereal-query/embedded";

type Hex = `0x${string}`;

export function addresses(transfer: BridgeTransfer, ethereal: Ethereal, project: Project): (Hex | undefined)[] {
  const address: Address = checksumAddress("0xc1a6");
  const hash: Hash | undefined = transfer.originTxnHash;
  const steps = routeOf(transfer).map((step) => step.txHash);
  const { fromAddress, toAddress, tokenContract, whTxnHash, rbTxnHash, deliveryTxnHash, route } = transfer;
  const hashes: (Hash | undefined)[] = [whTxnHash, rbTxnHash, deliveryTxnHash, route?.[0]?.txHash, ...steps];
  const contracts: (Address | undefined)[] = [tokenContract, ethereal.ethereal, ethereal.sourceContract];
  return [address, hash, fromAddress, toAddress, project.sponsoredAccount, ...hashes, ...contracts];
}

export async function strings(client: Client, text: string, key: KeyRecord): Promise<unknown> {
  await client.tokenUri(text, text, { chainId: text });
  await client.bridgeTransfer(text);
  await client.ethereals({ sourceContracts: [text] }).page();
  const transfer: TransferInput = { status: text, originTxnHash: text, route: [{ step: 1, txHash: text }] };
  new TransferRoute().transfer = transfer;
  define();
  // @ts-expect-error a hash is text
  routeOf({ originTxnHash: 1 });
  return [routeOf(transfer), checksumAddress(text), can(key, "deliveries", "read")];
}

export function permissions(project: Project): string[] | true {
  const area = project.auth?.["deliveries"];
  // @ts-expect-error an area may be absent
  area satisfies string[] | true;
  // @ts-expect-error an area is granted by `true`
  if (area === false) return [];
  return area === undefined || area === true ? true : area.map((name) => name.toUpperCase());
}

export function misspelt(transfer: BridgeTransfer, ethereal: Ethereal, project: Project): unknown {
  // @ts-expect-error a misspelt field
  void transfer.staus;
  // @ts-expect-error a misspelt field
  void transfer.route?.[0]?.hash;
  // @ts-expect-error a misspelt field
  void ethereal.tokenSymbl;
  // @ts-expect-error a misspelt field
  return project.balanceGwei;
}

export function loose(transfer: Loose<BridgeTransfer>, record: BridgeTransfer): string {
  const memo: unknown = transfer.memo;
  const status: string = transfer.status;
  const typed: BridgeTransfer = transfer;
  // @ts-expect-error nothing is known of an unknown field
  const text: string = (record as Loose<BridgeTransfer>).memo;
  return status + String(memo) + typed._id + text;
}
