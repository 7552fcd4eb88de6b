// Starts a program in a sandboxed frame, and loads what the frame needs. The frame has an origin of its own, so the page
// loads the files and sends their texts.
import { MODULES, modulesFor } from "./modules.mjs";

const SEED = {
  keys: "keys.json",
  tokens: "tokens.ndjson",
  transfers: "transfers.ndjson",
  ethereals: "ethereals.ndjson",
};

const texts = new Map();

/** The text of a file of the site. It is loaded once; a failure is not kept. */
function loadText(url) {
  const load = async () => {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url} has status ${response.status}. Expected 200: reload the page.`);
    return response.text();
  };
  if (!texts.has(url))
    texts.set(
      url,
      load().catch((error) => (texts.delete(url), Promise.reject(error))),
    );
  return texts.get(url);
}

const loadAll = async (urls) => {
  const entries = Object.entries(urls).map(async ([name, url]) => [name, await loadText(url)]);
  return Object.fromEntries(await Promise.all(entries));
};

/** The policy of the frame: it runs its scripts and shows what they make, and sends no request. */
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline' blob: 'wasm-unsafe-eval'; style-src 'unsafe-inline'; img-src data: blob:";

/** The document of the frame, with the text of its script. */
function frameDocument(script) {
  const head = `<title>The program</title><meta http-equiv="Content-Security-Policy" content="${POLICY}">`;
  return `<!doctype html><html lang="en"><head>${head}</head><body style="margin: 0"><script>${script}</${"script"}></body></html>`;
}

/**
 * Runs a program in a new frame, which it appends to `parent`. `base` is the path of the site. `onEvent` gets the events
 * of frame.mjs. Returns the frame; when the caller removes it, the program ends.
 */
export async function startProgram(program, { parent, base, failure, onEvent }) {
  const urls = (names) => Object.fromEntries(names.map((name) => [name, `${base}run/${MODULES[name]}.js`]));
  const seedUrls = Object.fromEntries(Object.entries(SEED).map(([name, file]) => [name, `${base}demo/seed/${file}`]));
  const [script, modules, seed] = await Promise.all([
    loadText(`${base}run/frame.js`),
    loadAll(urls(modulesFor(program))),
    loadAll(seedUrls),
  ]);
  const frame = document.createElement("iframe");
  frame.title = "What the program shows";
  frame.sandbox = "allow-scripts";
  frame.srcdoc = frameDocument(script);
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => onEvent(data);
  frame.onload = () => frame.contentWindow.postMessage({ program, modules, seed, failure }, "*", [port2]);
  parent.append(frame);
  return frame;
}
