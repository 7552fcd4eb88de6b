// The rules of docs/retries-and-limits.md, written a second time: what the client does must come to the same.

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

  /** After a success: what its last retry cost, or one token when there was none. */
  refund(cost = 1) {
    this.tokens = Math.min(RULES.budget, this.tokens + cost);
  }
}

/** Why no retry follows this answer, as a list because two reasons may hold at once; empty: one does. */
function reasons({ hintMs }, retries, { maxRetries, maxRetryAfterMs }) {
  const out = [];
  if (retries >= maxRetries) out.push("attempts_used");
  if (hintMs > maxRetryAfterMs) out.push("retry_after_too_long");
  return out;
}

/**
 * Plays a call through.
 * @param {{ ok?: boolean, retryable?: boolean, status?: number, hintMs?: number }[]} answers one for each attempt;
 *   hintMs: what a readable Retry-After asks for
 * @param {number} chance the random number, from 0 to below 1
 * @returns {{ attempts: number, waits: number[], ok: boolean, gaveUp: string[] }} gaveUp: the reasons that may be told
 */
export function play(answers, chance, budget, limits = {}) {
  const rules = { ...RULES, ...limits };
  const waits = [];
  let paid;
  for (let retries = 0; ; retries++) {
    const answer = answers[retries];
    const end = (gaveUp) => ({ attempts: retries + 1, waits, ok: answer.ok === true, gaveUp });
    if (answer.ok) {
      budget.refund(paid);
      return end([]);
    }
    if (!answer.retryable) return end([]);
    const why = reasons(answer, retries, rules);
    if (why.length > 0) return end(why);
    const throttled = answer.status === 429 || (answer.status === 503 && answer.hintMs > 0);
    paid = throttled ? rules.throttledCost : rules.cost;
    if (!budget.take(paid)) return end(["budget_exhausted"]);
    const backoff = chance * Math.min(rules.cap, (throttled ? rules.throttledBase : rules.base) * 2 ** retries);
    waits.push(Math.max(backoff, answer.hintMs ?? 0));
  }
}
