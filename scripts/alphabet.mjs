// `npm run alphabet -- MINUTES`: looks for an alphabet for scripts/inline.mjs that compresses better, by trying whether the
// four calls get smaller when two bytes swap their characters. Compressors expect of a character what text has after
// such a character; so it matters which bytes are letters, digits or punctuation. Needs what `npm run build` leaves. Build
// and weigh afterwards: the minifier names things by the characters it sees, so the bundle may gain less, or even lose.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { ALPHABET, ALPHABET_FILE, encode } from "./inline.mjs";
import { Stop, main, root } from "./run.mjs";
import { CALLS, contentOf } from "./size.mjs";

async function search() {
  const minutes = Number(process.argv[2] ?? 5);
  if (!(minutes > 0)) throw new Stop("Say for how many minutes to look: a number above 0.");
  const wasm = readFileSync(join(root, "pkg", "wasm", "client", "ethereal_query_bg.wasm"));
  const parts = contentOf(CALLS.index).toString().split(encode(wasm));
  if (parts.length !== 2) throw new Stop("pkg/dist has another module: run `npm run build`.");
  const weigh = (alphabet) => {
    const [before, after] = parts.map((part) => part.replace(ALPHABET, () => alphabet.join("")));
    return brotliCompressSync(before + encode(wasm, alphabet) + after).length;
  };
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
