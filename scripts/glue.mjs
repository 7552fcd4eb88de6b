// The JavaScript that wasm-bindgen writes, on its way into the bundle: shorter, and able to make more than one instance.
import { FROM } from "./split.mjs";

/** Text crosses in one step each way, without what hosts before 2021 needed (0.3 kB brotli). */
export function simpler(text) {
  const replaced = (name, parameters, body) => {
    const start = text.indexOf(`\nfunction ${name}(`);
    const end = text.indexOf("\n}\n", start);
    if (start < 0 || end < 0) throw new Error(`The glue has no function ${name} where one was expected.`);
    text = `${text.slice(0, start)}\nfunction ${name}(${parameters}) {${body}${text.slice(end + 1)}`;
  };
  // A short text in ASCII, as most are, takes longer to hand to the encoder than to write here (4 µs each in Chromium).
  replaced("passStringToWasm0", "arg, malloc", `
    let { length } = arg;
    let ptr = malloc(length, 1) >>> 0;
    let isOther = length > 999;
    const memory = getUint8ArrayMemory0();
    for (let i = 0; !isOther && i < length; i++) isOther = (memory[ptr + i] = arg.charCodeAt(i)) > 127;
    if (isOther) {
        const bytes = cachedTextEncoder.encode(arg);
        ptr = wasm.__wbindgen_realloc(ptr, length, bytes.length, 1) >>> 0;
        getUint8ArrayMemory0().set(bytes, ptr);
        length = bytes.length;
    }
    WASM_VECTOR_LEN = length;
    return ptr;
`);
  // The bytes of a body come in pieces.
  if (text.includes("function passArray8ToWasm0(")) replaced("passArray8ToWasm0", "pieces, malloc", `
    WASM_VECTOR_LEN = pieces.reduce((size, { length }) => size + length, 0);
    const ptr = malloc(WASM_VECTOR_LEN, 1) >>> 0;
    let at = ptr;
    for (const piece of pieces) {
        getUint8ArrayMemory0().set(piece, at);
        at += piece.length;
    }
    return ptr;
`);
  replaced("decodeText", "ptr, len", `
    return len ? cachedTextDecoder.decode(getUint8ArrayMemory0().subarray(ptr, ptr + len)) : "";
`);
  if (text.includes("function getDataViewMemory0(")) replaced("getDataViewMemory0", "", `
    if (cachedDataViewMemory0?.buffer !== wasm.memory.buffer) cachedDataViewMemory0 = new DataView(wasm.memory.buffer);
    return cachedDataViewMemory0;
`);
  const unused = /^(const MAX_SAFARI_DECODE_BYTES|let numBytesDecoded) = .*$/gm;
  // Methods, which are as long as functions when they are minified but for the word.
  text = text.replace(/^( +\w+): function\(/gm, "$1(");
  return text.replace(/\nif \(!\('encodeInto' in cachedTextEncoder\)\) \{[^]*?\n\}\n/, "\n").replace(unused, "")
    .replaceAll(", wasm.__wbindgen_realloc)", ")");
}

/** A function of one text that gives something or throws; the glue has one of them for every such export. */
const ASKED = /^export function (\w+)\(\w+\) \{\n    const ptr0 = (passStringToWasm0\()\w+(.*)\n(.*)\n    const ret = wasm\.\1(\([^]*?\n\})\n/gm;

/** Writes that function once, for all of `asked`. */
function once(text) {
  const asked = [];
  let body = "";
  const rest = text.replace(ASKED, (_, name, pass, allocator, length, end) => {
    const lines = [`    const ptr0 = ${pass}given${allocator}`, length, `    const ret = wasm[name]${end};`];
    const found = `const ask = (name) => (given) => {\n${lines.join("\n")}\n`;
    if (found !== (body ||= found)) throw new Error(`The glue calls ${name} in another way than others.`);
    asked.push(`${name}: ask("${name}")`);
    return "";
  });
  return { text: body + rest, asked };
}

/**
 * wasm-bindgen's module makes one instance for ever, by its own loader. As a function it makes as many as are asked for,
 * each with state of its own; `watch` may put something between the raw exports and their users. `more` adds the exports
 * of a late module, which needs those of the first as they are.
 */
export function factory(given, exports) {
  const { text, asked } = once(given);
  const end = text.indexOf("let wasmModule, wasmInstance, wasm;");
  if (end < 0) throw new Error("The glue has no loader where one was expected.");
  const names = [];
  const body = text.slice(0, end).replace(/^export (class|function) (\w+)/gm, (_, kind, name) => {
    names.push(name);
    return `${kind} ${name}`;
  });
  if (/^(export|import)\b/m.test(body)) throw new Error("The glue imports or exports in a way shrink.mjs does not know.");
  return `export function glue(module, watch) {
let wasm;
${body}
const made = (module, imports) => new WebAssembly.Instance(module, imports).exports;
const first = made(module, __wbg_get_imports());
wasm = watch(first);
wasm.${exports.get("__wbindgen_start")}();
const more = (late) => Object.assign(wasm, watch(made(late, { ${FROM}: first })));
return { ${[...names, ...asked].join(", ")}, more };
}
`;
}

/** Imports get the short names that shrink.mjs chose. */
export function rename(text, names) {
  let out = text;
  for (const [long, short] of names) {
    const places = out.split(long).length - 1;
    if (places !== 1) throw new Error(`The import ${long} stands ${places} times in the glue; once was expected.`);
    out = out.replace(long, short);
  }
  return out;
}
