// What a transfer moves, in words and exact numbers. Only a native amount has known decimals (18); a token's are not in
// the record, so its amount is shown in the smallest unit, and says so, until somebody gives the decimals.
import { amount, group, h, helpers, untrusted } from "./parts.js";

const idsAtFirst = 12;
const isDigits = (value) => typeof value === "string" && /^\d{1,90}$/.test(value);
const isDecimals = (value) => Number.isInteger(value) && value >= 0 && value <= 77;

/** The title and the rows of a transfer; `decimals` are the token's, where the caller knows them. */
export function sent(transfer, decimals) {
  const ids = Array.isArray(transfer.tokenIds) ? transfer.tokenIds : [];
  const { nativeAmount, tokenAmount } = transfer;
  if (nativeAmount !== undefined) {
    return {
      title: [amount(nativeAmount), h("span", { class: "unit" }, " native currency")],
      rows: [["Amount", exactly(nativeAmount, 18)]],
    };
  }
  if (ids.length > 0) {
    return {
      title: ids.length === 1 ? ["Token ", untrusted(ids[0], 24)] : `${group(ids.length)} tokens`,
      rows: [
        [ids.length === 1 ? "Token id" : "Token ids", idList(ids)],
        [
          "Quantity",
          tokenAmount !== undefined && untrusted(isDigits(tokenAmount) ? group(tokenAmount) : tokenAmount, 90),
        ],
      ],
    };
  }
  if (tokenAmount === undefined) return { title: transfer.type === "TXN" ? "A transaction" : "A transfer", rows: [] };
  if (isDigits(tokenAmount) && isDecimals(decimals)) {
    return {
      title: [amount(tokenAmount, { decimals }), h("span", { class: "unit" }, " of a token")],
      rows: [["Amount", exactly(tokenAmount, decimals)]],
    };
  }
  return {
    title: [
      h("span", { class: "amount", title: String(tokenAmount).slice(0, 90) }, breakable(tokenAmount)),
      h("span", { class: "unit" }, " smallest units of a token"),
    ],
    rows: [["Amount", withDecimals(tokenAmount)]],
  };
}

/** A whole number in groups of three, which a narrow screen breaks between groups, not within. */
const breakable = (value) =>
  isDigits(value)
    ? group(value)
        .split(/(?<=,)/)
        .flatMap((part) => [part, h("wbr")])
    : untrusted(value, 60);

const exactly = (value, decimals) =>
  isDigits(value)
    ? h(
        "span",
        { class: "digits", title: `${value} in the smallest unit` },
        group(helpers.formatUnits(value, decimals)),
        h("span", { class: "muted" }, ` (${decimals} decimals)`),
      )
    : untrusted(value, 90);

function withDecimals(value) {
  if (!isDigits(value)) return untrusted(value, 90);
  const shown = h("output", { class: "digits" });
  const input = h("input", {
    type: "number",
    min: "0",
    max: "77",
    inputmode: "numeric",
    placeholder: "unknown",
    input: update,
  });
  function update() {
    const decimals = input.value === "" ? undefined : Number(input.value);
    shown.value = isDecimals(decimals) ? group(helpers.formatUnits(value, decimals)) : `${group(value)} smallest units`;
  }
  update();
  return h("span", { class: "with-decimals" }, shown, h("label", {}, "Decimals ", input));
}

function idList(ids) {
  const item = (id) => h("li", {}, untrusted(id, 90));
  const list = h("ul", { class: "ids digits", part: "ids" }, ids.slice(0, idsAtFirst).map(item));
  const rest = ids.slice(idsAtFirst, 1000);
  const more =
    rest.length > 0 && h("button", { type: "button", class: "link", click: all }, `Show ${rest.length} more`);
  function all() {
    list.append(...rest.map(item));
    more.remove();
  }
  return [list, more];
}
