// Tokens: those of the shared collections with generated pictures, then those of unusual-tokens.mjs.
import { ART, PALETTES } from "./art.mjs";
import { COLLECTIONS } from "./collections.mjs";
import { unusualTokens } from "./unusual-tokens.mjs";
import { contentId, randomSource } from "./random.mjs";

const PER_COLLECTION = 6;
const MOODS = ["Calm", "Restless", "Dreaming", "Lost", "Radiant"];

/** Returns the URI of an image: on IPFS, or as a data URL in one of two encodings. */
const IMAGE_URIS = {
  ipfs: (svg, pictures) => {
    const cid = contentId(svg);
    pictures.push({ cid, svg });
    return `ipfs://${cid}`;
  },
  base64: (svg) => `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`,
  percent: (svg) => `data:image/svg+xml,${encodeURIComponent(svg).replaceAll("%20", " ").replaceAll("%3D", "=").replaceAll("%2F", "/")}`,
};

/** The URI of the document. No service loads it, because the seed has the text. */
function uriOf(document, stored) {
  if (stored === "base64") return `data:application/json;base64,${Buffer.from(document).toString("base64")}`;
  return `ipfs://${contentId(document)}`;
}

function artToken(random, collection, number, pictures) {
  const palette = random.pick(Object.keys(PALETTES));
  const stored = ["ipfs", "base64", "ipfs", "percent", "ipfs", "ipfs"][number % PER_COLLECTION];
  const image = IMAGE_URIS[stored](ART[collection.art](random, PALETTES[palette]), pictures);
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
    uri: uriOf(document, stored),
    document,
  };
}

/** The token rows, and the pictures on IPFS that they refer to. */
export function tokens() {
  const random = randomSource("tokens");
  const pictures = [];
  const rows = COLLECTIONS.flatMap((collection) =>
    Array.from({ length: PER_COLLECTION }, (_, i) => artToken(random, collection, i + 1, pictures)));
  rows.push(...unusualTokens(random, { store: (kind, svg) => IMAGE_URIS[kind](svg, pictures) }));
  return { rows, pictures };
}
