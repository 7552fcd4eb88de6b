// What a transfer moves, in words and exact numbers. Only a native amount has known decimals (18); a token's are not in the
// record, so its amount is shown in the smallest unit, and says so, until the reader gives the decimals.
import { formatUnits } from "/pkg/index.js";
import { h, untrusted } from "./dom.js";
import { amount, group } from "./format.js";

const idsAtFirst = 12;
const digits = /^\d+$/;

export function sent(transfer) {
  const ids = Array.isArray(transfer.tokenIds) ? transfer.tokenIds.map(String) : [];
  const rows = [];
  let title = { TXN: "A transaction" }[transfer.type] ?? "A transfer";
  if (transfer.nativeAmount !== undefined) {
    title = [amount(transfer.nativeAmount, { places: 18 }), h("span", { class: "unit" }, " native currency")];
    rows.push(["Amount", exactly(transfer.nativeAmount, 18)]);
  } else if (ids.length > 0) {
    title =
      ids.length === 1
        ? ["Token ", h("span", { class: "digits" }, untrusted(ids[0], 24))]
        : `${group(ids.length)} tokens`;
    rows.push([ids.length === 1 ? "Token id" : "Token ids", idList(ids)]);
    if (transfer.tokenAmount !== undefined) rows.push(["Quantity", untrusted(group(transfer.tokenAmount), 90)]);
  } else if (transfer.tokenAmount !== undefined) {
    title = [
      h("span", { class: "amount", title: String(transfer.tokenAmount) }, breakable(transfer.tokenAmount)),
      h("span", { class: "unit" }, " smallest units of a token"),
    ];
    rows.push(["Amount", withDecimals(transfer.tokenAmount)]);
  }
  return { title, rows };
}

/** A whole number in groups of three, which a narrow screen breaks between groups, not within. */
const breakable = (value) =>
  digits.test(value)
    ? group(value)
        .split(/(?<=,)/)
        .flatMap((part) => [part, h("wbr")])
    : untrusted(value, 60);

const exactly = (value, decimals) =>
  digits.test(value)
    ? h(
        "span",
        { title: `${value} in the smallest unit` },
        group(formatUnits(value, decimals)),
        h("span", { class: "muted" }, ` (${decimals} decimals)`),
      )
    : untrusted(value, 90);

function withDecimals(value) {
  if (!digits.test(value)) return untrusted(value, 90);
  const shown = h("output", { for: "token-decimals" });
  const input = h("input", {
    id: "token-decimals",
    type: "number",
    min: "0",
    max: "77",
    inputmode: "numeric",
    placeholder: "unknown",
    input: update,
  });
  function update() {
    const decimals = digits.test(input.value) && Number(input.value) <= 77 ? Number(input.value) : undefined;
    shown.value = decimals === undefined ? `${group(value)} smallest units` : group(formatUnits(value, decimals));
  }
  update();
  return h("span", { class: "with-decimals" }, shown, h("label", {}, "Decimals ", input));
}

function idList(ids) {
  const item = (id) => h("li", {}, untrusted(id, 90));
  const list = h("ul", { class: "ids digits" }, ids.slice(0, idsAtFirst).map(item));
  const more =
    ids.length > idsAtFirst && h("button", { type: "button", class: "link", click: all }, `Show all ${ids.length}`);
  function all() {
    list.append(...ids.slice(idsAtFirst).map(item));
    more.remove();
  }
  return [list, more];
}
