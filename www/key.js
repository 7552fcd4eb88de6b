// The key panel: the project of the API key, with its permissions.
import { recordCard, snippetCard } from "./snippet.js";
import { account, amount, facts, group, h, icon, plain, untrusted } from "./dom.js";
import { createPanel } from "./panel.js";

const panel = createPanel("key");
/** Limit for a list from the service, which may have any length. */
const MAX_ITEMS_SHOWN = 500;
/** Digits of a balance that are grouped: a little more than the 78 digits of a 256-bit integer. */
const MAX_GROUPED_DIGITS = 90;
/** Characters of a balance that are shown. */
const MAX_BALANCE_LENGTH = 120;

export function setUp() {
  panel.form.addEventListener("submit", (event) => {
    event.preventDefault();
    load();
  });
}

export function show(params, force) {
  if (panel.needsUpdate({}, force)) load();
}

function load() {
  panel.run({
    loading: "Loading the project of the key…",
    task: (client, signal) => client.project({ signal }),
    render,
  });
}

function render(project) {
  const { requestOwner, message, sponsoredAccount, balanceWei } = project;
  const smallestUnits = balanceWei !== undefined && plain(balanceWei).slice(0, MAX_BALANCE_LENGTH);
  const isGrouped = /^\d+$/.test(smallestUnits) && smallestUnits.length <= MAX_GROUPED_DIGITS;
  const wholeUnits = balanceOf(project);
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
          h("h3", { class: "title" }, untrusted(requestOwner ?? "No owner recorded", 120)),
        ),
        wholeUnits &&
          h(
            "div",
            { class: "balance" },
            h("p", { class: "eyebrow" }, "Balance"),
            h(
              "p",
              { class: "title" },
              wholeUnits,
              h("span", { class: "unit" }, " native currency"),
            ),
          ),
      ),
      facts([
        ["The service says", message !== undefined && untrusted(message)],
        ["Sponsored account", sponsoredAccount && account(sponsoredAccount, "sponsored account")],
        [
          "Balance in the smallest unit (18 decimals)",
          smallestUnits &&
            h(
              "span",
              { class: "digits" },
              untrusted(isGrouped ? group(smallestUnits) : smallestUnits, MAX_BALANCE_LENGTH),
            ),
        ],
      ]),
    ),
    permissionsCard(project.auth),
    recordCard(project),
    snippetCard([
      "const project = await client.project();",
      "console.log(project.requestOwner, project.balance);",
    ]),
  ];
}

/** Returns the balance in whole units; undefined for a project without a balance. */
function balanceOf({ balance, balanceWei }) {
  if (balanceWei !== undefined) return amount(balanceWei, { places: 18 });
  if (balance !== undefined) return h("span", { class: "amount" }, untrusted(balance, 90));
  return undefined;
}

function permissionsCard(auth) {
  const areas = Object.entries(auth ?? {}).slice(0, MAX_ITEMS_SHOWN);
  const table = h(
    "table",
    { class: "plain" },
    h(
      "thead",
      {},
      h("tr", {}, h("th", { scope: "col" }, "Area"), h("th", { scope: "col" }, "Allowed")),
    ),
    h(
      "tbody",
      {},
      areas.map(([area, granted]) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, untrusted(area, 60)),
          h("td", {}, permissionList(granted)),
        ),
      ),
    ),
  );
  return h(
    "section",
    { class: "card", "aria-labelledby": "permissions-title" },
    h("h3", { id: "permissions-title" }, "Permissions"),
    areas.length > 0 &&
      h("p", { class: "muted" }, "The service names the areas and what is allowed in them."),
    areas.length > 0
      ? table
      : h("p", { class: "muted" }, "This key has no additional permissions."),
  );
}

/** Lists the permissions of an area. `true` and `false` apply to the whole area; any other value is shown as JSON. */
function permissionList(value) {
  if (value === true) return h("span", { class: "badge done" }, icon("check"), "Everything");
  if (value === false || (Array.isArray(value) && value.length === 0))
    return h("span", { class: "muted" }, "Nothing");
  const list = Array.isArray(value) ? value.slice(0, MAX_ITEMS_SHOWN) : [value];
  return h(
    "ul",
    { class: "tags" },
    list.map((item) => h("li", {}, untrusted(item, 60))),
  );
}
