// Written from the declarations of options by `npm run generate`; do not edit.

/** The names in `ClientOptions`. */
export const CLIENT_OPTIONS: readonly string[] = [
  "baseUrl",
  "apiKey",
  "headers",
  "proxied",
  "fetch",
  "allowInsecure",
  "onCallStart",
  "onRequest",
  "onResponse",
  "onRetry",
  "onDrift",
  "onCallEnd",
  "timeoutMs",
  "deadlineMs",
  "maxRetries",
  "maxRetryAfterMs",
  "maxBodyBytes",
];

/** The names in `CallOptions`. */
export const CALL_OPTIONS: readonly string[] = [
  "signal",
  "headers",
  "timeoutMs",
  "deadlineMs",
  "maxRetries",
  "maxRetryAfterMs",
  "maxBodyBytes",
];

/** The names in `WatchOptions`. */
export const WATCH_OPTIONS: readonly string[] = [
  "signal",
  "headers",
  "timeoutMs",
  "intervalMs",
  "maxIntervalMs",
  "notFoundGraceMs",
  "onManual",
  "state",
  "emitCurrent",
  "chain",
];

/** The names in `ProxyOptions`. */
export const PROXY_OPTIONS: readonly string[] = [
  "baseUrl",
  "apiKey",
  "allow",
  "basePath",
  "headers",
  "fetch",
  "timeoutMs",
  "allowInsecure",
];

/** The names in `EmbeddedServiceOptions`. */
export const EMBEDDED_SERVICE_OPTIONS: readonly string[] = [
  "dataset",
  "keys",
  "basePath",
  "latencyMs",
];

/** The names in `SimulatedFailure`. */
export const SIMULATED_FAILURE: readonly string[] = [
  "status",
  "retryAfter",
  "message",
  "times",
  "endpoint",
];

/** The names in `SimulationOptions`. */
export const SIMULATION_OPTIONS: readonly string[] = ["now"];

/** The names in `ResolveOptions`. */
export const RESOLVE_OPTIONS: readonly string[] = ["id", "gateways", "arweaveGateways"];

/** The options for Rust that are booleans. */
export const FLAGS: readonly string[] = ["proxied", "allowInsecure", "raw"];
