// Written from the hooks of Rust by `npm run generate`; do not edit.

/** The names of the hooks. */
export const HOOKS = [
  "onCallStart",
  "onRequest",
  "onResponse",
  "onRetry",
  "onDrift",
  "onCallEnd",
] as const;
