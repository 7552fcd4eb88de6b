// `ethereal-query/embedded`: the service itself, in memory.
import bytes from "virtual:wasm-embedded";
import { glue } from "../wasm/embedded/ethereal_query.js";
import { guard, refuse, start } from "./error.js";
import { object } from "./values.js";

let rust;

/** A list of records as the text Rust reads. */
function text(name, list) {
  if (list === undefined || list === null) return "";
  if (typeof list === "string") return list;
  if (Array.isArray(list)) return JSON.stringify(list);
  throw refuse(name, `\`${name}\` must be an array of records, or their text with one record a line.`);
}

export class EmbeddedService {
  #rust;
  #base;

  constructor(options) {
    const { dataset, keys, basePath = "", ...rest } = object("options", options);
    const [unknown] = Object.keys(rest);
    if (unknown !== undefined) {
      throw refuse("options", `There is no option "${unknown}" here. There are: dataset, keys, basePath.`);
    }
    const { tokens, transfers, ethereals } = object("dataset", dataset);
    const lists = [text("dataset", tokens), text("dataset", transfers), text("dataset", ethereals), text("keys", keys)];
    this.#base = String(basePath).replace(/\/+$/, "");
    rust ??= start(() => glue(new WebAssembly.Module(bytes()), (exports) => exports));
    this.#rust = guard(() => new rust.EmbeddedService(...lists));
  }

  // A field, not a method: it is passed on as a plain function (`fetch: service.fetch`).
  fetch = async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    const { pathname, search } = new URL(request.url);
    const inside = pathname === this.#base || pathname.startsWith(`${this.#base}/`);
    const target = (inside ? pathname.slice(this.#base.length) : "") + search;
    const key = request.headers.get("x-api-key") ?? undefined;
    const { status, headers, body } = guard(() => this.#rust.handle(request.method, target, key));
    return new Response(body || null, { status, headers });
  };
}
