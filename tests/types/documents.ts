// The types of a token's document.
import type { Client, ExactJson, Json, RawDocument, TokenMetadata, TokenOptions } from "ethereal-query";

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
  const both = await client.tokenUri(...token, { raw: true, integers: "exact" });
  both.data.supply satisfies ExactJson | undefined;
  // @ts-expect-error the document is not the result
  void both.supply;
  return [text, status, headers["content-type"]];
}

interface Tree {
  name: string;
  height: number;
}

export async function named(client: Client): Promise<unknown> {
  const tree = await client.tokenUri<Tree>(...token);
  tree satisfies Tree;
  // @ts-expect-error no field of a tree
  void tree.heigth;
  const { data } = await client.tokenUri<Tree>(...token, { raw: true });
  const anything = await client.tokenUri<Json>(...token);
  // @ts-expect-error it may be `null`
  void anything.name;
  return [data.height.toFixed(), (await client.tokenUri<Tree>(...token, { integers: "exact" })).name];
}

export async function later(client: Client, options: TokenOptions): Promise<Tree> {
  const either: Tree | RawDocument<Tree> = await client.tokenUri<Tree>(...token, options);
  // @ts-expect-error only the options know
  void either.text;
  return "data" in either ? either.data : either;
}
