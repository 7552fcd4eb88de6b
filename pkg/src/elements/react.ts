/**
 * Both elements in React 19: this module registers them, as `ethereal-query/elements` does, and declares their JSX.
 * Each property of an element is a prop, and each event is a prop with `on` before its name, such as `oneq-update`.
 *
 * @packageDocumentation
 */
import type { HTMLAttributes, RefAttributes } from "react";
import "./token-card.js";
import type { TokenCard } from "./token-card.js";
import "./transfer-route.js";
import type { TransferRoute, TransferRouteEventMap } from "./transfer-route.js";

/** The attributes of every HTML element, a ref, and the properties that an element adds to `HTMLElement`. */
type ElementProps<E extends HTMLElement> = HTMLAttributes<E> &
  RefAttributes<E> &
  Partial<Omit<E, keyof HTMLElement>>;

/**
 * The props of `<eq-token-card>`.
 * @example
 * const props: TokenCardProps = { token: { address, id: 2, chainId: 1 }, document: undefined };
 */
export type TokenCardProps = ElementProps<TokenCard>;

/**
 * The props of `<eq-transfer-route>`.
 * @example
 * const props: TransferRouteProps = { transfer: null, "oneq-end": ({ detail }) => console.log(detail.reason) };
 */
export type TransferRouteProps = ElementProps<TransferRoute> & {
  [Name in Exclude<keyof TransferRouteEventMap, keyof HTMLElementEventMap> as `on${Name}`]?:
    ((event: TransferRouteEventMap[Name]) => void) | undefined;
};

declare module "react" {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- React names it so
  namespace JSX {
    interface IntrinsicElements {
      "eq-token-card": TokenCardProps;
      "eq-transfer-route": TransferRouteProps;
    }
  }
}
