// What can be read of an error, of hooks' arguments, of a client, and of the console.
import { inspect } from "node:util";

const everything = {
  depth: Infinity, showHidden: true, getters: true, maxArrayLength: Infinity, maxStringLength: Infinity,
};

/** A JSON text, also of what holds itself. */
function json(value) {
  const seen = new Set();
  return JSON.stringify(value, (_, inner) => {
    if (typeof inner === "bigint") return String(inner);
    if (typeof inner !== "object" || inner === null) return inner;
    if (seen.has(inner)) return "(again)";
    seen.add(inner);
    return inner;
  }) ?? "";
}

/** Adds [name, text] pairs to `artefacts`. */
export function collect(artefacts, name, { error, events, client }) {
  const add = (what, text) => artefacts.push([`${what} of ${name}`, String(text)]);
  for (const event of events) {
    add("hook as JSON", json(event));
    add("hook", inspect(event, everything));
  }
  if (client) {
    add("client", inspect(client, everything));
    add("client as JSON", json(client));
    add("list", inspect(client.ethereals(), everything));
    add("iterator", inspect(client.ethereals().pages(), everything));
  }
  if (!error) return;
  add("message", error.message);
  add("stack", error.stack);
  add("text", error);
  add("JSON", json(error));
  add("inspection", inspect(error, everything));
  add("cause", inspect(error.cause, everything));
  add("fields", Reflect.ownKeys(error).map((key) => `${String(key)}: ${inspect(error[key], everything)}`).join("\n"));
  if (error.toCurl) add("toCurl()", error.toCurl());
}

/** Keeps what is printed or warned of until `stop`. */
export function watchConsole() {
  const said = [];
  const kept = {};
  const note = (...values) => said.push(inspect(values, everything));
  for (const name of ["log", "info", "warn", "error", "debug", "trace", "dir", "table"]) {
    kept[name] = console[name];
    console[name] = note;
  }
  process.on("warning", note);
  return {
    stop() {
      Object.assign(console, kept);
      process.off("warning", note);
      return said;
    },
  };
}
