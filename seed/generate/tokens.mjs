// Generates the tokens of the sample data. The first tokens belong to `COLLECTIONS` and have generated
// pictures. The others are unusual: most of their documents are literal texts, not made by
// JSON.stringify, because their exact bytes matter.
import { ART, PALETTES } from "./art.mjs";
import { randomSource, contentId } from "./random.mjs";

const collectionRandom = randomSource("collections");

/**
 * The collections. Their contracts are also source contracts of ethereals. `chainId`: the chain of
 * the tokens. `extraChains`: chains on which the contract has the same address. `art`: the function
 * of `ART` that draws the pictures.
 */
export const COLLECTIONS = [
  { name: "Ethereal Trees", symbol: "ETREE", chainId: 1, extraChains: [], art: "tree" },
  { name: "Orbit Atlas", symbol: "ORBIT", chainId: 8453, extraChains: [1, 42161], art: "orbit" },
  { name: "Woven Tiles", symbol: "WOVEN", chainId: 42161, extraChains: [], art: "tiles" },
  { name: "Far Ridges", symbol: "RIDGE", chainId: 10, extraChains: [8453], art: "ridges" },
  { name: "Paper Rosettes", symbol: "ROSE", chainId: 137, extraChains: [], art: "rosette" },
  { name: "Signal Lines", symbol: "SIGNL", chainId: 11155111, extraChains: [84532], art: "signal" },
  { name: "Pocket Constellations", symbol: "STARS", chainId: 8453, extraChains: [], art: "stars" },
].map((collection) => ({ ...collection, address: collectionRandom.address() }));

/** The child chain of `transfers.mjs`. */
const EDITIONS_CHAIN = 45513;
const MAX_ID = ((1n << 256n) - 1n).toString();

/**
 * Multi-edition tokens of one contract: `{id}` in the URI, numbers and nested values in the document.
 * The id 314592 is the example in ERC-1155. `imageUri(kind, svg)` returns the URI of a picture;
 * IMAGE_URIS has the kinds.
 */
function editions(random, imageUri, address) {
  const uri = "https://metadata.example/editions/{id}.json";
  const picture = (art, palette) => imageUri("ipfs", ART[art](random, PALETTES[palette]));
  const rows = [
    [
      "0",
      JSON.stringify({
        decimals: 0,
        name: "Lantern ticket",
        description: "Edition of many.",
        image: picture("rosette", "Tide"),
        properties: {
          rarity: { tier: "common", weight: 0.75 },
          season: 1,
          tags: ["ticket", "light"],
        },
      }),
    ],
    [
      "255",
      JSON.stringify({
        name: "Harbor pass",
        image: picture("ridges", "Frost"),
        decimals: 18,
        attributes: [
          { trait_type: "Uses", value: 3 },
          { trait_type: "Transferable", value: true },
          { trait_type: "Discount", value: 0.125 },
        ],
      }),
    ],
    // The large numbers are beyond 2^53 on purpose: a program that reads a number as a double changes
    // the digits.
    [
      "314592",
      '{"name":"Sack of grain","image":' +
        JSON.stringify(imageUri("percent", ART.tiles(random, PALETTES.Clay))) +
        ',"supply":123456789012345678901234567890,"attributes":[{"trait_type":"Grains","value":9007199254740993},{"trait_type":"Debt","value":-9007199254740993}]}',
    ],
    [
      MAX_ID,
      '{"name":"The last id","description":"Its id is 2^256 - 1.","image":' +
        JSON.stringify(picture("orbit", "Bloom")) +
        "}",
    ],
  ];
  return rows.map(([id, document]) => ({
    chainId: EDITIONS_CHAIN,
    address,
    id,
    standard: "ERC1155",
    uri,
    document,
  }));
}

/** Exact texts whose form must survive: spaces, key order, repeated keys, escapes, other scripts. */
function exactTexts(random, imageUri) {
  const picture = (art, palette) =>
    JSON.stringify(imageUri("ipfs", ART[art](random, PALETTES[palette])));
  return [
    // Indented by hand, with a tab, two spaces after a colon and a final newline.
    `{\n  "name" :  "Kept as it is",\n\t"image": ${picture("stars", "Frost")},\n  "attributes": [\n    { "value": "four spaces",   "trait_type": "Indent" }\n  ]\n}\n`,
    // Keys that look like integers and come in falling order, image before name, attributes first.
    `{"attributes":[{"value":"last first","trait_type":"Order"}],"10":"ten","2":"two","image":${picture("tiles", "Moss")},"1":"one","name":"Order of keys"}`,
    // Unicode: combining marks, right to left, astral characters, an escape, and a nested object as a trait value.
    `{"name":"Zoë 𝕰thereal — 樹木 🌳 عربي","description":"caf\\u00e9 \\ud83c\\udf33 na\u0308ive","image":${picture("tree", "Moss")},"attributes":[{"trait_type":"言語","value":"日本語"},{"trait_type":"Nested","value":{"depth":{"depth":[1,2,{"end":null}]}}}]}`,
    // No image at all, no attributes: only text.
    '{"name":"Words only","description":"This token has no picture."}',
    // Attributes as an object instead of an array, and an empty image.
    '{"name":"Object traits","image":"","attributes":{"Color":"teal","Level":7,"Awake":false,"Nothing":null}}',
    // A repeated key (the last one wins when parsed) and a lone surrogate in an escape.
    `{"name":"first","name":"Twice named \\ud83d","image":${picture("signal", "Dusk")}}`,
  ];
}

