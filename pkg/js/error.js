// The error class. Rust describes a failure as text; here it becomes an Error a program can catch.

const BRAND = Symbol.for("ethereal-query.error");

export class EtherealQueryError extends Error {
  // Minifiers rename classes; a console shows this.
  static name = "EtherealQueryError";

  constructor({ message, cause, ...fields }) {
    super(message, cause === undefined ? undefined : { cause });
    for (const name in fields) if (fields[name] !== undefined) this[name] = fields[name];
  }

  get name() {
    return "EtherealQueryError";
  }

  get [BRAND]() {
    return true;
  }

  /** The request for a shell, to reproduce the failure with; the key is to be filled in. */
  toCurl() {
    if (!this.url) return undefined;
    const key = this.endpoint.startsWith("GET /tokens/") ? "" : `-H 'x-api-key: <key>' `;
    return `curl ${key}'${this.url.replaceAll("'", "%27")}'`;
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
  "kind", "code", "message", "retryable", "endpoint", "parameter", "status", "retryAfterMs", "gaveUp", "serverMessage",
  "pointer", "bodySnippet",
];

/** The fields of a failure Rust describes. */
export function fieldsOf(text) {
  const values = text.split("\0");
  // The last one may hold the separator.
  values.push(values.splice(FIELDS.length - 1).join("\0"));
  const known = FIELDS.map((name, i) => [name, values[i]]).filter(([, value]) => value);
  const fields = { ...Object.fromEntries(known), retryable: values[3] === "1" };
  for (const name of ["status", "retryAfterMs"]) if (name in fields) fields[name] = Number(fields[name]);
  // A pointer is marked, because the empty one is the whole body; what has one has a body, which may be empty.
  if (fields.pointer) Object.assign(fields, { pointer: fields.pointer.slice(1), bodySnippet: values[11] });
  return fields;
}

/** What a call ended with, or Rust threw, as an error of this package. */
export function wrap(thrown) {
  if (isEtherealQueryError(thrown)) return thrown;
  if (typeof thrown === "string") return new EtherealQueryError(fieldsOf(thrown));
  if (thrown?.kind) return new EtherealQueryError(thrown);
  return internal("internal", "A defect in ethereal-query: please report it with the cause.", thrown);
}

export function internal(code, message, cause) {
  return new EtherealQueryError({ kind: "internal", code, message, retryable: false, cause });
}

export function refuse(parameter, message, code = "invalid_argument", cause) {
  return new EtherealQueryError({ kind: "invalid_argument", code, message, retryable: false, parameter, cause });
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
    return load();
  } catch (thrown) {
    if (isEtherealQueryError(thrown)) throw thrown;
    // A policy says so itself, and it is not the only reason: a test environment may lack a part of the platform.
    const advice = "A Content-Security-Policy must allow 'wasm-unsafe-eval'.";
    throw internal("init_failed", `The WebAssembly module cannot be started (${thrown}). ${advice}`, thrown);
  }
}
