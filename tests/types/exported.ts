// A library that exports wrappers of the package's functions, without declaring the types of their results. When
// TypeScript writes the declarations of the library, TypeScript must be able to name the types of these results.
import {
  Client,
  type EtherealList,
  EtherealQueryError,
  can,
  isEtherealQueryError,
  normalizeMetadata,
  parseTokenRef,
  phaseOf,
  routeOf,
} from "ethereal-query";
import { TokenCard } from "ethereal-query/elements/token-card";
import { TransferRoute } from "ethereal-query/elements/transfer-route";
import { EmbeddedService } from "ethereal-query/embedded";
import { simulateTransfers, simulatedTransfersAt } from "ethereal-query/embedded/simulation";
import { createProxyHandler, toNodeHandler } from "ethereal-query/proxy";
import {
  bridgeTransferOptions,
  etherealsInfiniteOptions,
  projectOptions,
  tokenUriOptions,
} from "ethereal-query/query";

const address = "0xc1a625bee9fc58d2e43438243d9dd64b012cec47";
const client = new Client({ baseUrl: "https://query.example" });

export const createClient = () => client;
export const tokenQuery = () => tokenUriOptions(client, address, 1, { chainId: 1 });
export const exactTokenQuery = () =>
  tokenUriOptions(client, address, 1, { chainId: 1 }, { integers: "exact" });
export const transferQuery = (hash: string) => bridgeTransferOptions(client, hash);
export const projectQuery = () => projectOptions(client);
export const etherealsQuery = () => etherealsInfiniteOptions(client);

export const loadToken = () => client.tokenUri(address, 1, { chainId: 1 });
export const loadRawToken = () =>
  client.tokenUri(address, 1, { chainId: 1 }, { raw: true, integers: "exact" });
export const loadTransfer = (hash: string) => client.bridgeTransfer(hash, { chain: "auto" });
export const loadProject = () => client.project();
export const listEthereals = () => client.ethereals();
export const loadPage = () => client.ethereals().page();
export const awaitEthereals = async () => await client.ethereals();
export const listPages = (list: EtherealList) => list.pages();
export const watch = (hash: string) => client.watchTransfer(hash);
export const wait = (hash: string) => client.waitForTransfer(hash);

export const helpers = {
  can,
  isEtherealQueryError,
  normalizeMetadata,
  parseTokenRef,
  phaseOf,
  routeOf,
};
export const stepsOf = async (hash: string) => routeOf((await client.bridgeTransfer(hash))!);
export const metadataOf = async () =>
  normalizeMetadata(await client.tokenUri(address, 1, { chainId: 1 }));
export const kindOf = (error: unknown) =>
  isEtherealQueryError(error, ["network", "timeout"]) ? error : undefined;
export class AppError extends EtherealQueryError {}

export const elements = { TokenCard, TransferRoute };
export const createElements = () => ({ card: new TokenCard(), route: new TransferRoute() });
export const createService = () => new EmbeddedService();
export const failures = (service: EmbeddedService) => service.failNext;
export const simulation = { simulateTransfers, simulatedTransfersAt };
export const proxy = () => createProxyHandler({ baseUrl: "https://query.example", apiKey: "key" });
export const listener = () => toNodeHandler(proxy());
