// Written from the hooks of Rust by `UPDATE_TYPES=1 cargo test --test types`; do not edit.

/** The names of the hooks. */
export const HOOKS = ["onCallStart", "onRequest", "onResponse", "onRetry", "onDrift", "onCallEnd"] as const;
