// Tests `resolveUri`, which returns the URLs for a token's URI.
import assert from "node:assert/strict";
import { test } from "node:test";
import { IPFS_GATEWAYS, resolveUri } from "../../pkg/dist/index.js";
import { randomSource } from "../faults/random.mjs";
import { assertRefused, show, thrownBy } from "./assertions.mjs";
import { readFixture } from "./service.mjs";

test("resolveUri resolves URIs as the native service does", async () => {
  const vectors = JSON.parse(await readFixture("../metadata/uris.json"));
  assert.ok(vectors.length > 60, `${vectors.length} vectors`);
  for (const { uri, urls, ...options } of vectors) {
    if (urls) assert.deepEqual(resolveUri(uri, options), urls, show(uri));
    else
      assertRefused(
        thrownBy(() => resolveUri(uri, options)),
        "uri",
      );
  }
});

/** The text that replaces `{id}` in a URI for the id 255. */
const ID_IN_HEX = `${"0".repeat(62)}ff`;
for (const [uri, options, urls] of [
  [
    "ipfs://QmX/{id}",
    { id: "255", gateways: ["https://gw.example/", "https://b.example/x"] },
    [`https://gw.example/ipfs/QmX/${ID_IN_HEX}`, `https://b.example/x/ipfs/QmX/${ID_IN_HEX}`],
  ],
  ["https://a.b/{id}", { id: 255 }, [`https://a.b/${ID_IN_HEX}`]],
  ["https://a.b/{id}", { id: 255n }, [`https://a.b/${ID_IN_HEX}`]],
  ["https://a.b/{id}", { id: "0xff" }, [`https://a.b/${ID_IN_HEX}`]],
  ["ar://x/1", { arweaveGateways: ["https://ar.example"] }, ["https://ar.example/x/1"]],
  ["ipns://docs.example", {}, IPFS_GATEWAYS.map((gateway) => `${gateway}/ipns/docs.example`)],
  ["data:,x", undefined, ["data:,x"]],
  ['{"a":1}', null, ["data:application/json,%7B%22a%22%3A1%7D"]],
]) {
  test(`resolveUri returns the URLs of ${uri} with ${show(options)}`, () => {
    assert.deepEqual(resolveUri(uri, options), urls);
  });
}

test("resolveUri refuses an unusable URI and an invalid option", () => {
  for (const [uri, options, parameter] of [
    ["javascript:alert(1)", {}, "uri"],
    ["", {}, "uri"],
    ["ipfs://a/../b", {}, "uri"],
    // A gateway that decodes these paths once or twice would leave its folder.
    ["ipfs://a/..%2f..%2fadmin", {}, "uri"],
    ["ipfs://%252e%252e%5cadmin", {}, "uri"],
    ["ipfs://QmX", { id: "-1" }, "id"],
    ["ipfs://QmX", { gateways: true }, "gateways"],
    ["ipfs://QmX", { gateways: "https://gw.example" }, "gateways"],
    ["ipfs://QmX", { gateways: ["https://a.example,https://b.example"] }, "gateways"],
    ["ipfs://QmX", { gateways: ["https://gw.example/{cid}"] }, "gateways"],
    ["ipfs://QmX", { gateways: ["gw.example"] }, "gateways"],
    ["ipfs://QmX", { gateways: [7] }, "gateways"],
    ["ar://x", { arweaveGateways: ["ftp://x"] }, "arweaveGateways"],
    ["ar://x", { gateway: "https://x" }, "options"],
    ["ar://x", 7, "options"],
    [{}, undefined, "uri"],
    [undefined, undefined, "uri"],
  ]) {
    assertRefused(
      thrownBy(() => resolveUri(uri, options)),
      parameter,
    );
  }
});

test("resolveUri encodes quotes, and refuses a URL with quotes in its host", () => {
  for (const [uri, url] of [
    ["https://a.b/it's?x='y'#'z`", "https://a.b/it%27s?x=%27y%27#%27z%60"],
    ["ipfs://a/it's", `${IPFS_GATEWAYS[0]}/ipfs/a/it%27s`],
    // An SVG gets the namespaces that it lacks, and its URL has no `charset`.
    [
      'data:image/svg+xml;charset="utf-8",<svg fill=\'#fff\' a="b"/>',
      "data:image/svg+xml,%3Csvg%20xmlns%3D%27http%3A%2F%2Fwww.w3.org%2F2000%2Fsvg%27%20xmlns%3Axlink%3D%27http%3A%2F%2Fwww.w3.org%2F1999%2Fxlink%27%20fill%3D%27%23fff%27%20a%3D%22b%22%2F%3E",
    ],
    ['data:text/plain;charset="utf-8",a\'b`c', "data:text/plain;charset=%22utf-8%22,a%27b%60c"],
  ]) {
    assert.equal(resolveUri(uri)[0], url);
    assert.equal(new URL(url).href, url);
  }
  for (const uri of ['https://a"b.example/', "https://a'b.example/", "https://a`b.example/"]) {
    assertRefused(
      thrownBy(() => resolveUri(uri)),
      "uri",
    );
  }
});

