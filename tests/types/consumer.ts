// Compiled, never run: code that a TypeScript user may write, and (under @ts-expect-error) code that must not compile.
import {
  Client,
  EtherealQueryError,
  can,
  checksumAddress,
  formatUnits,
  isEtherealQueryError,
  normalizeMetadata,
  parseTokenRef,
  resolveUri,
  routeOf,
} from "ethereal-query";
import type { BridgeTransfer, ClientOptions, Ethereal, Project } from "ethereal-query";
import { TransferRoute, chainName, h } from "ethereal-query/elements";
import "ethereal-query/elements/token-card";
import { EmbeddedService } from "ethereal-query/embedded";
import {
  type ProxyEndpoint,
  type ProxyHandler,
  type ProxyOptions,
  createProxyHandler,
  toNodeHandler,
} from "ethereal-query/proxy";

const address = "0xc1a625bee9fc58d2e43438243d9dd64b012cec47";
const options: ClientOptions = {
  baseUrl: new URL("https://query.example/v1"),
  apiKey: async () => "key",
  timeoutMs: 1,
};

export async function calls(signal: AbortSignal): Promise<void> {
  const client = new Client(options);
  new Client({ baseUrl: "https://query.example", fetch });
  new Client({ baseUrl: "https://query.example", fetch: async (url) => new Response(url) });

  const document = await client.tokenUri(
    address,
    1n,
    { chainId: 1, standard: "ERC1155" },
    { signal },
  );
  const exact = await client.tokenUri(address, "0x1", { chainId: "1" }, { integers: "exact" });
  await client.tokenUri(
    address,
    1,
    { chainId: 1 },
    { timeoutMs: 1, deadlineMs: 2, maxRetries: 0, maxRetryAfterMs: 5 },
  );
  const raw = await client.tokenUri(address, 1, { chainId: 1 }, { raw: true });
  const textAndStatus: [string, number] = [raw.text, raw.status];

  const transfer: BridgeTransfer | null = await client.bridgeTransfer(
    "0x00",
    { chain: "sepolia" },
    { signal },
  );
  const known: string | undefined = transfer?.status;
  const step: number | string | undefined = transfer?.route?.[0]?.step;
  // An editor completes the statuses of the specification. Any other status also compiles.
  if (transfer?.status === "wait-wh" || transfer?.status === "something-new") return;

  const project: Project = await client.project();
  const allowed: boolean = can(project, "deliveries", "read");

  for await (const item of client.ethereals({
    sourceChains: [1, "42161"],
    statuses: ["active"],
    pageSize: 5,
  })) {
    const record: Ethereal = item;
    const name: string | undefined = record.tokenName;
    void name;
  }
  for await (const page of client.ethereals().pages()) page.items.map(({ _id }) => _id.length);
  const { items, nextCursor } = await client.ethereals({ chain: "mainnet" }, { signal }).page();
  const next: string | null = nextCursor;
  const some: Ethereal[] = await client.ethereals().toArray({ limit: 10 });
  // @ts-expect-error a list may be endless, so the limit is required
  await client.ethereals().toArray();

  void [document, exact, textAndStatus, known, step, allowed, items, next, some];
}

export const watched = new Client({
  baseUrl: "http://query.internal",
  apiKey: "key",
  allowInsecure: true,
  maxRetries: 3,
  maxRetryAfterMs: 1000,
  onCallStart: ({ callId, endpoint }) => `${callId} ${endpoint}`,
  onRequest: ({ endpoint, url, attempt }) => ({
    headers: { "x-attempt": `${endpoint} ${url} ${attempt}` },
  }),
  onResponse: ({ status, elapsedMs, requestId }) => status + elapsedMs + (requestId?.length ?? 0),
  onRetry: async ({ delayMs, reason, status }) => `${delayMs} ${reason === "status" ? status : ""}`,
  onDrift: (event) => {
    const place: number | string = event.skipped ? event.index + event.offset : event.found;
    console.warn(event.pointer, event.expected, place);
  },
  onCallEnd: ({ elapsedMs, error }) => `${elapsedMs.toFixed()} ${error?.kind}`,
});

export function helpers(transfer: BridgeTransfer): unknown[] {
  const urls: string[] = resolveUri("ipfs://cid", { id: 1n, gateways: ["https://ipfs.example"] });
  const text: string = formatUnits(1n) + formatUnits("1", 6) + formatUnits(1);
  const checksum: `0x${string}` = checksumAddress(address);
  const pictures: string[] = normalizeMetadata(transfer).image;
  const id: string | undefined = parseTokenRef(text)?.id;
  const states: string[] = routeOf(transfer).map(
    ({ kind, role, state, chainId }) => `${kind}${role}${state}${chainId ?? ""}`,
  );
  return [urls, text, checksum, pictures, id, states];
}

