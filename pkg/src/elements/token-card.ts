// <eq-token-card>: the metadata document of a token.
/// <reference path="./tag-names.ts" preserve="true" />
import { attributes } from "./attributes.js";
import {
  RecordElement,
  type StateWords,
  account,
  chainName,
  facts,
  h,
  isRecord,
  link,
  plain,
  stateCard,
  untrusted,
} from "./shared.js";
import { register } from "./register.js";
import css from "./token-card.css";
import { type ImagePolicy, tokenImage } from "./token-image.js";

const MAX_LINK_LENGTH = 2048;

/**
 * The token of a card. The card leaves out an absent field.
 * @example
 * const token: CardToken = { address, id: "2", chainId: 1, standard: "ERC721" };
 * const card = Object.assign(document.createElement("eq-token-card"), { token });
 */
export interface CardToken {
  /** Contract address. */
  address?: string | undefined;
  /** Token id. */
  id?: string | number | bigint | undefined;
  /** Chain id. The card shows the name of a known chain and links to its block explorer. */
  chainId?: number | string | bigint | undefined;
  /** Token standard. Default `"ERC721"`. */
  standard?: "ERC721" | "ERC1155" | undefined;
}

/**
 * `<eq-token-card>`: image, name, description, attributes and links of a token's metadata document. The card does not
 * trust the document: it never parses text as markup, links only to `https:` URLs, and loads an image of another site
 * after a click. The slot is below the attributes.
 *
 * Parts: `card`, `picture`, `image`, `kind`, `name`, `description`, `facts`, `attributes`, `attribute`, `button`,
 * `copy`, `link`, `more`. Without a document, `card` also has its state: `empty`, `unknown`, `failed`.
 * @example
 * const card: TokenCard = document.createElement("eq-token-card");
 * card.token = { address, id: 2, chainId: 1 };
 * card.document = await client.tokenUri(address, 2, { chainId: 1 });
 * document.body.append(card);
 */
export class TokenCard extends RecordElement {
  /**
   * The parsed document, as `client.tokenUri` returns it. While it is `undefined`, the card shows that it loads the
   * token; without `token`, that it is empty.
   */
  declare document: unknown;
  /** Contract, id, chain and standard of the token. */
  declare token: CardToken | undefined;
  /** The error of the call, which the card shows in place of a document. */
  declare error: unknown;
  /** Words for a card without a document. */
  declare words: StateWords | undefined;
  /** IPFS gateways, best first, as for `resolveUri`. */
  declare gateways: readonly string[] | undefined;
  /**
   * The time at which the card loads an image of another site: after a click (`"click"`, the default), at once
   * (`"load"`), or never (`"never"`).
   */
  declare imagePolicy: ImagePolicy;
  /** Level of the name's heading, 1 to 5. Default: 3. */
  declare headingLevel: number;

  static {
    this.defineProperties<TokenCard>({
      document: undefined,
      token: undefined,
      error: undefined,
      words: undefined,
      gateways: undefined,
      imagePolicy: "click",
      headingLevel: 3,
    });
  }

  /** Creates the element. It draws when it enters a document. */
  constructor() {
    super(css);
  }

  protected draw(): HTMLElement {
    const { error } = this;
    if (this.document === undefined || (error !== undefined && error !== null)) {
      const absence = { error, isUnknown: false, isAsked: this.token !== undefined };
      return stateCard(absence, { ...WORDS, ...this.words }, skeleton());
    }
    const document = isRecord(this.document) ? this.document : {};
    const { name, description } = document;
    const { gateways, imagePolicy: policy } = this;
    const token = this.token ?? {};
    const level = Math.min(Math.max(Number(this.headingLevel) || 3, 1), 5);
    return h(
      "article",
      { class: "card", part: "card" },
      tokenImage(document, { id: token.id, gateways, policy }),
      h(
        "div",
        { class: "about" },
        h(
          "header",
          {},
          h("p", { class: "eyebrow", part: "kind" }, untrusted(kindOf(this.token), 90)),
          isEmpty(name)
            ? h(`h${level}`, { class: "title muted", part: "name" }, "No name in the document")
            : h(`h${level}`, { class: "title", part: "name" }, untrusted(name, 120)),
        ),
        !isEmpty(description) && h("p", { class: "description", part: "description" }, untrusted(description, 400)),
        tokenFacts(token, document),
        attributes(document, level + 1),
        h("slot"),
      ),
    );
  }
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

/** Returns standard and chain, such as `ERC-721 · Ethereum`. */
function kindOf(token: CardToken | undefined): string {
  if (!token) return "";
  const { chainId, standard = "ERC721" } = token;
  const kind = plain(standard).replace("ERC", "ERC-");
  return chainId === undefined ? kind : `${kind} · ${chainName(chainId)}`;
}

function tokenFacts({ address, id, chainId }: CardToken, document: Record<string, unknown>): HTMLElement {
  return facts([
    ["Contract", address !== undefined && account(address, "contract address", chainId)],
    ["Token id", id !== undefined && h("span", { class: "digits" }, untrusted(String(id), 90))],
    ["Website", documentLink(document.external_url)],
    ["Animation", documentLink(document.animation_url)],
  ]);
}

/** Returns a link for an `https:` URL in the document, and text for any other value. */
function documentLink(value: unknown): HTMLElement | undefined {
  if (isEmpty(value)) return undefined;
  const label = untrusted(value, 80);
  if (typeof value !== "string" || value.length >= MAX_LINK_LENGTH) return label;
  return link(value, label) ?? label;
}

const WORDS = {
  empty: "No token selected.",
  loading: "Loading the token",
  unknown: "The service knows no such token.",
  failed: "The token could not be loaded.",
};

function skeleton(): HTMLElement[] {
  return [h("div", { class: "frame" }), h("div", { class: "about" }, h("i"), h("i"), h("i"), h("i"))];
}

register("eq-token-card", TokenCard);
