// One call on its way: what Rust cannot do itself. Rust decides; this fetches, reads, waits, and notes what happened.
// Nothing here throws into Rust: what `send` and `wait` came to, `resume` and `failure` tell it.

import { abandon, body, head, sizeOf } from "./answer.js";
import { fieldsOf } from "./error.js";
import { Fault, WORDS } from "./fault.js";
import { text } from "./values.js";

export class Exchange {
  // All fields are here from the start, so that all exchanges have one shape.
  client;
  about;
  keyed;
  isOpen;
  /** Its end, how it comes to it, and what is to be done then, before anybody hears of it. */
  done;
  succeed;
  fail;
  over;
  /** Status and headers of the last answer, and the bytes of its body in pieces. */
  status = 0;
  headers;
  pieces = [];
  /** What the request is made with, once Rust has found it usable. */
  key;
  /** Goes on when what Rust asked for has come. */
  resume;
  /** What failed last, as a place in `WORDS`, and what is behind it, which no text can hold. */
  failure = 0;
  cause;
  /** The timeline: one entry for each attempt. */
  attempts = [];
  /** How many wait for its end. */
  callers = 0;
  // A clock may give whole numbers, which V8 keeps in another shape of object than others, unless one of those was first.
  #started = 0.5;
  #controller;
  #request;
  #stop;
  #cancelled = false;
  #expired = false;

  /**
   * @param client what the calls of a client share: `fetch`, `tokens`, `hooks`, `room`
   * @param about endpoint and URL
   * @param isOpen when the answer is wanted as bytes with the places of its records, and not as text, an object: `begin`
   * and `feed`, if it has them, hear of a body that comes, and of each piece of it
   *
   * Without arguments: one that only has the shape.
   */
  constructor(client, about, keyed, isOpen) {
    if (!client) return;
    this.#started = performance.now();
    this.client = client;
    this.about = about;
    this.keyed = keyed;
    this.isOpen = isOpen;
    this.done = new Promise((resolve, reject) => {
      this.succeed = (json, place, rows, tagged, cursor) => {
        const { status, headers, pieces: [bytes = new Uint8Array()] } = this;
        // What Rust shows lies in its memory: to be taken at once. Of a large page, a copy takes longer than the checks.
        const own = () => (place < 0 ? json.slice() : bytes.subarray(place, place + json.length));
        const taken = isOpen ? { json: own(), rows: new Uint32Array(rows.slice().buffer) } : { text: text(json) };
        this.over();
        resolve({ ...taken, tagged, cursor, status, headers, bytes });
      };
      this.fail = (failure) => {
        this.over();
        reject(typeof failure === "string" ? { ...fieldsOf(failure), ...this.story() } : failure);
      };
    });
  }

  /** What an error tells of it besides what Rust knows. */
  story() {
    const { about, requestId, cause } = this;
    const elapsedMs = performance.now() - this.#started;
    // The last one may be under way.
    const attempts = this.attempts.map((attempt) => ({ elapsedMs: elapsedMs - attempt.startedMs, ...attempt }));
    return { ...about, elapsedMs, attempts, requestId, cause };
  }

  /** The deadline has passed before anything could be sent. */
  expire() {
    this.#expired = true;
  }

  /** Ends it, wherever it is: no request follows. */
  cancel() {
    this.#cancelled = true;
    this.#stop?.("aborted");
  }

  get budget() {
    return this.client.tokens;
  }

  set budget(tokens) {
    this.client.tokens = tokens;
  }

  get retryAfter() {
    return this.#header("retry-after");
  }

  get requestId() {
    return this.#header("x-request-id");
  }

  get watchesDrift() {
    return this.client.hooks.onDrift !== undefined;
  }

  drift(pointer, expected, found) {
    this.#hook("onDrift", () => ({ pointer, expected, found }));
  }

  now() {
    return this.#expired ? Infinity : performance.now() - this.#started;
  }

  date() {
    return Date.now();
  }

  chance() {
    return Math.random() * 2 ** 32;
  }

