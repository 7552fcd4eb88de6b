// The types of the records, of the arguments, and of a token's document.
import {
  type Address,
  type BridgeTransfer,
  Client,
  type Ethereal,
  type ExactJson,
  type Hash,
  type Json,
  type Loose,
  type Project,
  type RawDocument,
  type TokenMetadata,
  type TokenOptions,
  type TransferInput,
  can,
  checksumAddress,
  routeOf,
} from "ethereal-query";
import { TransferRoute } from "ethereal-query/elements";
import type { KeyRecord } from "ethereal-query/embedded";

type Hex = `0x${string}`;

export function addresses(
  transfer: BridgeTransfer,
  ethereal: Ethereal,
  project: Project,
): (Hex | undefined)[] {
  const address: Address = checksumAddress("0xc1a6");
  const hash: Hash | undefined = transfer.originTxnHash;
  const steps = routeOf(transfer).map((step) => step.txHash);
  const { fromAddress, toAddress, tokenContract, whTxnHash, rbTxnHash, deliveryTxnHash, route } =
    transfer;
  const hashes: (Hash | undefined)[] = [
    whTxnHash,
    rbTxnHash,
    deliveryTxnHash,
    route?.[0]?.txHash,
    ...steps,
  ];
  const contracts: (Address | undefined)[] = [
    tokenContract,
    ethereal.ethereal,
    ethereal.sourceContract,
  ];
  return [address, hash, fromAddress, toAddress, project.sponsoredAccount, ...hashes, ...contracts];
}

export async function strings(client: Client, text: string, key: KeyRecord): Promise<unknown> {
  await client.tokenUri(text, text, { chainId: text });
  await client.bridgeTransfer(text);
  await client.ethereals({ sourceContracts: [text] }).page();
  const transfer: TransferInput = {
    status: text,
    originTxnHash: text,
    route: [{ step: 1, txHash: text }],
  };
  new TransferRoute().transfer = transfer;
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

const token = ["0xc1a625bee9fc58d2e43438243d9dd64b012cec47", 1n, { chainId: 1 }] as const;

export async function fields(client: Client): Promise<string> {
  const document = await client.tokenUri(...token);
  document satisfies TokenMetadata;
  document.name satisfies Json | undefined;
  document.anything satisfies Json | undefined;
  if (Array.isArray(document.attributes)) document.attributes satisfies Json[];
  // @ts-expect-error the author of a document may write anything there
  document.image satisfies string | undefined;
  // @ts-expect-error the document is not exact
  document.supply satisfies bigint;
  return typeof document.image === "string" ? document.image.toUpperCase() : "";
}

export async function exact(client: Client): Promise<bigint | undefined> {
  const document = await client.tokenUri(...token, { integers: "exact" });
  document satisfies TokenMetadata<ExactJson>;
  // @ts-expect-error a field may hold a bigint
  document.supply satisfies Json | undefined;
  return typeof document.supply === "bigint" ? document.supply : undefined;
}

export async function raw(client: Client): Promise<[string, number, string | undefined]> {
  const { text, data, status, headers } = await client.tokenUri(...token, { raw: true });
  data.name satisfies Json | undefined;
  const rawAndExact = await client.tokenUri(...token, { raw: true, integers: "exact" });
  rawAndExact.data.supply satisfies ExactJson | undefined;
  // @ts-expect-error the document is in the field `data` of the result
  void rawAndExact.supply;
  return [text, status, headers["content-type"]];
}

interface Tree {
  name: string;
  height: number;
}

export async function named(client: Client): Promise<unknown> {
  const tree = await client.tokenUri<Tree>(...token);
  tree satisfies Tree;
  // @ts-expect-error a misspelt field
  void tree.heigth;
  const { data } = await client.tokenUri<Tree>(...token, { raw: true });
  const anything = await client.tokenUri<Json>(...token);
  // @ts-expect-error the document may be `null`
  void anything.name;
  return [
    data.height.toFixed(),
    (await client.tokenUri<Tree>(...token, { integers: "exact" })).name,
  ];
}

export async function later(client: Client, options: TokenOptions): Promise<Tree> {
  const either: Tree | RawDocument<Tree> = await client.tokenUri<Tree>(...token, options);
  // @ts-expect-error the type of the result depends on the value of the options
  void either.text;
  return "data" in either ? either.data : either;
}
