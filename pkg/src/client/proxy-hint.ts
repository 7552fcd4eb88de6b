// The advice for a network error behind a company's proxy. Environment variables such as `HTTPS_PROXY` name the proxy.

/** The environment variables. The advice names the first one that is set. */
const VARIABLES = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"];

/**
 * Returns a sentence for a network error of the global `fetch` if one of the variables is set and the host is Node.js,
 * whose `fetch` ignores the variables. Otherwise returns "".
 */
export function proxyHint(): string {
  const { env, versions } = (globalThis.process as Partial<NodeJS.Process> | undefined) ?? {};
  // Deno and Bun use the variables, and so does Node.js with NODE_USE_ENV_PROXY.
  if (!env || !versions?.node || versions.deno || versions.bun || env.NODE_USE_ENV_PROXY) return "";
  const variable = VARIABLES.find((name) => env[name]);
  if (!variable) return "";
  return ` ${variable} is set, but fetch of Node.js ignores it: set NODE_USE_ENV_PROXY=1 or pass a fetch that uses it.`;
}
