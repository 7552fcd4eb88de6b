/**
 * The parts the elements are made of. The demo page is built of them; they may change in a minor version.
 *
 * @packageDocumentation
 */

import type { Helpers } from "../elements.js";
import type { BridgeTransfer } from "../index.js";

/** Takes what the parts need of the package, and registers elements, `{ name: class }`; none is fine as well. */
export function register(helpers: Helpers, elements: Record<string, CustomElementConstructor>): void;

/** A chain this module knows by name. */
export interface KnownChain {
  id: string;
  name: string;
  /** At most four letters, for a node of a route. */
  mark: string;
  /** Origin of its explorer. */
  explorer: string;
  type: "mainnet" | "sepolia";
}

/** The known chains; push to it before the elements draw, and yours is known too. */
export const chains: KnownChain[];
export function findChain(id: unknown): KnownChain | undefined;
/** The chain's name, or `Chain 7` for one that is not known. */
export function chainName(id: unknown): string;
/** The explorer's page of a well-formed value on a known chain. */
export function explorerUrl(chainId: unknown, kind: "tx" | "address", value: unknown): string | undefined;

/** What {@link h} takes as a child; `false` and `undefined` are left out. */
export type Child = Node | string | false | undefined | null | Child[];
/** Makes an element; strings become text, never markup. A function among the properties listens to that event. */
export function h(tag: string, props?: Record<string, unknown> | null, ...children: Child[]): HTMLElement;
/** A drawn symbol, hidden from screen readers. */
export function icon(name: string): SVGElement;
/** A link to another site; `undefined` unless it is `https:`. */
export function link(address: unknown, ...label: Child[]): HTMLElement | undefined;
/** An address or hash, shortened, to copy, with a link to its explorer. */
export function hex(value: unknown, what: string, explorer?: string): HTMLElement;
export function copyButton(text: string, what: string): HTMLElement;
/** The line that tells screen readers what was copied; one in each root. */
export function announcer(): HTMLElement;
/** An account in its checked form; what is no address is shown as the text it is. */
export function account(value: unknown, what: string, chainId?: unknown): HTMLElement;
/** Text of a stranger: isolated, cut when long, with characters that cannot be seen named. */
export function untrusted(value: unknown, limit?: number): HTMLElement;
/** A string as it is, anything else as JSON. */
export function plain(value: unknown): string;
export function jsonText(value: unknown, space?: number): string;
/** Smallest units as whole units, exact in the title. */
export function amount(value: string | bigint, options?: { decimals?: number; places?: number }): HTMLElement;
/** `1234567.5` as `1,234,567.5`. */
export function group(text: string | number | bigint): string;
/** A moment, absolute and relative. */
export function time(value: number | string | undefined): HTMLElement;
/** A status as a coloured word. */
export function badge(status: unknown): HTMLElement;
/** What a transfer is doing, in one sentence. */
export function sentence(transfer: Partial<BridgeTransfer>): string;
/** A list of terms and values. */
export function facts(rows: readonly (readonly [string, Child])[]): HTMLElement;
export function isRecord(value: unknown): value is Record<string, unknown>;
/** The style sheet of the parts, to adopt in a page that uses them outside of the elements. */
export function commonSheet(): CSSStyleSheet;
