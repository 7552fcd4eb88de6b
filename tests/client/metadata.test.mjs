// normalizeMetadata: metadata documents in one form.
import assert from "node:assert/strict";
import { test } from "node:test";
import { normalizeMetadata } from "../../pkg/dist/index.js";
import { randomSource } from "../faults/random.mjs";
import { assertRefused, show, thrownBy } from "./assertions.mjs";
import { readFixture } from "./service.mjs";

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
  const attributes = Array.from({ length: 5000 }, () => "A".repeat(20_000));
  const image = `data:image/png,${"A".repeat(2 ** 20)}`;
  const token = normalizeMetadata({ name: "A".repeat(2 ** 28), attributes, image });
  assert.deepEqual(
    [token.name.length, token.attributes.length, token.image.length],
    [10_000, 1000, 0],
  );
  assert.equal(token.attributes[0].value.length, 10_000);
});

test("normalizeMetadata reads a limited number of values of a document that contains itself", () => {
  const cycle = Array.from({ length: 1000 }, () => "javascript:x");
  for (let index = 0; index < cycle.length; index += 2) cycle[index] = cycle;
  const { image, attributes } = normalizeMetadata({
    image: cycle,
    attributes: cycle,
    properties: { image: cycle },
  });
  assert.deepEqual([image.length, attributes.length], [0, 1000]);
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

test("normalizeMetadata keeps the digits of a bigint, and no property of the prototype", () => {
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
  const items = Array.from({ length: 2000 }, (_, n) => ({ value: [n, n] }));
  const token = normalizeMetadata({
    name: "é".repeat(10_001),
    image: `https://a.b/${"c".repeat(8192)}`,
    image_url: `https://a.b/${"é".repeat(8192)}`,
    image_data: `<svg>${"c".repeat(2 ** 20)}`,
    animation: `data:image/png,${"c".repeat(2 ** 20)}`,
    external_url: `https://a.b/${"c".repeat(8192)}`,
    attributes: items,
    properties: items,
    localization: { locales: Array(2000).fill("en") },
  });
  assert.equal(token.name, "é".repeat(10_000));
  assert.deepEqual([token.image, token.animation, token.externalUrl], [[], [], undefined]);
  assert.deepEqual(
    [token.attributes.length, token.properties.length, token.localization.locales.length],
    [1000, 1000, 1000],
  );
  // White space counts as part of the length. The text is too long, and its beginning alone is not used as the URL.
  const padded = `https://a.b${" ".repeat(2 ** 20)}x`;
  assert.deepEqual(normalizeMetadata({ image: padded, external_url: padded }), NOTHING);
  const longest = {
    image: "https://a.b/".padEnd(8192, "c"),
    image_data: "<svg>".padEnd(2 ** 20, "c"),
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

/** Names and texts, most of which the function knows. */
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

/** A random JSON value. */
function randomJson(random, depth) {
  const kind = random.int(0, depth > 0 ? 6 : 4);
  if (kind < 3) return random.pick(WORDS);
  if (kind === 3) return random.pick([null, true, false, 7n ** 40n, 1.5]);
  if (kind === 4) return random.int(-(2 ** 53), 2 ** 53);
  const entries = Array.from({ length: random.int(0, 8) }, () => [
    random.pick(WORDS),
    randomJson(random, depth - 1),
  ]);
  return kind === 5 ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}

/** A control character other than a line break or a tab, or a lone surrogate. */
const UNCLEAN_CHARACTER = /[^\P{Cc}\n\t]|\p{Cs}/u;

test("normalizeMetadata gives only safe URLs and clean texts for any document", () => {
  const random = randomSource(7, "documents");
  let urlCount = 0;
  for (let i = 0; i < 10_000; i++) {
    const names = Array.from({ length: 6 }, () => random.pick(WORDS));
    const token = normalizeMetadata(
      Object.fromEntries(names.map((name) => [name, randomJson(random, 3)])),
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
