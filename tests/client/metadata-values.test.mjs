// normalizeMetadata: which URLs, numbers, colours, languages and attributes it accepts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { normalizeMetadata } from "../../pkg/dist/index.js";

/** The most images or attributes of a document. */
const MAX_ITEMS = 1000;
/** The most characters of a URI that is neither an SVG nor a `data:` URL. */
const MAX_URL_LENGTH = 8192;

const imagesOf = (image, options) => normalizeMetadata({ image }, options).image;

test("an image and an animation may have http: URLs", () => {
  const url = "http://a.example/7.png";
  const { image, animation } = normalizeMetadata({ image: url, animation_url: url });
  assert.deepEqual([image, animation], [[url], [url]]);
});

test("a URL that only contains https: is not taken", () => {
  const url = "view-source:https://a.example/7.png";
  const { image, animation, externalUrl } = normalizeMetadata({
    image: url,
    animation_url: url,
    external_url: url,
  });
  assert.deepEqual([image, animation, externalUrl], [[], [], undefined]);
});

test(`a document has at most ${MAX_ITEMS} images`, () => {
  const urls = Array.from({ length: MAX_ITEMS + 500 }, (_, n) => `https://a.example/${n}.png`);
  assert.deepEqual(imagesOf(urls), urls.slice(0, MAX_ITEMS));
  const inTwoFields = { image: urls.slice(0, 750), image_url: urls.slice(750) };
  assert.deepEqual(normalizeMetadata(inTwoFields).image, urls.slice(0, MAX_ITEMS));
});

test("the limit of other URIs does not apply to an SVG that begins with white space", () => {
  const pictures = imagesOf(`\n <svg>${"c".repeat(MAX_URL_LENGTH)}</svg>`);
  assert.equal(pictures.length, 1);
});

test("the options for gateways do not change the host of an external URL", () => {
  const page = "https://ipfs.io/ipfs/QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG/";
  const options = { gateways: ["https://gw.example"], arweaveGateways: ["https://ar.example"] };
  assert.equal(normalizeMetadata({ external_url: page }, options).externalUrl, page);
  const arweave = "https://arweave.net/6UT4vWMtnTe1zyyD_3Y-pOSgk6jJkQ2BnnYH0v0cWVE";
  assert.equal(normalizeMetadata({ external_url: arweave }, options).externalUrl, arweave);
});

test("decimals are 0 to 255", () => {
  const decimals = [0, 255, "18", 256, -1, 1.5, true];
  assert.deepEqual(
    decimals.map((value) => normalizeMetadata({ decimals: value }).decimals),
    [0, 255, 18, undefined, undefined, undefined, undefined],
  );
});

test("a localization needs a URI, a language or a list of languages", () => {
  const localizationOf = (localization) => normalizeMetadata({ localization }).localization;
  const uri = "https://a.example/{locale}";
  assert.deepEqual(localizationOf({ uri }), { uris: [uri], locales: [] });
  assert.deepEqual(localizationOf({ default: "en" }), { uris: [], default: "en", locales: [] });
  assert.deepEqual(localizationOf({ locales: ["en", " "] }), { uris: [], locales: ["en"] });
  assert.equal(localizationOf({ uri: "javascript:x", locales: [" "] }), undefined);
});

test("a colour is 3, 6 or 8 hexadecimal digits and nothing else", () => {
  const colors = ["#FFF", "ffaa00", "ffaa0080", "red#fff", "ffff", undefined];
  assert.deepEqual(
    colors.map((text) => normalizeMetadata({ background_color: text }).backgroundColor),
    ["#fff", "#ffaa00", "#ffaa0080", undefined, undefined, undefined],
  );
});

test("the max_value of an attribute is a number, or a text with its decimal digits", () => {
  const maxima = [1e21, "1.25", "1e3", true];
  assert.deepEqual(
    maxima.map((max_value) => {
      const [attribute] = normalizeMetadata({ attributes: [{ value: 1, max_value }] }).attributes;
      return attribute.maxValue;
    }),
    [1e21, 1.25, undefined, undefined],
  );
});

test("an array of a text and a value is one attribute", () => {
  const { attributes } = normalizeMetadata({
    attributes: [
      ["Age", 7],
      [7, "Age"],
    ],
  });
  // The second array does not begin with a text, so each of its items is an attribute.
  assert.deepEqual(attributes, [{ name: "Age", value: 7 }, { value: 7 }, { value: "Age" }]);
});

test(`a document has at most ${MAX_ITEMS} attributes`, () => {
  // Each value of the list is an attribute: 1,500 in total.
  const attributes = Array.from({ length: 500 }, () => ({ value: [1, 2, 3] }));
  assert.equal(normalizeMetadata({ attributes }).attributes.length, MAX_ITEMS);
});

test("normalizeMetadata returns for a list that contains itself twice", () => {
  const attributes = [];
  attributes.push(attributes, attributes);
  assert.deepEqual(normalizeMetadata({ attributes }).attributes, []);
});
