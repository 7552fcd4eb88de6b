// Standard output and standard error: data goes to the first, everything else to the second.

import { once } from "node:events";
import type { WriteStream } from "node:tty";
import { EXIT } from "./exit-code.js";
import { safe, safeJson } from "./text.js";

/** The numbers of the colours in ANSI escape sequences. */
const COLORS = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;

export type Color = keyof typeof COLORS;

/** Colours a text; returns the text unchanged where the output has no colours. */
export type Paint = (color: Color, text: string) => string;

export class Output {
  /** Whether people read standard output. */
  readonly isTerminal: boolean;
  /** Columns of standard output; `Infinity` where nothing has to be cut. */
  readonly width: number;
  readonly paint: Paint;
  readonly #stdout: WriteStream;
  readonly #stderr: WriteStream;
  readonly #secret: RegExp | undefined;

  /** `secret` is the API key. Standard error never shows it. */
  constructor(
    stdout: WriteStream,
    stderr: WriteStream,
    env: NodeJS.ProcessEnv,
    secret: string | undefined,
  ) {
    this.#stdout = stdout;
    this.#stderr = stderr;
    this.#secret = secret ? spellingsOf(secret) : undefined;
    this.isTerminal = Boolean(stdout.isTTY);
    this.width = this.isTerminal ? stdout.columns || 80 : Infinity;
    const hasColors = wantsColors(this.isTerminal, env);
    this.paint = (color, text) =>
      hasColors && text ? `\x1b[${COLORS[color]}m${text}\x1b[0m` : text;
    // A reader such as `head` may close the pipe early. That is not an error.
    stdout.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") process.exit(EXIT.success);
      this.fail(`Standard output cannot be written: ${error.message}.`);
      process.exit(EXIT.failure);
    });
    // A closed standard error does not end the program.
    stderr.on("error", () => {});
  }

  /** Writes data, and waits while the reader is slower. */
  async write(text: string): Promise<void> {
    if (!this.#stdout.write(text)) await once(this.#stdout, "drain");
  }

  /** Writes a line of data. */
  async line(text: string): Promise<void> {
    await this.write(`${text}\n`);
  }

  /** Writes a value as a line of JSON. Integers that are a `bigint` become strings of their digits. */
  async json(value: unknown): Promise<void> {
    const digits = (_: string, item: unknown): unknown =>
      typeof item === "bigint" ? item.toString() : item;
    await this.line(safeJson(JSON.stringify(value, digits)));
  }

  /** Prints a line for people on standard error. */
  note(text: string): void {
    const redacted = this.#secret ? text.replace(this.#secret, "<key>") : text;
    this.#stderr.write(`${redacted}\n`);
  }

  /** Prints the message of a failure, and each detail in a further line. Skips details that are undefined. */
  fail(message: string, ...details: (string | undefined)[]): void {
    const lines = details
      .filter((detail) => detail !== undefined)
      .map((detail) => `  ${safe(detail)}`);
    this.note([`ethereal-query: ${safe(message)}`, ...lines].join("\n"));
  }
}

/**
 * Matches a key as it is, and percent-encoded once or more often: for `a+=`, also `a%2B%3D` and `a%252B`. The `=` at
 * the end are optional: if the user passes the key as an option, an error message may show the text before the `=`.
 */
function spellingsOf(key: string): RegExp {
  // A key of only `=` keeps one `=`, because an empty pattern would match everywhere.
  const withoutFinalEquals = key.replace(/=+$/, "") || "=";
  const patterns = Array.from(withoutFinalEquals, (letter) => {
    const code = letter.charCodeAt(0).toString(16).padStart(2, "0");
    // For `+`, this is `(?:\u{2b}|%(?:25)*2b)`: the letter, or `%` and its code. Each further percent-encoding of the
    // key writes `%25` instead of `%`.
    return `(?:\\u{${code}}|%(?:25)*${code})`;
  });
  return new RegExp(`${patterns.join("")}(?:=|%(?:25)*3d)*`, "giu");
}

/** FORCE_COLOR comes before NO_COLOR, as in Node.js; see https://force-color.org and https://no-color.org. */
function wantsColors(isTerminal: boolean, env: NodeJS.ProcessEnv): boolean {
  if (env.FORCE_COLOR !== undefined) return !["0", "false"].includes(env.FORCE_COLOR);
  return isTerminal && !env.NO_COLOR && env.TERM !== "dumb";
}
