// What a user of a page reads when a record could not be loaded.
import type { ErrorKind } from "../generated/errors.js";

/** Sentences by the kind of an error. `docs/errors.md` has the same sentences. */
const SENTENCES: Partial<Record<ErrorKind, string>> = {
  timeout: "The service takes too long. Try again in a moment.",
  network: "No connection to the service. Check your internet connection, then try again.",
  unauthenticated: "Your key or session is not accepted. Log in again, or enter another key.",
  forbidden: "You have no access to this. Ask for permission, or use another account.",
  invalid_document: "This token exists, but it has no picture or description that can be read.",
  rate_limited: "Too many requests. Try again in a few minutes.",
  decode: "The service sent data that this app cannot read. The app may need an update.",
  internal: "This app has a defect. Try again, and tell us if it happens again.",
};

/** Returns what happened and what the user can do, for an error of a kind. */
export function failureSentence(kind: unknown): string {
  const isListed = typeof kind === "string" && Object.hasOwn(SENTENCES, kind);
  const sentence = isListed ? SENTENCES[kind as ErrorKind] : undefined;
  return sentence ?? "The service failed. Try again in a moment.";
}
