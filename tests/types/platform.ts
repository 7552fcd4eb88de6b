// A program with the declarations of the language only, without the declarations of the browser or of Node.js.
import { Client, formatUnits, isEtherealQueryError } from "ethereal-query";
import { bridgeTransferOptions } from "ethereal-query/query";

const client = new Client({ baseUrl: "https://query.example", timeoutMs: 1 });

export const transferQuery = (hash: string) => bridgeTransferOptions(client, hash);

export async function owner(): Promise<string | undefined> {
  try {
    return (await client.project()).requestOwner;
  } catch (error) {
    return isEtherealQueryError(error) ? error.kind : formatUnits(1n);
  }
}

// @ts-expect-error the limit is a number
void new Client({ baseUrl: "https://query.example", timeoutMs: "1" });
