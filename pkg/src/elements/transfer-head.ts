// Draws the part of a transfer card above the route: the amount, the chains, the status, and what the user can do.
import type { TransferStep } from "../types/transfer.js";
import {
  SAFETY,
  type UsualTimes,
  advice,
  sentence,
  stateOf,
  usualTime,
} from "../display/statuses.js";
import { type Support, helperName, supportUrl } from "../display/support.js";
import type { TransferRecord } from "../display/transfer-record.js";
import {
  type Child,
  badge,
  chainName,
  chainTypeOf,
  h,
  link,
  relayUrl,
  untrusted,
} from "./shared.js";
import { elapsed } from "./time.js";
import type { TransferAmount } from "./transfer-amount.js";
import { transferId } from "./transfer-facts.js";

/** Draws the amount as a heading of level `level`, the control for the decimals, the chains, and the status. */
export function heading(
  record: TransferRecord,
  { title, control }: TransferAmount,
  level: number,
): HTMLElement {
  const chain = (id: unknown): HTMLElement => untrusted(chainName(id), 60);
  return h(
    "header",
    {},
    h(
      "div",
      {},
      h(`h${level}`, { class: "title", part: "title" }, title),
      control,
      h("p", { class: "path" }, chain(record.fromChain), " → ", chain(record.toChain)),
    ),
    badge(record.status),
  );
}

/** What the page knows about its service: who helps, and how long a status usually takes. */
export interface ServiceWords {
  support?: Support | undefined;
  usualTimes?: UsualTimes | undefined;
}

/** Draws the status as a sentence, the time that the status takes, and whom the user can ask. */
export function summary(
  record: TransferRecord,
  steps: readonly TransferStep[],
  service: ServiceWords,
): HTMLElement {
  const done = steps.filter((step) => step.state === "done").length;
  return h(
    "div",
    { class: "now" },
    h(
      "p",
      { part: "sentence" },
      untrusted(sentence(record)),
      h("span", { class: "muted" }, ` ${done} of ${steps.length} steps done.`),
    ),
    pace(record, steps, service),
    help(record, service),
  );
}

/**
 * Says how long an unfinished transfer has been on its way, and how long its status usually takes. While the transfer
 * waits for the relay, there is also a link to the relay's explorer.
 */
function pace(
  { status, originTimestamp }: TransferRecord,
  steps: readonly TransferStep[],
  service: ServiceWords,
): Child {
  const state = stateOf(status);
  if (state === "done" || state === "failed") return undefined;
  const age = elapsed(originTimestamp);
  const lastHash = steps.filter(({ txHash }) => txHash !== undefined).at(-1)?.txHash;
  const relay = status === "wait-wh" ? relayUrl(lastHash, chainTypeOf(steps)) : undefined;
  const parts = [
    age && ["On its way for ", age, "."],
    usualTime(status, service.usualTimes),
    relay !== undefined && link(relay, "See it at the relay’s explorer"),
  ];
  const spacedParts = parts
    .filter(Boolean)
    .flatMap((part, index) => (index === 0 ? [part] : [" ", part]));
  return spacedParts.length > 0 && h("p", { class: "pace", part: "pace" }, spacedParts);
}

/**
 * Says whom the user can ask about a transfer that does not move by itself. If the page names a support, the contact is
 * shown for every transfer that is not done.
 */
function help({ status, _id = "" }: TransferRecord, { support, usualTimes }: ServiceWords): Child {
  const text = advice(status, helperName(support), usualTimes);
  const contactBox = status === "done" ? undefined : contact(support, _id);
  if (text === undefined) return contactBox;
  return h(
    "div",
    { class: "advice", part: "advice" },
    h("p", {}, untrusted(text), " ", transferId(_id || "not given")),
    contactBox ?? h("p", { class: "muted" }, SAFETY),
  );
}

/** Creates the link to the support, with an id filled in, and the note on safety; `undefined` without a support. */
export function contact(support: Support | undefined, id: string): Child {
  const element = link(supportUrl(support, id), "Contact ", untrusted(support?.name, 60));
  if (!element) return undefined;
  element.className = "quiet";
  return h(
    "div",
    { class: "contact", part: "contact" },
    element,
    h("p", { class: "muted" }, SAFETY),
  );
}
