// Token metadata: generated pictures for every shared collection, then the documents of odd-tokens.mjs.
import { ART, PALETTES } from "./art.mjs";
import { COLLECTIONS } from "./collections.mjs";
import { oddTokens } from "./odd-tokens.mjs";
import { contentId, stream } from "./random.mjs";

const PER_COLLECTION = 6;
const MOODS = ["Calm", "Restless", "Dreaming", "Lost", "Radiant"];

/** Ways an image is stored: in the document itself (two encodings) or by content id. */
const STORE = {
  ipfs: (svg, files) => {
    const cid = contentId(svg);
    files.set(cid, svg);
    return `ipfs://${cid}`;
  },
  base64: (svg) => `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`,
  percent: (svg) => `data:image/svg+xml,${encodeURIComponent(svg).replaceAll("%20", " ").replaceAll("%3D", "=").replaceAll("%2F", "/")}`,
};

/** Where the document itself is said to live; the service never fetches it, `document` is the text it gives. */
function uriOf(document, stored) {
  if (stored === "base64") return `data:application/json;base64,${Buffer.from(document).toString("base64")}`;
  return `ipfs://${contentId(document)}`;
}

function artToken(random, collection, number, files) {
  const palette = random.pick(Object.keys(PALETTES));
  const stored = ["ipfs", "base64", "ipfs", "percent", "ipfs", "ipfs"][number % PER_COLLECTION];
  const image = STORE[stored](ART[collection.art](random, PALETTES[palette]), files);
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

/** The token rows and the image files that they refer to (name → content). */
export function tokens() {
  const random = stream("tokens");
  const files = new Map();
  const rows = COLLECTIONS.flatMap((collection) =>
    Array.from({ length: PER_COLLECTION }, (_, i) => artToken(random, collection, i + 1, files)));
  rows.push(...oddTokens(random, { store: (kind, svg) => STORE[kind](svg, files) }));
  return { rows, files };
}