  /** What a request is made with. */
  init(strict) {
    const key = this.keyed ? this.key : undefined;
    const { signal } = (this.#controller = new AbortController());
    return {
      signal,
      headers: key && { "x-api-key": key },
      // A followed redirect would carry the key to wherever it points.
      redirect: key && (strict ? "error" : "manual"),
      credentials: strict ? "omit" : undefined,
      referrerPolicy: strict ? "no-referrer" : undefined,
    };
  }

  /** Sends and reads. */
  async send(request, timeoutMs, maxBodyBytes) {
    // Held until it is over: Node's Request follows its signal only while somebody holds the Request.
    this.#request = request;
    const attempt = { startedMs: this.now() };
    const { client, about } = this;
    const reading = {};
    if (about.endpoint === "GET /ethereals" && !this.isOpen) {
      reading.isLent = true;
      reading.room = client.room;
      client.room = undefined;
    }
    this.attempts.push(attempt);
    this.status = 0;
    this.failure = 0;
    this.cause = this.headers = undefined;
    this.pieces = [];
    try {
      const pieces = await this.#until(this.#receive(request, maxBodyBytes, attempt, reading), timeoutMs, "timeout");
      // Whoever gave memory may take it back: what has gone has no length.
      if (sizeOf(pieces) !== reading.size) throw new Error("The body's bytes were taken back.");
      this.pieces = pieces;
    } catch (thrown) {
      const { word, cause } = Fault.of(thrown);
      this.cause = cause;
      attempt.code = word;
      this.failure = WORDS.indexOf(word);
      // Its signal alone does not end a body in Node, once the Request is collected.
      reading.over = true;
      abandon(reading.reader);
      // Frees the connection of a body that was not read to its end. After one that was, it would only cost time.
      this.#abort();
    }
    attempt.elapsedMs = this.now() - attempt.startedMs;
    this.#request = undefined;
    this.resume();
    // Rust has its own copy now.
    client.room ??= reading.room;
  }

  /** Waits before the next attempt. */
  async wait(ms) {
    const attempt = this.attempts.at(-1);
    attempt.delayMs = ms;
    this.failure = 0;
    this.pieces = [];
    const { code = "status", status } = attempt;
    // It is over, whatever a foreign fetch still does for it.
    this.#abort();
    this.#hook("onRetry", () => ({ delayMs: ms, reason: code, status }));
    try {
      await this.#until(undefined, ms);
    } catch {
      this.failure = WORDS.indexOf("aborted");
    }
    this.resume();
  }

  /** Whoever listens to the signal may throw, where a host lets that through: the call has to end all the same. */
  #abort() {
    try {
      this.#controller.abort();
    } catch {
      // It is aborted.
    }
  }

  async #receive(request, maxBodyBytes, attempt, reading) {
    this.#check();
    this.#hook("onRequest");
    this.#check();
    const { fetch } = this.client;
    const response = await fetch(request);
    // A fetch that heeds no signal may answer an attempt that is over.
    if (reading.over) return abandon(response?.body);
    const { status, headers } = head(response, this.keyed);
    this.headers = headers;
    this.status = attempt.status = status;
    this.#hook("onResponse", () => ({ status, elapsedMs: this.now() - attempt.startedMs, requestId: this.requestId }));
    if (status < 300) reading.early = this.isOpen;
    return body(response, maxBodyBytes, reading);
  }

  /** Settles as `work` does; ends after `ms`, with the word if there is one, and when the call is cancelled. */
  #until(work, ms, word) {
    return new Promise((resolve, reject) => {
      let timer;
      const over = (settle) => (outcome) => {
        clearTimeout(timer);
        settle(outcome);
      };
      const stop = over(reject);
      this.#stop = (why) => stop(new Fault(why));
      // One turn more: what came in while the host slept is delivered first.
      timer = setTimeout(() => (word ? (timer = setTimeout(this.#stop, 0, word)) : resolve()), ms);
      work?.then(over(resolve), stop);
      if (this.#cancelled) this.#stop("aborted");
    });
  }

  #check() {
    if (this.#cancelled) throw new Fault("aborted");
  }

  #header(name) {
    try {
      const value = this.headers.get(name);
      return typeof value === "string" ? value : undefined;
    } catch {
      // The headers of a foreign fetch's answer.
    }
  }

  #hook(name, what) {
    const hook = this.client.hooks[name];
    if (hook) tell(hook, { ...this.about, attempt: this.attempts.length, ...what?.() });
  }
}

/** A hook that fails, now or later, fails alone. */
async function tell(hook, what) {
  try {
    await hook(what);
  } catch (thrown) {
    console.error("A hook of ethereal-query's client failed:", thrown);
  }
}
