// The defaults of a watch in milliseconds. docs/options.md has them in its table.

export const TIMEOUT_MS = 3_600_000;
/** Time between polls after a change; TanStack Query polls as often. */
export const INTERVAL_MS = 5_000;
export const MAX_INTERVAL_MS = 60_000;
export const NOT_FOUND_GRACE_MS = 120_000;
