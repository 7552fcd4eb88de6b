// The types of options. Every option may be `undefined`, even with `exactOptionalPropertyTypes`.
import {
  type CallOptions,
  Client,
  type ClientOptions,
  type EtherealsQuery,
  type ResolveOptions,
  type TokenOptions,
  type TokenQuery,
  type TransferQuery,
  type WaitOptions,
  type WatchOptions,
  can,
  normalizeMetadata,
  resolveUri,
  routeOf,
} from "ethereal-query";
import { type CardToken, TokenCard } from "ethereal-query/elements";
import {
  type Dataset,
  EmbeddedService,
  type EmbeddedServiceOptions,
} from "ethereal-query/embedded";

declare const process: { env: Record<string, string | undefined> };
const baseUrl = "https://query.example";
const address: string = "0xc1a625bee9fc58d2e43438243d9dd64b012cec47";

/** An object with all fields of `T` except the `Excluded` ones. Each field is `undefined`. */
type Nothing<T, Excluded extends keyof T = never> = Record<Exclude<keyof T, Excluded>, undefined>;
declare function nothing<T, Excluded extends keyof T = never>(): Nothing<T, Excluded>;

export async function undefinedOptions(): Promise<void> {
  new Client({ baseUrl, apiKey: process.env["KEY"] });
  const client = new Client({ ...nothing<ClientOptions, "baseUrl">(), baseUrl });
  const call = nothing<CallOptions>();
  await client.project(call);
  await client.bridgeTransfer("0x00", nothing<TransferQuery>(), call);
  await client.tokenUri(
    address,
    1,
    { ...nothing<TokenQuery, "chainId">(), chainId: 1 },
    nothing<TokenOptions>(),
  );
  await client.ethereals(nothing<EtherealsQuery>(), call).page();
  await client.waitForTransfer("0x00", nothing<WaitOptions>());
  client.watchTransfer("0x00", nothing<WatchOptions>());
  resolveUri("ipfs://cid", nothing<ResolveOptions>());
  normalizeMetadata({}, nothing<ResolveOptions>());
  routeOf({ status: undefined, route: undefined, fromChain: 1 });
  can({ auth: undefined }, "deliveries");
  new EmbeddedService(nothing<EmbeddedServiceOptions>());
  new EmbeddedService({ dataset: nothing<Dataset>() });
  new TokenCard().token = nothing<CardToken>();
}

/** Each form in which the hook `onRequest` may return headers. */
export function headersOfAttempts(): void {
  new Client({ baseUrl, onRequest: () => {} });
  new Client({
    baseUrl,
    onRequest: ({ attempt }) => (attempt > 1 ? { headers: { "x-retry": "1" } } : undefined),
  });
  new Client({ baseUrl, onRequest: () => ({ headers: [["x-a", "1"]] }) });
  new Client({ baseUrl, onRequest: async () => ({ headers: new Headers({ "x-a": "1" }) }) });
  new Client({ baseUrl, onRequest: async () => {} });
  // @ts-expect-error the headers are a field of the result
  new Client({ baseUrl, onRequest: () => ({ traceparent: "00-1-2-01" }) });
  // @ts-expect-error the value of a header is a string
  new Client({ baseUrl, onRequest: () => ({ headers: { "x-a": 1 } }) });
  // @ts-expect-error a string is not a result of the hook: the client would ignore the string
  new Client({ baseUrl, onRequest: async () => "Bearer token" });
}

export function refusedOptions(): void {
  // @ts-expect-error the base URL is required
  new Client({ baseUrl: undefined });
  // @ts-expect-error an option may be absent, and may not be `null`
  new Client({ baseUrl, timeoutMs: null });
  // @ts-expect-error the chain is required
  void new Client({ baseUrl }).tokenUri(address, 1, { chainId: undefined });
}
