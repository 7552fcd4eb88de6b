// `ethereal-query/metadata`: texts that name a token, and metadata documents in one form.
import assert from "node:assert/strict";
import { test } from "node:test";
import { chains } from "../../pkg/dist/elements/shared.js";
import { normalizeMetadata, parseTokenRef } from "../../pkg/dist/metadata.js";
import { assertRefused, show, thrownBy } from "./assertions.mjs";
import { ADDRESS } from "./calls.mjs";

const ID_IN_HEX = `${"0".repeat(62)}ff`;

for (const [text, token] of [
  [`eip155:42161/erc1155:${ADDRESS}/2`, { chainId: 42161, address: ADDRESS, id: "2", standard: "ERC1155" }],
  [`${ADDRESS} #007`, { address: ADDRESS, id: "7" }],
  [`8453/${ADDRESS}/${2n ** 256n - 1n}`, { chainId: 8453, address: ADDRESS, id: String(2n ** 256n - 1n) }],
  [`https://opensea.io/item/matic/${ADDRESS}/7`, { chainId: 137, address: ADDRESS, id: "7" }],
  [`https://opensea.io.example/item/matic/${ADDRESS}/7`, null],
  [`${ADDRESS}/${2n ** 256n}`, null],
  [ADDRESS, null],
  ["", null],
  ["\ud800", null],
  ["a\0b", null],
]) {
  test(`parseTokenRef returns ${show(token)} for ${show(text)}`, () => {
    assert.deepEqual(parseTokenRef(text), token);
  });
}

test("parseTokenRef returns null for a string of any length", () => {
  assert.equal(parseTokenRef(`${ADDRESS}/7`.padEnd(2 ** 28)), null);
});

test("parseTokenRef knows the block explorers that the elements link to", () => {
  for (const { explorer, id } of chains) {
    assert.equal(parseTokenRef(`${explorer}/nft/${ADDRESS}/7`)?.chainId, Number(id), explorer);
  }
});

test("parseTokenRef refuses a value that is not a string", () => {
  for (const value of [7, 7n, null, undefined, {}, [`${ADDRESS}/7`], new URL("https://opensea.io"), Symbol("x")]) {
    assertRefused(thrownBy(() => parseTokenRef(value)), "text");
  }
  assert.equal(thrownBy(() => parseTokenRef()).message, "Missing text. Expected a string.");
});

test("normalizeMetadata reads a document in one form", () => {
  const document = {
    title: "Tree",
    image: "javascript:alert(1)",
    image_url: "ipfs://QmX/{id}",
    image_data: "<svg/>",
    animation_url: "data:text/html,<script>",
    external_url: "https://a.example/7",
    background_color: "FFAA00",
    traits: [
      { traitType: "Age", value: 2n ** 64n, max_value: 2n ** 65n, display_type: "number" },
      { value: true },
      null,
    ],
    properties: { ["constructor"]: "Oak", Rings: { value: [1, 2.5] } },
    localization: { uri: "https://a.example/{locale}", default: "en", locales: ["en", 7] },
  };
  assert.deepEqual(normalizeMetadata(document, { id: 255n, gateways: ["https://gw.example"] }), {
    name: "Tree",
    image: [`https://gw.example/ipfs/QmX/${ID_IN_HEX}`, "data:image/svg+xml,%3Csvg%2F%3E"],
    animation: [],
    externalUrl: "https://a.example/7",
    backgroundColor: "#ffaa00",
    attributes: [
      { name: "Age", value: String(2n ** 64n), maxValue: String(2n ** 65n), displayType: "number" },
      { value: true },
    ],
    properties: [
      { name: "constructor", value: "Oak" },
      { name: "Rings", value: 1 },
      { name: "Rings", value: 2.5 },
    ],
    localization: { uris: ["https://a.example/{locale}"], default: "en", locales: ["en"] },
  });
});

test("normalizeMetadata returns empty lists for a document without usable values, and never throws", () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const cycle = {};
  cycle.attributes = [cycle];
  cycle.properties = cycle;
  const throws = { get: () => { throw new Error("hostile"); } };
  const nothing = { image: [], animation: [], attributes: [], properties: [] };
  const documents = [
    null, undefined, 7, 7n, "x", true, [], {}, Symbol("x"), () => 1, [{ name: "A" }], proxy, cycle,
    { name: 7, description: [], image: {}, attributes: "x", properties: 5, localization: [] },
    { attributes: [{ trait_type: "A" }, { value: null }, { value: NaN }, [["A"]]] },
    Object.defineProperty({}, "name", throws),
    new Proxy({ name: "A" }, throws),
    { attributes: [new Proxy({}, throws), proxy], properties: proxy, localization: proxy },
  ];
  documents.forEach((document, index) => assert.deepEqual(normalizeMetadata(document), nothing, `document ${index}`));
});

test("normalizeMetadata limits texts and lists", () => {
  const attributes = Array.from({ length: 5000 }, () => "A".repeat(20_000));
  const image = `data:image/png,${"A".repeat(2 ** 20)}`;
  const token = normalizeMetadata({ name: "A".repeat(2 ** 28), attributes, image });
  assert.deepEqual([token.name.length, token.attributes.length, token.image.length], [10_000, 1000, 0]);
  assert.equal(token.attributes[0].value.length, 10_000);
});

test("normalizeMetadata refuses an invalid option", () => {
  assertRefused(thrownBy(() => normalizeMetadata({}, { id: -1 })), "id");
  assertRefused(thrownBy(() => normalizeMetadata({}, { gateways: ["gw.example"] })), "gateways");
  assertRefused(thrownBy(() => normalizeMetadata({}, { gateway: "https://x" })), "options");
});

/** Each step of a route as a text, with the first digit of its hash. */