export function caught(error: unknown): string {
  if (error instanceof EtherealQueryError && error.retryable) return error.code;
  if (isEtherealQueryError(error, "rate_limited")) {
    const [last] = error.attempts?.slice(-1) ?? [];
    return `${error.gaveUp} ${last?.delayMs} ${error.requestId} ${error.toCurl()?.length} ${error.cursor}`;
  }
  if (isEtherealQueryError(error))
    return `${error.kind} ${error.status ?? ""} ${error.endpoint ?? ""}`;
  return String(error);
}

export async function offline(): Promise<unknown> {
  const dataset = { tokens: "", transfers: [], ethereals: "" };
  const service = new EmbeddedService({
    dataset,
    keys: [{ key: "demo", requestOwner: "demo", auth: { aa: ["read"] } }],
  });
  const response: Response = await service.fetch("https://service.invalid/project");
  return [response, new Client({ baseUrl: "https://service.invalid", fetch: service.fetch })];
}

export function elements(client: Client, transfer: BridgeTransfer, page: Document): TransferRoute {
  const card = page.createElement("eq-token-card");
  Object.assign(card, { document: { name: "x" }, gateways: ["https://ipfs.example"] });
  card.token = { address, id: 1n, chainId: "1", standard: "ERC1155" };
  card.imagePolicy = "never";
  const route = page.querySelector("eq-transfer-route") ?? new TransferRoute();
  Object.assign(route, { transfer, client, decimals: 18, watchOptions: { chain: "sepolia" } });
  route.addEventListener(
    "eq-update",
    ({ detail }) => detail.transfer?.status satisfies string | undefined,
  );
  route.addEventListener(
    "eq-end",
    ({ detail: { reason, error } }) => reason === "error" && error?.retryable,
  );
  route.addEventListener("click", (event) => event.stopPropagation());
  void route.watch();
  card.append(h("p", { class: "note" }, chainName(1), null, route.watching && "…"));
  // @ts-expect-error there are three policies
  card.imagePolicy = "always";
  // @ts-expect-error the property is read-only
  route.watching = true;
  return route;
}

export function refused(client: Client, transfer: BridgeTransfer): void {
  // @ts-expect-error baseUrl is required
  new Client({});
  // @ts-expect-error a misspelled option
  new Client({ baseUrl: "https://query.example", apikey: "key" });
  // @ts-expect-error the chain is required
  void client.tokenUri(address, 1, {});
  // @ts-expect-error there are two standards
  void client.tokenUri(address, 1, { chainId: 1, standard: "ERC20" });
  // @ts-expect-error not a chain type
  void client.bridgeTransfer("0x00", { chain: "goerli" });
  // @ts-expect-error not an object
  void client.ethereals("active");
  // @ts-expect-error the result may be null
  void client.bridgeTransfer("0x00").then((result) => result.status);
  // @ts-expect-error most fields of a record are optional
  transfer.tokenAmount.length;
  // @ts-expect-error an amount is text
  const amount: bigint = formatUnits("1");
  const withoutDocument = { chainId: 1, address, id: "1", standard: "ERC721" } as const;
  // @ts-expect-error a token needs its document
  new EmbeddedService({ dataset: { tokens: [withoutDocument] } });
  const typedToken = client.tokenUri<{ image: string }>(address, 1, { chainId: 1 });
  // @ts-expect-error the type that the caller gives has no `picture`
  void typedToken.then((document) => document.picture);
  const rawToken = client.tokenUri(address, 1, { chainId: 1 }, { raw: true, integers: "exact" });
  // @ts-expect-error an exact document may hold a bigint
  void rawToken.then(({ data }) => data satisfies string | null);
  void amount;
}

export function proxies(request: Request): void {
  const allow: ProxyEndpoint[] = ["project", "bridgeTransfer"];
  const options: ProxyOptions = {
    baseUrl: new URL("https://query.example"),
    apiKey: async () => "key",
    basePath: "/api/eq",
    allow,
  };
  const handler: ProxyHandler = createProxyHandler({
    ...options,
    headers: { via: "app" },
    timeoutMs: 1,
    allowInsecure: false,
  });
  const response: Promise<Response> = handler(request);
  const listener = toNodeHandler(async (request) =>
    request.url ? handler(request) : new Response(null, { status: 401 }),
  );
  // @ts-expect-error an endpoint that does not exist
  createProxyHandler({ ...options, allow: ["transfers"] });
  // @ts-expect-error a proxy without a key
  createProxyHandler({ baseUrl: "https://query.example" });
  void [response, listener];
}
