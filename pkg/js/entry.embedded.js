// `ethereal-query/embedded`: the service itself, in memory.
import { first } from "virtual:wasm-embedded";
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

/** The members of an object, of which there may be no others. */
function members(name, value, names, what) {
  const given = object(name, value);
  const unknown = Object.keys(given).find((key) => !names.includes(key));
  if (unknown === undefined) return given;
  throw refuse(name, `There is no ${what} "${unknown}" here. There are: ${names.join(", ")}.`);
}

const LISTS = ["tokens", "transfers", "ethereals"];

function texts(dataset) {
  const lists = members("dataset", dataset, LISTS, "list");
  return LISTS.map((name) => text("dataset", lists[name]));
}

export class EmbeddedService {
  #rust;
  #base;

  constructor(options) {
    const { dataset, keys, basePath } = members("options", options, ["dataset", "keys", "basePath"], "option");
    const lists = [...texts(dataset), text("keys", keys)];
    this.#base = String(basePath ?? "").replace(/\/+$/, "");
    rust ??= start(() => glue(first(), (exports) => exports));
    this.#rust = guard(() => new rust.EmbeddedService(...lists));
  }

  update(dataset) {
    const lists = texts(dataset);
    guard(() => this.#rust.update(...lists));
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
