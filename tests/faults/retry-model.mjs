// A second implementation of docs/retries-and-limits.md. The client must match it.

export const RULES = {
  budget: 500, cost: 14, throttledCost: 5,
  base: 200, throttledBase: 1000, cap: 8000,
  maxRetries: 2, maxRetryAfterMs: 60_000,
};

/** The tokens of one client. */
export class Budget {
  tokens = RULES.budget;

  take(cost) {
    if (this.tokens < cost) return false;
    this.tokens -= cost;
    return true;
  }

  /** Refunds the cost of the last retry after a success, or one token without a retry. */
  refund(cost = 1) {
    this.tokens = Math.min(RULES.budget, this.tokens + cost);
  }
}

/** The reasons for no retry after a response. Empty if the client retries. */
function reasonsToStop({ hintMs }, retries, { maxRetries, maxRetryAfterMs }) {
  const out = [];
  if (retries >= maxRetries) out.push("attempts_used");
  if (hintMs > maxRetryAfterMs) out.push("retry_after_too_long");
  return out;
}

/**
 * Simulates a call.
 * @param {{ ok?: boolean, retryable?: boolean, status?: number, hintMs?: number }[]} outcomes one for each attempt;
 *   hintMs: what a readable Retry-After asks for
 * @param {number} jitter the random number, from 0 to below 1
 * @returns {{ attempts: number, waits: number[], ok: boolean, gaveUp: string[] }} gaveUp: the reasons that the client
 *   may report
 */
export function simulateCall(outcomes, jitter, budget, limits = {}) {
  const rules = { ...RULES, ...limits };
  const waits = [];
  let paid;
  for (let retries = 0; ; retries++) {
    const outcome = outcomes[retries];
    const end = (gaveUp) => ({ attempts: retries + 1, waits, ok: outcome.ok === true, gaveUp });
    if (outcome.ok) {
      budget.refund(paid);
      return end([]);
    }
    if (!outcome.retryable) return end([]);
    const stopReasons = reasonsToStop(outcome, retries, rules);
    if (stopReasons.length > 0) return end(stopReasons);
    const throttled = outcome.status === 429 || (outcome.status === 503 && outcome.hintMs > 0);
    paid = throttled ? rules.throttledCost : rules.cost;
    if (!budget.take(paid)) return end(["budget_exhausted"]);
    const backoff = jitter * Math.min(rules.cap, (throttled ? rules.throttledBase : rules.base) * 2 ** retries);
    waits.push(Math.max(backoff, outcome.hintMs ?? 0));
  }
}
