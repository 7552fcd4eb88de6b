/**
 * Two custom elements that show what the client finds: `<eq-token-card>` and `<eq-transfer-route>`. No WebAssembly is
 * in this module and importing it does nothing; `define` registers the elements with what they need of the package.
 *
 * @packageDocumentation
 */

import type { BridgeTransfer, Client, EtherealQueryError, TransferUpdate, WatchOptions } from "./index.js";
import type { checksumAddress, formatUnits, resolveUri, routeOf } from "./index.js";

export * from "./elements/parts.js";

/**
 * What the elements need of the package: pass what `ethereal-query` (or `ethereal-query/external`, once ready) exports.
 */
export interface Helpers {
  routeOf: typeof routeOf;
  formatUnits: typeof formatUnits;
  checksumAddress: typeof checksumAddress;
  resolveUri: typeof resolveUri;
}

/**
 * Registers the elements, once; later calls change the helpers only. On a server, where there are no elements, it
 * registers nothing.
 * @throws TypeError that names the helper that is missing
 * @example
 * import * as query from "ethereal-query";
 * import { define } from "ethereal-query/elements";
 * define(query);
 */
export function define(helpers: Helpers): void;

/** Which token a card is about. Every field may be absent; what is absent is not shown. */
export interface CardToken {
  /** Contract address. */
  address?: string;
  /** Token id. */
  id?: string | number | bigint;
  /** Chain id. Known chains are shown by name and linked to their explorer. */
  chainId?: number | string | bigint;
  /** Token standard. Default `"ERC721"`. */
  standard?: "ERC721" | "ERC1155";
}

/**
 * `<eq-token-card>`: picture, name, description, attributes and links of a token's metadata document. Everything in the
 * document is a stranger's: it is shown as text, links open over `https:` only, and a picture on another site is loaded
 * after a click. Its slot stands below the attributes.
 *
 * Parts: `card`, `picture`, `image`, `kind`, `name`, `description`, `facts`, `attributes`, `attribute`, `button`,
 * `copy`, `link`, `more`.
 */
export class TokenCard extends HTMLElement {
  /**
   * The parsed document, as {@link Client.tokenUri} gives it. While it is `undefined`, the card shows that it waits.
   */
  document: unknown;
  /** Which token it is. */
  token: CardToken | undefined;
  /** IPFS gateways to try, best first; see `resolveUri`. */
  gateways: readonly string[] | undefined;
  /** Pictures of other sites: after a click (`"click"`, the default), at once (`"load"`), or not at all (`"never"`). */
  imagePolicy: "click" | "load" | "never";
  /** Level of the name's heading, 1 to 5. Default 3. */
  headingLevel: number;
}

/** Events of {@link TransferRoute}. */
export interface TransferRouteEventMap extends HTMLElementEventMap {
  /** A change, while it is watched. */
  "eq-update": CustomEvent<TransferUpdate>;
  /** The watch is over: the transfer has ended, `stop()` was called, or asking failed for good. */
  "eq-end": CustomEvent<{ reason: "ended" | "stopped" | "error"; error?: EtherealQueryError }>;
}

/**
 * `<eq-transfer-route>`: a transfer as a picture of its route, one node a step, with what is happening now in a
 * sentence. With a `client` it has a button that follows the transfer live. Its slot stands below the route.
 *
 * Parts: `card`, `title`, `status`, `sentence`, `watch`, `route`, `step`, `facts`, `ids`, `copy`, `link`, `button`; a
 * step and the status also have their state as a part: `done`, `waiting`, `manual`, `failed`, `pending`.
 */
export class TransferRoute extends HTMLElement {
  /** The record. While it is `undefined`, the element shows that it waits. */
  transfer: BridgeTransfer | undefined;
  /** Follows the transfer; without one there is no button. */
  client: Pick<Client, "watchTransfer"> | undefined;
  /** The hash that was looked for: its step is marked, and it is the one watched. Default: the transfer's first. */
  hash: string | undefined;
  /** How to watch: chain type, interval and the like. */
  watchOptions: Omit<WatchOptions, "signal"> | undefined;
  /** Decimals of the token, where you know them; a record does not hold them. Native amounts have 18. */
  decimals: number | undefined;
  /** Level of the title's heading, 1 to 6. Default 3. */
  headingLevel: number;
  /** Whether it is being followed. */
  readonly watching: boolean;
  /** Follows the transfer until it ends; does nothing when it is followed already. Never rejects. */
  watch(): Promise<void>;
  /** Ends the watch; so does taking the element out of the page. */
  stop(): void;
  addEventListener<K extends keyof TransferRouteEventMap>(
    type: K, listener: (event: TransferRouteEventMap[K]) => unknown, options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions,
  ): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "eq-token-card": TokenCard;
    "eq-transfer-route": TransferRoute;
  }
}
