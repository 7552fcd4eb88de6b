// The one WebAssembly instance: made at first use, and anew after one that broke. The exports keep nothing but
// the calls under way: those of a broken one are told, and the next call notices nothing.

import { glue } from "../wasm/client/ethereal_query.js";
import { internal, start } from "./error.js";

let load;
let current;

/** Names what gives the compiled module; it may throw when there is none yet. */
export function use(loader) {
  load = loader;
}

/** `rust`, the exports, and `pending`, the functions to call with an error should the instance break. */
export function instance() {
  return (current ??= start(make));
}

/** The exports with those of a late module, which `load` gives: it comes with the functions that need it alone. */
export function more(load) {
  const { rust, late } = instance();
  if (!late.has(load)) start(() => rust.more(load()));
  late.add(load);
  return rust;
}

function make() {
  const pending = new Set();
  const made = { pending, late: new Set() };
  let error;
  const broken = (cause) => {
    error = internal("internal", "The WebAssembly module broke (a defect: please report it); the next call works.", cause);
    if (current === made) current = undefined;
    for (const tell of pending) tell(error);
  };
  // A trap (a panic of Rust, an exhausted stack or memory) leaves an instance that must not be entered again.
  const watched = (run) => (...given) => {
    try {
      if (!error) return run(...given);
    } catch (thrown) {
      broken(thrown);
    }
    throw error;
  };
  made.rust = glue(load(), (exports) => {
    const entries = Object.entries(exports);
    return Object.fromEntries(entries.map(([name, it]) => [name, typeof it === "function" ? watched(it) : it]));
  });
  return made;
}
