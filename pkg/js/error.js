// The error class. Rust describes a failure as a plain object; here it becomes an Error a program can catch.

const BRAND = Symbol.for("ethereal-query.error");

export class EtherealQueryError extends Error {
  constructor({ message, cause, ...fields }) {
    super(message, cause === undefined ? undefined : { cause });
    Object.assign(this, fields);
  }

  get name() {
    return "EtherealQueryError";
  }

  get [BRAND]() {
    return true;
  }

  toJSON() {
    // `cause` is no enumerable property, so it stays out.
    return { name: this.name, message: this.message, ...this };
  }
}

/** By a brand, because `instanceof` fails across realms and between two copies of the package. */
export function isEtherealQueryError(value, kind) {
  return value?.[BRAND] === true && (kind === undefined || value.kind === kind);
}

// The order in which Rust lists what it knows of a failure (`convert.rs`).
const FIELDS = [
  "cause", "kind", "code", "message", "retryable", "endpoint", "parameter", "status", "pointer", "bodySnippet",
  "serverMessage", "retryAfterMs",
];

/** What was thrown across the boundary, as an error of this package. */
export function wrap(thrown) {
  if (isEtherealQueryError(thrown)) return thrown;
  if (Array.isArray(thrown)) {
    const known = FIELDS.map((name, i) => [name, thrown[i]]).filter(([, value]) => value !== undefined);
    const fields = Object.fromEntries(known);
    fields.retryable = fields.retryable === "true";
    for (const name of ["status", "retryAfterMs"]) if (name in fields) fields[name] = Number(fields[name]);
    return new EtherealQueryError(fields);
  }
  return internal("internal", "A defect in ethereal-query: please report it with the cause.", thrown);
}

export function internal(code, message, cause) {
  return new EtherealQueryError({ kind: "internal", code, message, retryable: false, cause });
}

export function refuse(parameter, message) {
  return new EtherealQueryError({
    kind: "invalid_argument", code: "invalid_argument", message, retryable: false, parameter,
  });
}

/** Runs `work`, a call into Rust, so that whatever it throws is an error of this package. */
export function guard(work) {
  try {
    return work();
  } catch (thrown) {
    throw wrap(thrown);
  }
}

/** Runs `load`, which makes a WebAssembly instance. */
export function start(load) {
  try {
    load();
  } catch (thrown) {
    if (isEtherealQueryError(thrown)) throw thrown;
    const message = "The WebAssembly module cannot be started; a Content-Security-Policy must allow 'wasm-unsafe-eval'.";
    throw internal("init_failed", message, thrown);
  }
}