test("resolveUri refuses a URI with a lone surrogate", () => {
  for (const uri of ["https://a.b/\ud800", '{"a":"\udc00"}'])
    assertRefused(
      thrownBy(() => resolveUri(uri)),
      "uri",
    );
});

test("the error of a gateway hides its password", () => {
  const error = thrownBy(() =>
    resolveUri("ar://x", { arweaveGateways: ["https://me:secret@gw.example"] }),
  );
  assertRefused(error, "arweaveGateways");
  assert.ok(!error.message.includes("secret"), error.message);
  assert.equal(
    error.message,
    "Invalid arweaveGateways[0]: a string. Expected an https:// or http:// URL without user name and fragment.",
  );
});

test("the error of an unknown option hides a name that could be an API key", () => {
  const likeKey = "bm90LWEta2V5LW5vdC1hLWtleQ==";
  for (const [name, shown] of [
    ["timeoutMs", '"timeoutMs"'],
    [likeKey, `of ${likeKey.length} characters`],
  ]) {
    const { message } = thrownBy(() => resolveUri("ar://x", { [name]: 5 }));
    assert.equal(message, `Unknown option ${shown}. Known options: id, gateways, arweaveGateways.`);
  }
});

/** The seed of the random values. Any number would do. */
const SEED = 7;
/** Words of which random URIs consist. */
const WORDS = [
  "ipfs://",
  "/ipfs/",
  "ipns://",
  "ar://",
  "https://",
  "http://",
  "data:",
  "{id}",
  "..",
  "%2e%2E",
  "\\",
  "a",
  ".",
  "/",
  "%",
  "2",
  "5",
  "e",
  "%2f",
  "%5c",
  "%25",
  "%32",
  "%65",
  "?",
  "#",
  '"',
  "'",
  "<",
  ">",
  "@",
  ":",
  "[",
  "é",
  " ",
  "\ud800",
  "QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG",
  "bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy",
];

/** How often the test decodes a URL: more often than a random URI has words. */
const MAX_DECODINGS = 20;

test("each URL is safe in a page, and stays below its gateway however often the gateway decodes the path", () => {
  const random = randomSource(SEED, "uris");
  let resolvedCount = 0;
  for (let i = 0; i < 20_000; i++) {
    const uri = Array.from({ length: random.int(1, 12) }, () => random.pick(WORDS)).join("");
    const urls = urlsOf(uri);
    if (urls.length > 0) resolvedCount++;
    for (const url of urls) {
      assert.equal(new URL(url).href, url);
      assert.ok(/^(https?:\/\/|data:)/.test(url), url);
      assert.ok(!/["'`<>\p{Cc}]/u.test(url), url);
      // The gateways are https://gw.example/a/ and https://ar.example.
      const isBelowGateway = /^https:\/\/(gw\.example\/a\/ip[fn]s\/|ar\.example\/)/.test(url);
      if (!isBelowGateway) {
        // A data: URL needs no gateway. A URI with http: or https: may resolve to the URL that its author wrote.
        assert.ok(url.startsWith("data:") || /https?:/.test(uri), `${uri} gives ${url}`);
        continue;
      }
      let decodedUrl = url;
      for (let times = 0; times < MAX_DECODINGS; times++) {
        assert.ok(!decodedUrl.split(/[/\\?#]/).includes(".."), `${uri} gives ${url}`);
        decodedUrl = percentDecode(decodedUrl);
      }
    }
  }
  assert.ok(resolvedCount > 1000, `${resolvedCount} URIs are valid`);
});

/** Decodes each percent-encoded byte to one character, even where `decodeURIComponent` would throw. */
function percentDecode(text) {
  return text.replace(/%([\da-f]{2})/gi, (_, digits) => String.fromCharCode(parseInt(digits, 16)));
}

function urlsOf(uri) {
  try {
    return resolveUri(uri, {
      id: 1,
      gateways: ["https://gw.example/a/"],
      arweaveGateways: ["https://ar.example"],
    });
  } catch (error) {
    assertRefused(error, "uri");
    return [];
  }
}
