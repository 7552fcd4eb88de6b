// Starts a program in a sandboxed frame. The frame has a separate origin, so the page loads the files that the frame
// needs, and sends the texts of the files to the frame.
import { MODULES, SEED, modulesFor } from "./modules.mjs";

const texts = new Map();

async function fetchText(url) {
  const response = await fetch(url);
  if (!response.ok)
    throw new Error(`${url} has status ${response.status}. Expected 200: reload the page.`);
  return response.text();
}

/** Returns the text of a file of the site. Loads each file once, but loads a file again if the last load failed. */
function loadText(url) {
  if (texts.has(url)) return texts.get(url);
  const text = fetchText(url);
  text.catch(() => texts.delete(url));
  texts.set(url, text);
  return text;
}

/** Loads the files of an object from name to URL. Returns an object from name to text. */
async function loadTexts(urls) {
  const entries = Object.entries(urls).map(async ([name, url]) => [name, await loadText(url)]);
  return Object.fromEntries(await Promise.all(entries));
}

/**
 * The policy of the frame. The frame runs its scripts and shows their images, but cannot load anything. The policy of
 * the page (`frame-src` in config.mjs) stops the frame from navigating to another address.
 */
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline' blob: 'wasm-unsafe-eval'; style-src 'unsafe-inline'; " +
  "img-src data: blob:";

/** Returns the document of the frame, with the text of its script. */
function frameDocument(script) {
  const meta = `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`;
  return (
    `<!doctype html><html lang="en"><head><title>The program</title>${meta}</head>` +
    `<body style="margin: 0"><script>${script}</script></body></html>`
  );
}

/**
 * Runs a program in a new frame, which it appends to `parent`. Returns a function that ends the program.
 * - `base`: the path of the site.
 * - `failure`: the argument of `failNext` of the service.
 * - `fault`: the id of a failure of faults.mjs.
 * - `onEvent(type, event)`: gets the events of frame.mjs except `resize`, and `leave` when the program leaves its page.
 */
export async function startProgram(program, { parent, base, failure, fault, onEvent }) {
  const moduleUrls = Object.fromEntries(
    modulesFor(program).map((name) => [name, `${base}run/${MODULES[name]}.js`]),
  );
  const seedUrls = Object.fromEntries(
    Object.entries(SEED).map(([name, file]) => [name, `${base}demo/seed/${file}`]),
  );
  const [script, modules, seed] = await Promise.all([
    loadText(`${base}run/frame.js`),
    loadTexts(moduleUrls),
    loadTexts(seedUrls),
  ]);
  const frame = document.createElement("iframe");
  frame.title = "What the program shows";
  frame.sandbox = "allow-scripts";
  frame.srcdoc = frameDocument(script);
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data: { type, ...event } }) => {
    if (type === "resize") frame.style.height = `${event.height}px`;
    else onEvent(type, event);
  };
  const begin = () => {
    frame.contentWindow.postMessage({ program, modules, seed, failure, fault }, "*", [port2]);
    // A second load is a navigation by the program.
    frame.addEventListener("load", () => onEvent("leave"), { once: true });
  };
  frame.addEventListener("load", begin, { once: true });
  parent.append(frame);
  return () => {
    port1.close();
    frame.remove();
  };
}
