// The option `baseUrl`, which may be a path in a page or a worker.

import { invalidOption } from "../arguments/checked-options.js";
import { readOr } from "../errors/unknown-value.js";

/** Replaces the URL of the page in a host without `location`, such as a server. So Rust can check a path as a URL. */
const NO_LOCATION = "https://location.invalid/";

/** Returns the absolute URL of a path. Returns any other value unchanged. Rust checks the result. */
export function absoluteUrl(baseUrl: unknown): unknown {
  return isPath(baseUrl)
    ? readOr(baseUrl, () => new URL(baseUrl, pageUrl() ?? NO_LOCATION).href)
    : baseUrl;
}

/**
 * Throws for a path in a host without a location, such as a server. A program can create a client there, so that a page
 * can be prerendered, but the client cannot send a call.
 */
export function requireLocation(baseUrl: unknown, endpoint: string): void {
  if (!isPath(baseUrl) || pageUrl() !== undefined) return;
  const expectation = "an absolute URL: only a page or a worker can resolve a relative one";
  throw Object.assign(invalidOption("baseUrl", baseUrl, expectation), { endpoint });
}

/**
 * Returns whether a value is a path: a text that begins with `./`, `../`, or `/` without a second `/`. The text
 * `api.example.com` is not a path: probably the scheme of a URL is missing.
 */
function isPath(value: unknown): value is string {
  return typeof value === "string" && /^(\/(?!\/)|\.\.?\/)/.test(value);
}

/** Returns the URL of the page or worker; `undefined` on a server. */
function pageUrl(): string | undefined {
  const url = readOr(
    undefined,
    () => (globalThis as { location?: { href?: unknown } }).location?.href,
  );
  return typeof url === "string" ? url : undefined;
}
