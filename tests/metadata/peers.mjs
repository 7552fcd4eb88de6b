// `node tests/metadata/peers.mjs`: writes peers.json, which has the URL of the picture that two other libraries find in
// each document of the corpus. Installs the libraries, which run in Node.js, into .tools/metadata-peers.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { main, root, run, toolsDir } from "../../scripts/run.mjs";

const PACKAGES = { "@ensdomains/ens-avatar": "1.0.3", jsdom: "26.1.0", viem: "2.57.20" };
const FOLDER = join(toolsDir, "metadata-peers");
const CORPUS = join(root, "tests/metadata/naughty-tokens.json");
const RESULTS = join(root, "tests/metadata/peers.json");
/** Longer URLs, such as `data:` URLs with the whole picture, are cut. */
const MAX_LENGTH = 200;

async function install() {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(
    join(FOLDER, "package.json"),
    JSON.stringify({ private: true, dependencies: PACKAGES }),
  );
  await run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts"], { cwd: FOLDER });
}

/**
 * The peers. Each peer returns the URL of the picture of a document, and throws or returns nothing if it finds no
 * picture. The peers use the first of the gateways.
 */
function loadPeers(options) {
  const require = createRequire(join(FOLDER, "package.json"));
  const { utils } = require("@ensdomains/ens-avatar");
  // The functions are internal to viem, so their file is loaded by its path.
  const viem = require(join(FOLDER, "node_modules/viem/_cjs/utils/ens/avatar/utils.js"));
  const { JSDOM } = require("jsdom");
  const gateways = { ipfs: options.gateways[0], arweave: options.arweaveGateways[0] };
  return {
    "ens-avatar": (metadata) =>
      utils.getImageURI({ metadata, gateways, jsdomWindow: new JSDOM().window }),
    viem: (document) =>
      viem.resolveAvatarUri({ uri: viem.getJsonImage(document), gatewayUrls: gateways }).uri,
  };
}

/** Returns the result of a peer. `null` if the peer refuses the document or returns no text. */
function resultOf(pictureOf, document) {
  try {
    const result = pictureOf(structuredClone(document));
    return typeof result === "string" ? result.slice(0, MAX_LENGTH) : null;
  } catch {
    return null;
  }
}

await main(import.meta, async () => {
  await install();
  const { options, entries } = JSON.parse(readFileSync(CORPUS, "utf8"));
  const peers = loadPeers(options);
  const results = {};
  for (const { id, document } of entries) {
    results[id] = {};
    for (const [name, peer] of Object.entries(peers)) results[id][name] = resultOf(peer, document);
  }
  const rows = Object.entries(results).map(
    ([id, result]) => `    ${JSON.stringify(id)}: ${JSON.stringify(result)}`,
  );
  const versions = JSON.stringify(PACKAGES);
  writeFileSync(
    RESULTS,
    `{\n  "versions": ${versions},\n  "results": {\n${rows.join(",\n")}\n  }\n}\n`,
  );
});
