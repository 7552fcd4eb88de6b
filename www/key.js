// The key panel: who the key in use is, and what it may do.
import { checksumAddress } from "/pkg/index.js";
import { callCode, fold } from "./code.js";
import { h, hex, icon, untrusted } from "./dom.js";
import { amount, jsonText } from "./format.js";
import { createPanel } from "./panel.js";

const panel = createPanel("key");

export function setUp() {
  panel.form.addEventListener("submit", (event) => {
    event.preventDefault();
    load();
  });
}

export function show(params, force) {
  if (!panel.isShown({}, force)) load();
}

function load() {
  panel.run({
    loading: "Asking who the key is…",
    task: (client, signal) => client.project({ signal }),
    view,
  });
}

function view(project) {
  const { requestOwner, message, sponsoredAccount, balance, balanceWei } = project;
  const isAddress = /^0x[0-9a-f]{40}$/i.test(sponsoredAccount);
  const whole =
    balance !== undefined
      ? h("span", { class: "amount" }, untrusted(balance, 90))
      : balanceWei !== undefined && amount(balanceWei, { places: 18 });
  const rows = [
    ["Message", message !== undefined && untrusted(message)],
    [
      "Sponsored account",
      sponsoredAccount &&
        (isAddress ? hex(checksumAddress(sponsoredAccount), "sponsored account") : untrusted(sponsoredAccount, 80)),
    ],
    [
      "Balance in the smallest unit",
      balanceWei !== undefined && h("span", { class: "digits" }, untrusted(balanceWei, 90)),
    ],
  ];
  return [
    "The key is valid",
    h(
      "article",
      { class: "card key" },
      h(
        "header",
        {},
        h(
          "div",
          {},
          h("p", { class: "eyebrow" }, "Owner"),
          h("h3", {}, untrusted(requestOwner ?? "No owner recorded", 120)),
        ),
        whole &&
          h(
            "div",
            { class: "balance" },
            h("p", { class: "eyebrow" }, "Balance"),
            h("p", { class: "big" }, whole, h("span", { class: "unit" }, " whole units")),
          ),
      ),
      h(
        "dl",
        { class: "facts" },
        rows.filter(([, value]) => value).map(([term, value]) => h("div", {}, h("dt", {}, term), h("dd", {}, value))),
      ),
    ),
    permissions(project.auth),
    h("section", { class: "card" }, fold("The record", jsonText(project, 2)), fold("The call", callCode("project"))),
  ];
}

function permissions(auth) {
  const areas = Object.entries(auth ?? {});
  const head = h("h3", { id: "permissions-title" }, "Permissions");
  if (areas.length === 0)
    return h(
      "section",
      { class: "card" },
      head,
      h("p", { class: "muted" }, "This key has no permissions beyond the queries themselves."),
    );
  return h(
    "section",
    { class: "card", "aria-labelledby": "permissions-title" },
    head,
    h(
      "table",
      { class: "plain" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Area"), h("th", { scope: "col" }, "Allowed"))),
      h(
        "tbody",
        {},
        areas.map(([area, granted]) =>
          h("tr", {}, h("th", { scope: "row" }, untrusted(area, 60)), h("td", {}, grants(granted))),
        ),
      ),
    ),
  );
}

/** A list of permissions, true or false for the whole area; any other value as JSON. */
function grants(value) {
  if (value === true) return h("span", { class: "badge done" }, icon("check"), "Granted");
  if (value === false || (Array.isArray(value) && value.length === 0)) return h("span", { class: "muted" }, "Nothing");
  const list = Array.isArray(value) ? value : [value];
  return h(
    "ul",
    { class: "tags" },
    list.map((item) => h("li", {}, untrusted(typeof item === "string" ? item : jsonText(item), 60))),
  );
}
