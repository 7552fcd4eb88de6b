/** What can fail, by the numbers that `broken` of `src/wasm/host.rs` knows; the first is no failure, the last any other. */
export const WORDS = ["", "timeout", "aborted", "large", "redirect", "network"];

/** A failure as one of the words, and what is behind it. */
export class Fault {
  constructor(word, cause) {
    this.word = word;
    this.cause = cause;
  }

  /** What was thrown on the way; Node names a refused redirect, browsers tell nothing apart. */
  static of(thrown) {
    let why;
    try {
      if (thrown instanceof Fault) return thrown;
      why = thrown?.cause?.message;
    } catch {
      // Whatever the host program threw may throw again.
    }
    return new Fault(typeof why === "string" && why.includes("redirect") ? "redirect" : "network", thrown);
  }
}
