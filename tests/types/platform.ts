// A program that compiles with only the declarations of the language, without the browser's or Node.js's declarations.
import { Client, formatUnits, isEtherealQueryError } from "ethereal-query";
import { bridgeTransferOptions } from "ethereal-query/query";

const client = new Client({ baseUrl: "https://query.example", timeoutMs: 1 });

export const transferQuery = (hash: string) => bridgeTransferOptions(client, hash);

export const smallestUnit: string = formatUnits(1n);

export async function ownerOrErrorKind(): Promise<string | undefined> {
  try {
    return (await client.project()).requestOwner;
  } catch (error) {
    return isEtherealQueryError(error) ? error.kind : undefined;
  }
}

// @ts-expect-error `timeoutMs` is a number
void new Client({ baseUrl: "https://query.example", timeoutMs: "1" });
