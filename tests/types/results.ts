// The types of records, of a token's document, and of the arguments that come from them.
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

/** Arguments and inputs may have the type `string`, although results have the type `Hex`. */
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
  // @ts-expect-error a hash is a string
  routeOf({ originTxnHash: 1 });
  return [routeOf(transfer), checksumAddress(text), can(key, "deliveries", "read")];
}

export function permissions(project: Project): string[] | true {
  const area = project.auth?.["deliveries"];
  // @ts-expect-error an area may be absent
  area satisfies string[] | true;
  // @ts-expect-error the value of an area is never `false`
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
  // @ts-expect-error a field that the model does not declare has the type `unknown`
  const text: string = (record as Loose<BridgeTransfer>).memo;
  return status + String(memo) + typed._id + text;
}

/** The arguments of `client.tokenUri` in the functions below. */
const tokenArguments = ["0xc1a625bee9fc58d2e43438243d9dd64b012cec47", 1n, { chainId: 1 }] as const;

export async function fields(client: Client): Promise<string> {
  const document = await client.tokenUri(...tokenArguments);
  document satisfies TokenMetadata;
  document.name satisfies Json | undefined;
  document.anything satisfies Json | undefined;
  if (Array.isArray(document.attributes)) document.attributes satisfies Json[];
  // @ts-expect-error the author of a document may write anything there
  document.image satisfies string | undefined;
  // @ts-expect-error only a call with `integers: "exact"` returns a bigint
  document.supply satisfies bigint;
  return typeof document.image === "string" ? document.image.toUpperCase() : "";
}

export async function exact(client: Client): Promise<bigint | undefined> {
  const document = await client.tokenUri(...tokenArguments, { integers: "exact" });
  document satisfies TokenMetadata<ExactJson>;
  // @ts-expect-error a field may hold a bigint
  document.supply satisfies Json | undefined;
  return typeof document.supply === "bigint" ? document.supply : undefined;
}

export async function raw(client: Client): Promise<[string, number, string | undefined]> {
  const { text, data, status, headers } = await client.tokenUri(...tokenArguments, { raw: true });
  data.name satisfies Json | undefined;
  const rawAndExact = await client.tokenUri(...tokenArguments, { raw: true, integers: "exact" });
  rawAndExact.data.supply satisfies ExactJson | undefined;
  // @ts-expect-error the document is in the field `data` of the result
  void rawAndExact.supply;
  return [text, status, headers["content-type"]];
}

interface Tree {
  name: string;
  height: number;
}

/** A program may name the type of the document. */
export async function named(client: Client): Promise<unknown> {
  const tree = await client.tokenUri<Tree>(...tokenArguments);
  tree satisfies Tree;
  // @ts-expect-error a misspelt field
  void tree.heigth;
  const { data } = await client.tokenUri<Tree>(...tokenArguments, { raw: true });
  const anything = await client.tokenUri<Json>(...tokenArguments);
  // @ts-expect-error the document may be `null`
  void anything.name;
  return [
    data.height.toFixed(),
    (await client.tokenUri<Tree>(...tokenArguments, { integers: "exact" })).name,
  ];
}

/** The compiler does not know whether `options` contains `raw: true`. */
export async function later(client: Client, options: TokenOptions): Promise<Tree> {
  const either: Tree | RawDocument<Tree> = await client.tokenUri<Tree>(...tokenArguments, options);
  // @ts-expect-error the type of the result depends on the value of the options
  void either.text;
  return "data" in either ? either.data : either;
}
