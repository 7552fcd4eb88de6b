// Collects the texts that a program can read of an error, of hook events, of a client and of the console.
import { inspect } from "node:util";

const everything = {
  depth: Infinity, showHidden: true, getters: true, maxArrayLength: Infinity, maxStringLength: Infinity,
};

/** JSON text. Writes a repeated or circular object as "(again)". */
function json(value) {
  const objects = new Set();
  return JSON.stringify(value, (_, inner) => {
    if (typeof inner === "bigint") return String(inner);
    if (typeof inner !== "object" || inner === null) return inner;
    if (objects.has(inner)) return "(again)";
    objects.add(inner);
    return inner;
  }) ?? "";
}

/** Adds [name, text] pairs to `texts`. */
export function collectTexts(texts, name, { error, events, client }) {
  const add = (what, text) => texts.push([`${what} of ${name}`, String(text)]);
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

/** Collects console output and warnings until `stop`. */
export function captureConsole() {
  const printed = [];
  const originals = {};
  const note = (...values) => printed.push(inspect(values, everything));
  for (const name of ["log", "info", "warn", "error", "debug", "trace", "dir", "table"]) {
    originals[name] = console[name];
    console[name] = note;
  }
  process.on("warning", note);
  return {
    stop() {
      Object.assign(console, originals);
      process.off("warning", note);
      return printed;
    },
  };
}
