// <eq-token-card>: the metadata document of a token.
import type { NormalizedMetadata } from "../metadata/normalized.js";
import { readDocument } from "../metadata/read-document.js";
import type { ResolveOptions } from "../metadata/resolve-options.js";
import { createResolver } from "../metadata/resolver.js";
import { attributes } from "./attributes.js";
import {
  RecordElement,
  type StateWords,
  account,
  chainName,
  facts,
  h,
  link,
  plain,
  stateCard,
  untrusted,
} from "./shared.js";
import { register } from "./register.js";
import css from "./token-card.css";
import { type ImagePolicy, TokenImage } from "./token-image.js";

// How many characters of an untrusted text the card shows at first. A button shows the rest.
const KIND_LENGTH = 90;
const NAME_LENGTH = 120;
const DESCRIPTION_LENGTH = 400;
const URL_LENGTH = 80;
/** A little more than the 78 digits of a 256-bit integer. */
const ID_LENGTH = 90;

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
 * `<eq-token-card>`: image, name, description, attributes and links of a token's metadata document, as
 * `normalizeMetadata` reads it. The card does not trust the document: it never parses text as markup, and links only to
 * `https:` URLs. It loads an image of another site, or an SVG that could freeze the page, only after a click. The slot
 * is below the attributes.
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
   * The parsed document, as `client.tokenUri` returns it. While it is `undefined`, the card is in the loading state if
   * `token` is set, and otherwise in the empty state.
   */
  declare document: unknown;
  /** Contract, id, chain and standard of the token. */
  declare token: CardToken | undefined;
  /** The error of the call, which the card shows instead of a document. */
  declare error: unknown;
  /** Words for a card without a document. */
  declare words: StateWords | undefined;
  /** IPFS gateways, best first, as for `resolveUri`. */
  declare gateways: readonly string[] | undefined;
  /** Arweave gateways, best first, as for `resolveUri`. */
  declare arweaveGateways: readonly string[] | undefined;
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
      arweaveGateways: undefined,
      imagePolicy: "click",
      headingLevel: 3,
    });
  }

  #image = new TokenImage();

  /** Creates the element. It draws when it enters a document. */
  constructor() {
    super(css);
  }

  protected override leave(): void {
    const wasLoading = this.#image.stop();
    if (!wasLoading) return;
    // When the card is back in the page, the new `TokenImage` loads the picture again.
    this.#image = new TokenImage();
    this.redraw();
  }

  protected draw(): HTMLElement {
    const { error } = this;
    if (this.document === undefined || (error !== undefined && error !== null)) {
      // `isNotFound` is for a record that is `null`. The card has no such record: the error of an unknown token, of
      // the kind `not_found`, shows the same state.
      const absence = { error, isNotFound: false, isRequested: this.token !== undefined };
      return stateCard(absence, { ...WORDS, ...this.words }, skeleton());
    }
    const { gateways, arweaveGateways, imagePolicy: policy } = this;
    const token = this.token ?? {};
    const { metadata, problem } = read(this.document, { id: token.id, gateways, arweaveGateways });
    const { name, description, image: urls } = metadata;
    const level = Math.min(Math.max(Number(this.headingLevel) || 3, 1), 5);
    const reason = problem ?? "No picture that this card can show";
    // After a problem, the gateways may be invalid, and `urls` is empty.
    const pageGateways =
      problem === undefined ? [...(gateways ?? []), ...(arweaveGateways ?? [])] : [];
    this.#image.show({ urls, policy, gateways: pageGateways, reason }, name ?? "the token");
    return h(
      "article",
      { class: "card", part: "card" },
      this.#image.element,
      h(
        "div",
        { class: "about" },
        h(
          "header",
          {},
          h("p", { class: "eyebrow", part: "kind" }, untrusted(kindOf(this.token), KIND_LENGTH)),
          name === undefined
            ? h(`h${level}`, { class: "title muted", part: "name" }, "No name in the document")
            : h(`h${level}`, { class: "title", part: "name" }, untrusted(name, NAME_LENGTH)),
        ),
        description !== undefined &&
          h(
            "p",
            { class: "description", part: "description" },
            untrusted(description, DESCRIPTION_LENGTH),
          ),
        tokenFacts(token, metadata),
        attributes(metadata, level + 1),
        h("slot"),
      ),
    );
  }
}

/** Reads a document. With an invalid id or gateway, the metadata has no picture, and `problem` is the reason. */
function read(
  document: unknown,
  options: ResolveOptions,
): { metadata: NormalizedMetadata; problem?: string } {
  const problems: string[] = [];
  const resolver = createResolver(options, (_parameter, _value, rule, name) => {
    problems.push(`Invalid ${name}. Expected ${rule}.`);
  });
  const metadata = readDocument(document, resolver);
  const [problem] = problems;
  return problem === undefined ? { metadata } : { metadata: { ...metadata, image: [] }, problem };
}

/** Returns the standard and the chain, such as `ERC-721 · Ethereum`. */
function kindOf(token: CardToken | undefined): string {
  if (!token) return "";
  const { chainId, standard = "ERC721" } = token;
  const kind = plain(standard).replace("ERC", "ERC-");
  return chainId === undefined ? kind : `${kind} · ${chainName(chainId)}`;
}

function tokenFacts(
  { address, id, chainId }: CardToken,
  { externalUrl, animation: [animation] }: NormalizedMetadata,
): HTMLElement {
  return facts([
    ["Contract", address !== undefined && account(address, "contract address", chainId)],
    [
      "Token id",
      id !== undefined && h("span", { class: "digits" }, untrusted(String(id), ID_LENGTH)),
    ],
    ["Website", documentLink(externalUrl)],
    ["Animation", documentLink(animation)],
  ]);
}

/** Returns a link for an `https:` URL in the document, and text for any other URL. */
function documentLink(url: string | undefined): HTMLElement | undefined {
  if (url === undefined) return undefined;
  const label = untrusted(url, URL_LENGTH);
  return link(url, label) ?? label;
}

const WORDS = {
  empty: "No token selected.",
  loading: "Loading the token",
  unknown: "The service knows no such token.",
  failed: "The token could not be loaded.",
};

function skeleton(): HTMLElement[] {
  return [
    h("div", { class: "frame" }),
    h("div", { class: "about" }, h("i"), h("i"), h("i"), h("i")),
  ];
}

register("eq-token-card", TokenCard);