/** Text that tries to break out of a page. It is data: a page must show it as text. */
function hostile(imageUri) {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200"><rect width="200" height="200" fill="#3b0d11"/>' +
    '<path d="M100 40l62 108H38Z" fill="#f7b32b"/><path d="M100 78v36m0 14v6" stroke="#3b0d11" stroke-width="10"/><script>alert(1)</script></svg>';
  return JSON.stringify({
    // Without the brackets, `__proto__` would set the prototype.
    ["__proto__"]: { polluted: true },
    name: "<script>alert('name')</script>",
    // A template engine would compute 7*7. U+202E shows the text after it from right to left.
    description: '"><img src=x onerror=alert(1)> ${7*7} {{7*7}} \u202egnirts desrever',
    image: imageUri("base64", svg),
    external_url: "javascript:alert(document.domain)",
    attributes: [
      { trait_type: "<b>bold</b>", value: "</td></tr><script>alert(2)</script>" },
      { trait_type: "constructor", value: "toString" },
    ],
  });
}

function unusualTokens(random, imageUri) {
  const [editionsAddress, address] = [random.address(), random.address()];
  const texts = [...exactTexts(random, imageUri), hostile(imageUri)];
  const rows = texts.map((document, i) => ({
    // The two chains alternate.
    chainId: i % 2 === 0 ? 1 : 84532,
    address,
    id: String(i + 1),
    standard: "ERC721",
    uri: `ipfs://${contentId(document)}`,
    document,
  }));
  return [...editions(random, imageUri, editionsAddress), ...rows];
}

/**
 * The kind of the image URI of each token of a collection; IMAGE_URIS has the kinds. Ids begin at 1.
 * The index is the id modulo the number of tokens, so the first entry belongs to the last token.
 */
const URI_KINDS = ["ipfs", "base64", "ipfs", "percent", "ipfs", "ipfs"];
const PER_COLLECTION = URI_KINDS.length;
const MOODS = ["Calm", "Restless", "Dreaming", "Lost", "Radiant"];

/**
 * Functions that return the URI of an image: on IPFS, or as a data URL in one of two encodings.
 * `ipfs` also adds the image to `pictures`.
 */
const IMAGE_URIS = {
  ipfs: (svg, pictures) => {
    const cid = contentId(svg);
    pictures.push({ cid, svg });
    return `ipfs://${cid}`;
  },
  base64: (svg) => `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`,
  // Spaces, "=" and "/" stay as they are.
  percent: (svg) =>
    `data:image/svg+xml,${encodeURIComponent(svg).replaceAll("%20", " ").replaceAll("%3D", "=").replaceAll("%2F", "/")}`,
};

/**
 * The URI of a document: a data URL if the kind of the image URI is `base64`, otherwise on IPFS. No
 * service loads the URI, because the sample data has the text of the document.
 */
function documentUri(document, uriKind) {
  if (uriKind === "base64")
    return `data:application/json;base64,${Buffer.from(document).toString("base64")}`;
  return `ipfs://${contentId(document)}`;
}

function artToken(random, collection, number, pictures) {
  const palette = random.pick(Object.keys(PALETTES));
  const uriKind = URI_KINDS[number % PER_COLLECTION];
  const svg = ART[collection.art](random, PALETTES[palette]);
  const image = IMAGE_URIS[uriKind](svg, pictures);
  const document = JSON.stringify({
    name: `${collection.name} #${number}`,
    description: `Number ${number} of a synthetic sample collection. Drawn by a script.`,
    image,
    attributes: [
      { trait_type: "Palette", value: palette },
      { trait_type: "Mood", value: random.pick(MOODS) },
      { trait_type: "Size", value: ["Small", "Medium", "Large"][random.int(0, 2)] },
      { trait_type: "Energy", value: random.int(1, 100), display_type: "number" },
      { trait_type: "First edition", value: random.chance(0.3) },
    ],
  });
  return {
    chainId: collection.chainId,
    address: collection.address,
    id: String(number),
    standard: "ERC721",
    uri: documentUri(document, uriKind),
    document,
  };
}

/** The token rows, and the pictures on IPFS that they refer to. */
export function tokens() {
  const random = randomSource("tokens");
  const pictures = [];
  const rows = COLLECTIONS.flatMap((collection) =>
    Array.from({ length: PER_COLLECTION }, (_, i) => artToken(random, collection, i + 1, pictures)),
  );
  const imageUri = (kind, svg) => IMAGE_URIS[kind](svg, pictures);
  rows.push(...unusualTokens(random, imageUri));
  return { rows, pictures };
}
