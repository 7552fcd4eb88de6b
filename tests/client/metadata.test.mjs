// Tests `normalizeMetadata`, which converts metadata documents to one form.
import assert from "node:assert/strict";
import { test } from "node:test";
import { normalizeMetadata } from "../../pkg/dist/index.js";
import { randomSource } from "../faults/random.mjs";
import { assertRefused, show, thrownBy } from "./assertions.mjs";
import { readFixture } from "./service.mjs";

const MAX_ITEMS = 1000;
const MAX_TEXT_LENGTH = 10_000;
const MAX_URL_LENGTH = 8192;
const MAX_DATA_URL_LENGTH = 2 ** 20;
/** The text that replaces `{id}` in a URI for the id 255. */
const ID_IN_HEX = `${"0".repeat(62)}ff`;
/** The namespaces that an SVG without them gets, percent-encoded. */
const NAMESPACES = encodeURIComponent(
  " xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'",
).replaceAll("'", "%27");
const NOTHING = { image: [], animation: [], attributes: [], properties: [], otherFields: {} };
const OPTIONS = {
  id: 7,
  gateways: ["https://gw.example"],
  arweaveGateways: ["https://ar.example"],
};

/** The fields of a normalised document, without empty lists and objects. */
function fieldsOf(document) {
  const fields = {};
  for (const [name, value] of Object.entries(normalizeMetadata(document, OPTIONS))) {
    const isEmpty = typeof value === "object" && Object.keys(value).length === 0;
    if (!isEmpty) fields[name] = value;
  }
  return fields;
}

test("normalizeMetadata reads each naughty token as the corpus says", async () => {
  const { options, entries } = JSON.parse(await readFixture("../metadata/naughty-tokens.json"));
  assert.deepEqual(options, { ...OPTIONS, id: String(OPTIONS.id) });
  const documents = entries.filter((entry) => "document" in entry);
  assert.ok(documents.length > 120, `${documents.length} documents`);
  for (const { id, document, expected } of documents)
    assert.deepEqual(fieldsOf(document), expected, id);
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
    // Every object inherits a property with the name `constructor`.
    properties: { ["constructor"]: "Oak", Rings: { value: [1, 2.5] } },
    localization: { uri: "https://a.example/{locale}", default: "en", locales: ["en", 7] },
  };
  assert.deepEqual(normalizeMetadata(document, { id: 255n, gateways: ["https://gw.example"] }), {
    name: "Tree",
    image: [
      `https://gw.example/ipfs/QmX/${ID_IN_HEX}`,
      `data:image/svg+xml,%3Csvg${NAMESPACES}%2F%3E`,
    ],
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
    otherFields: {},
  });
});

test("normalizeMetadata returns empty lists for a document without usable values, and never throws", () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const cycle = {};
  cycle.attributes = [cycle];
  cycle.properties = cycle;
  const throws = {
    get: () => {
      throw new Error("hostile");
    },
  };
  const unusableDocuments = [
    null,
    undefined,
    7,
    7n,
    "x",
    true,
    [],
    {},
    Symbol("x"),
    () => 1,
    [{ name: "A" }],
    proxy,
    cycle,
    { name: NaN, description: [], image: {}, attributes: "x", properties: 5, localization: [] },
    { attributes: [{ trait_type: "A" }, { value: null }, { value: NaN }, [[[]]]] },
    Object.defineProperty({}, "name", throws),
    new Proxy({ name: "A" }, throws),
    { attributes: [new Proxy({}, throws), proxy], properties: proxy, localization: proxy },
  ];
  for (const [index, document] of unusableDocuments.entries())
    assert.deepEqual(normalizeMetadata(document), NOTHING, `document ${index}`);
});

test("normalizeMetadata limits texts and lists", () => {
  const attributes = Array.from({ length: 5 * MAX_ITEMS }, () => "A".repeat(2 * MAX_TEXT_LENGTH));
  const image = `data:image/png,${"A".repeat(MAX_DATA_URL_LENGTH)}`;
  const token = normalizeMetadata({ name: "A".repeat(2 ** 28), attributes, image });
  assert.deepEqual(
    [token.name.length, token.attributes.length, token.image.length],
    [MAX_TEXT_LENGTH, MAX_ITEMS, 0],
  );
  assert.equal(token.attributes[0].value.length, MAX_TEXT_LENGTH);
});

test("normalizeMetadata reads a limited number of values of a document that contains itself", () => {
  // Every second item of the list is the list itself. The other items are not usable as images.
  const cycle = Array.from({ length: MAX_ITEMS }, () => "javascript:x");
  for (let index = 0; index < cycle.length; index += 2) cycle[index] = cycle;
  const { image, attributes } = normalizeMetadata({
    image: cycle,
    attributes: cycle,
    properties: { image: cycle },
  });
  assert.deepEqual([image.length, attributes.length], [0, MAX_ITEMS]);
});

test("normalizeMetadata refuses an invalid option", () => {
  assertRefused(
    thrownBy(() => normalizeMetadata({}, { id: -1 })),
    "id",
  );
  assertRefused(
    thrownBy(() => normalizeMetadata({}, { gateways: ["gw.example"] })),
    "gateways",
  );
  assertRefused(
    thrownBy(() => normalizeMetadata({}, { gateway: "https://x" })),
    "options",
  );
});

test("normalizeMetadata keeps the digits of a bigint, and a property with the name __proto__", () => {
  const { attributes, properties } = normalizeMetadata({
    attributes: { A: 9007199254740993n, B: -9007199254740993n, C: 2 ** 60 },
    properties: JSON.parse('{ "__proto__": "A" }'),
  });
  assert.deepEqual(
    attributes.map(({ value }) => value),
    ["9007199254740993", "-9007199254740993", 2 ** 60],
  );
  assert.deepEqual(properties, [{ name: "__proto__", value: "A" }]);
});

