// What to do when the WebAssembly module cannot start. docs/errors.md has every cause.

/**
 * Advice for the messages of V8, SpiderMonkey and JavaScriptCore that do not say what to do: a policy forbids
 * WebAssembly, Cloudflare Workers do not compile it at run time, or Chrome before 115 does not compile a large module
 * on the main thread.
 */
const ADVICE: readonly (readonly [pattern: RegExp, advice: string])[] = [
  [/polic|CSP|unsafe-eval/i, " A Content-Security-Policy must allow 'wasm-unsafe-eval'."],
  [/embedder/, " Bundle it with the condition 'workerd'."],
  [/main thread/, " Use a worker, or Chrome 115."],
];

/** Returns the advice for the error of a host, with a space before it; an empty text for another cause. */
export function startAdvice(message: string): string {
  return ADVICE.find(([pattern]) => pattern.test(message))?.[1] ?? "";
}
