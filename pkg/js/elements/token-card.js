// <eq-token-card>: a token's metadata document as a card.
import { QueryElement, account, chainName, facts, h, isRecord, link, plain, register, untrusted } from "./parts.js";
import { picture } from "./picture.js";
import css from "./token-card.css";
import { traits } from "./traits.js";

export const define = (helpers) => register(helpers, { "eq-token-card": TokenCard });

const outside = { external_url: "Website", animation_url: "Animation" };

export class TokenCard extends QueryElement {
  static {
    this.has({ document: undefined, token: undefined, gateways: undefined, imagePolicy: "click", headingLevel: 3 });
  }

  constructor() {
    super(css);
  }

  draw() {
    if (this.document === undefined) return [skeleton()];
    const { address, id, chainId, standard = "ERC721" } = this.token ?? {};
    const document = isRecord(this.document) ? this.document : {};
    const level = Math.min(Math.max(Number(this.headingLevel) || 3, 1), 5);
    const kind = [this.token && plain(standard).replace("ERC", "ERC-"), chainId !== undefined && chainName(chainId)];
    const has = (name) => document[name] !== undefined && document[name] !== null && document[name] !== "";
    return [
      h(
        "article",
        { class: "card", part: "card" },
        picture(document, { id, gateways: this.gateways, policy: this.imagePolicy }),
        h(
          "div",
          { class: "about" },
          h(
            "header",
            {},
            h("p", { class: "eyebrow", part: "kind" }, untrusted(kind.filter(Boolean).join(" · "), 90)),
            has("name")
              ? h(`h${level}`, { class: "title", part: "name" }, untrusted(document.name, 120))
              : h(`h${level}`, { class: "title muted", part: "name" }, "No name in the document"),
          ),
          has("description") &&
            h("p", { class: "description", part: "description" }, untrusted(document.description, 400)),
          facts([
            ["Contract", address !== undefined && account(address, "contract address", chainId)],
            ["Token id", id !== undefined && h("span", { class: "digits" }, untrusted(String(id), 90))],
            ...Object.keys(outside).map((name) => [outside[name], has(name) && outward(document[name])]),
          ]),
          traits(document, level + 1),
          h("slot"),
        ),
      ),
    ];
  }
}

/** An address named by the document: a link when it is https, plain text otherwise. */
const outward = (value) =>
  (typeof value === "string" && value.length < 2048 && link(value, untrusted(value, 80))) || untrusted(value, 80);

const skeleton = () =>
  h(
    "article",
    { class: "card skeleton", part: "card", "aria-busy": "true", "aria-label": "Loading the token" },
    h("div", { class: "frame" }),
    h(
      "div",
      { class: "about" },
      ["", "", "", ""].map(() => h("i")),
    ),
  );