test("normalizeMetadata limits URLs, properties and locales", () => {
  const tooLongForUrl = "c".repeat(MAX_URL_LENGTH);
  const tooLongForDataUrl = "c".repeat(MAX_DATA_URL_LENGTH);
  const items = Array.from({ length: 2 * MAX_ITEMS }, (_, n) => ({ value: [n, n] }));
  const token = normalizeMetadata({
    name: "é".repeat(MAX_TEXT_LENGTH + 1),
    image: `https://a.b/${tooLongForUrl}`,
    image_url: `https://a.b/${"é".repeat(MAX_URL_LENGTH)}`,
    image_data: `<svg>${tooLongForDataUrl}`,
    animation: `data:image/png,${tooLongForDataUrl}`,
    external_url: `https://a.b/${tooLongForUrl}`,
    attributes: items,
    properties: items,
    localization: { locales: Array(2 * MAX_ITEMS).fill("en") },
  });
  assert.equal(token.name, "é".repeat(MAX_TEXT_LENGTH));
  assert.deepEqual([token.image, token.animation, token.externalUrl], [[], [], undefined]);
  assert.deepEqual(
    [token.attributes.length, token.properties.length, token.localization.locales.length],
    [MAX_ITEMS, MAX_ITEMS, MAX_ITEMS],
  );
  // White space counts as part of the length. The text is too long, and its beginning alone is not used as the URL.
  const padded = `https://a.b${" ".repeat(MAX_DATA_URL_LENGTH)}x`;
  assert.deepEqual(normalizeMetadata({ image: padded, external_url: padded }), NOTHING);
  const longest = {
    image: "https://a.b/".padEnd(MAX_URL_LENGTH, "c"),
    image_data: "<svg>".padEnd(MAX_DATA_URL_LENGTH, "c"),
  };
  assert.equal(normalizeMetadata(longest).image.length, 2);
});

test("normalizeMetadata replaces a lone surrogate", () => {
  const { name, image, attributes } = normalizeMetadata({
    name: "a\ud800b",
    image: "<svg>\udc00</svg>",
    traits: { "\ud800": "\udfff" },
  });
  assert.deepEqual(
    [name, image],
    ["a\ufffdb", [`data:image/svg+xml,%3Csvg${NAMESPACES}%3E%EF%BF%BD%3C%2Fsvg%3E`]],
  );
  assert.deepEqual(attributes, [{ name: "\ufffd", value: "\ufffd" }]);
});

/** The seed of the random values. Any number would do. */
const SEED = 7;
/** Names and texts of random documents. Most of them have a meaning for the function. */
const WORDS = [
  "name",
  "title",
  "description",
  "image",
  "image_data",
  "animation_url",
  "external_url",
  "attributes",
  "traits",
  "properties",
  "value",
  "trait_type",
  "max_value",
  "localization",
  "uri",
  "locales",
  "background_color",
  "javascript:x",
  "data:text/html,x",
  'data:image/png,"',
  "ipfs://a",
  'ipfs://a/{locale}"',
  "https://a.b",
  'https://a.b/"<',
  "http://[::1",
  "https://a:99999/",
  "https://me@a.b",
  "<svg/>",
  "\u0000\u001b[31m\u009b",
  "\ud800",
  "é",
];

/** A random JSON value or BigInt. An array or an object contains values of the next lower depth. */
function randomValue(random, depth) {
  // 0 to 2 give a word, 5 gives an array, and 6 gives an object.
  const kind = random.int(0, depth > 0 ? 6 : 4);
  if (kind < 3) return random.pick(WORDS);
  if (kind === 3) return random.pick([null, true, false, 7n ** 40n, 1.5]);
  if (kind === 4) return random.int(-(2 ** 53), 2 ** 53);
  const entries = Array.from({ length: random.int(0, 8) }, () => [
    random.pick(WORDS),
    randomValue(random, depth - 1),
  ]);
  return kind === 5 ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}

/** `[^\P{Cc}\n\t]` is a control character other than a line break or a tab, and `\p{Cs}` is a lone surrogate. */
const UNCLEAN_CHARACTER = /[^\P{Cc}\n\t]|\p{Cs}/u;

test("normalizeMetadata gives only safe URLs and clean texts for any document", () => {
  const random = randomSource(SEED, "documents");
  let urlCount = 0;
  for (let i = 0; i < 10_000; i++) {
    const names = Array.from({ length: 6 }, () => random.pick(WORDS));
    const token = normalizeMetadata(
      Object.fromEntries(names.map((name) => [name, randomValue(random, 3)])),
    );
    const {
      image,
      animation,
      externalUrl,
      localization,
      attributes,
      properties,
      name,
      description,
    } = token;
    for (const url of [
      ...image,
      ...animation,
      ...(externalUrl === undefined ? [] : [externalUrl]),
    ]) {
      urlCount++;
      assert.equal(new URL(url).href, url);
      assert.ok(/^(https?:\/\/|data:image\/)/.test(url), url);
      assert.ok(!/["'<>`\p{Cc}]/u.test(url), url);
    }
    assert.ok(externalUrl === undefined || !externalUrl.includes("@"), externalUrl);
    for (const url of localization?.uris ?? []) assert.equal(new URL(url).protocol, "https:", url);
    const attributeNames = [...attributes, ...properties].map((attribute) => attribute.name);
    for (const text of [name, description, ...attributeNames]) {
      assert.ok(text === undefined || !UNCLEAN_CHARACTER.test(text), show(text));
    }
  }
  assert.ok(urlCount > 500, `${urlCount} URLs`);
});
