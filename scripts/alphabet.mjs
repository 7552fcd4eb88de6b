// `npm run alphabet -- MINUTES`: looks for an alphabet for scripts/inline.mjs that compresses better, by trying whether the
// four calls get smaller when two bytes swap their characters. Compressors expect of a character what text has after
// such a character; so it matters which bytes are letters, digits or punctuation. Needs what `npm run build` leaves.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { transformSync } from "esbuild";
import { ALPHABET, ALPHABET_FILE, encode } from "./inline.mjs";
import { Stop, main, root } from "./run.mjs";

const at = (...path) => join(root, "pkg", ...path);

async function search() {
  const minutes = Number(process.argv[2] ?? 5);
  if (!(minutes > 0)) throw new Stop("Say for how many minutes to look: a number above 0.");
  const wasm = readFileSync(at("wasm", "client", "ethereal_query_bg.wasm"));
  const script = readFileSync(at("wasm", "client", "ethereal_query.js"), "utf8");
  const before = transformSync(script, { minify: true, charset: "utf8" }).code;
  const weigh = (alphabet) => brotliCompressSync(before + encode(wasm, alphabet)).length;
  const alphabet = [...ALPHABET];
  const first = weigh(alphabet);
  let best = first;
  for (const end = Date.now() + minutes * 60_000; Date.now() < end; ) {
    const [a, b] = [0, 0].map(() => Math.floor(Math.random() * alphabet.length));
    const swap = () => ([alphabet[a], alphabet[b]] = [alphabet[b], alphabet[a]]);
    swap();
    const weight = weigh(alphabet);
    if (weight > best) swap();
    else best = weight;
  }
  writeFileSync(ALPHABET_FILE, `${JSON.stringify(alphabet.join(""))}\n`);
  console.log(`${first} bytes before, ${best} now: ${ALPHABET_FILE} has the new alphabet.`);
}

await main(import.meta, search);
