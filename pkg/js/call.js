// One call for one caller: its key, its signal, and the exchange it starts or shares.

import { EtherealQueryError, wrap } from "./error.js";
import { Exchange } from "./exchange.js";
import { instance } from "./instance.js";
import { OpenPage } from "./open-page.js";
import { race } from "./race.js";
import { build } from "./values.js";

const LATE = {};
// One exchange is always there: with the last of its shape, V8 throws away the code it has optimised for it, and the
// calls after a collection of garbage begin anew.
let kept;

/**
 * Carries out a plan of Rust. Gives `data`, parsed or (`isOpen`) as a page to be, the `cursor` of the next page, and
 * `status`, `headers` and `bytes` of the answer, of a list not all of them.
 *
 * @param client what the calls of a client share: `apiKey`, `fetch`, `hooks`, `tokens`, `underWay`, `cache`, `room`
 */
export async function call(client, plan, signal, isOpen) {
  const [endpoint, keyed, url, exact, deadlineMs] = plan.split("\0");
  kept ??= new Exchange();
  const exchange = new Exchange(client, { endpoint, url }, keyed, isOpen);
  const aborted = (exchange) => (cause) => {
    const fields = { kind: "aborted", code: "aborted", message: "The caller's signal ended the call.", retryable: false };
    return new EtherealQueryError({ ...fields, ...exchange.story(), cause });
  };
  if (signal?.aborted) throw aborted(exchange)(signal.reason);
  const limits = { signal, aborted: aborted(exchange), ms: Number(deadlineMs), late: () => LATE };
  const { apiKey } = client;
  const key = keyed ? sendable(typeof apiKey === "function" ? await keyFor(apiKey, exchange, limits) : apiKey) : undefined;
  const id = client.cache && [url, exact, key].join("\0");
  const answer = client.cache?.get(id) ?? (await shared(client, exchange, plan, key, signal, aborted));
  const data = isOpen ? new OpenPage(answer) : build(answer);
  // What cannot change any more: metadata, and a transfer that has arrived.
  if (!keyed || (endpoint.startsWith("GET /bridge/") && data?.status === "done")) client.cache?.set(id, answer);
  return { ...answer, data };
}

/** The key, asked for anew at each call, within the deadline. */
async function keyFor(ask, exchange, limits) {
  const asked = (async () => ask())().catch((cause) => {
    const message = "`apiKey` is a function that failed; `cause` holds its error.";
    const fields = { kind: "invalid_argument", code: "api_key_unavailable", parameter: "apiKey", message };
    throw new EtherealQueryError({ ...fields, retryable: false, ...exchange.story(), cause });
  });
  try {
    return await race(asked, limits);
  } catch (thrown) {
    if (thrown !== LATE) throw thrown;
    exchange.expire();
    return "late";
  }
}

/** Whatever is no string, or cannot be passed on whole, breaks the rule of a key as the empty one does. */
function sendable(key) {
  return typeof key === "string" && !key.includes("\0") ? key : key == null ? undefined : "";
}

/** The answer of the same request under way, or of a new one. The last caller to leave ends it. */
async function shared(client, exchange, plan, key, signal, aborted) {
  const id = `${plan}\0${key}\0${exchange.isOpen}`;
  const joined = client.underWay.get(id);
  const used = joined ?? exchange;
  used.callers++;
  let left = false;
  const leave = () => {
    if (left) return;
    left = true;
    if (--used.callers === 0 && client.underWay.get(id) === used) {
      client.underWay.delete(id);
      used.cancel();
    }
  };
  // In the same turn as the abort, so that a request about to be made is not.
  const gone = (cause) => {
    const error = aborted(used)(cause);
    leave();
    return error;
  };
  try {
    if (!joined) {
      client.underWay.set(id, used);
      // Who comes after its end must not join it.
      used.over = () => client.underWay.get(id) === used && client.underWay.delete(id);
      start(plan, key, used);
    }
    // Who reads the records as they come may stop in the middle.
    if (exchange.isOpen) exchange.isOpen.leave = leave;
    return await race(used.done, { signal, aborted: gone });
  } catch (thrown) {
    // The deadline of who asked first is not that of who joined.
    const early = joined && thrown.code === "deadline_exceeded";
    if (early) return await shared(client, exchange, plan, key, signal, aborted);
    throw wrap(thrown);
  } finally {
    leave();
  }
}

async function start(plan, key, exchange) {
  // Not in the turn of the call: who aborts in that, sends nothing.
  await undefined;
  try {
    const { rust, pending } = instance();
    const { fail, over } = exchange;
    pending.add(fail);
    exchange.over = () => {
      pending.delete(fail);
      over();
    };
    exchange.resume = () => {
      try {
        place = rust.resume(place, exchange.pieces);
      } catch (thrown) {
        // An instance that broke has told everybody who waits, so this is heard when it was something else.
        fail(thrown);
      }
    };
    exchange.key = key;
    let place = rust.send(key === undefined ? plan : `${plan}\0${key}`, exchange);
  } catch (thrown) {
    exchange.fail(thrown);
  }
}
