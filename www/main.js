// Starts the page: connection first, then the panel the URL names.
// Every panel needs these two: with the rest of the page they are not fetched after it.
import "./code.js";
import "./panel.js";
import { connection, loadDemo } from "./connection.js";
import { commonSheet } from "./dom.js";
import * as find from "./find.js";
import { openSettings } from "./open-settings.js";
import { start } from "./router.js";

/** Panels are loaded when they are shown for the first time. */
const panels = {
  token: () => import("./token.js"),
  transfer: () => import("./transfer.js"),
  key: () => import("./key.js"),
  ethereals: () => import("./ethereals.js"),
};
const loaded = {};
const scrolled = {};
let place;

async function route({ panel: name, params }, force) {
  const panel = Object.hasOwn(panels, name) ? name : "token";
  const isOther = place && place.panel !== panel;
  if (isOther) {
    scrolled[place.panel] = scrollY;
    scrollTo({ top: 0, behavior: "instant" });
  }
  const here = (place = { panel, params });
  for (const section of document.querySelectorAll("[data-panel]")) section.hidden = section.dataset.panel !== panel;
  for (const tab of document.querySelectorAll(".tabs a")) {
    const current = tab.hash.startsWith(`#/${panel}`);
    if (current) {
      tab.setAttribute("aria-current", "page");
      if (location.hash) tab.href = location.hash; // coming back to a tab shows what it showed
    } else tab.removeAttribute("aria-current");
  }
  const title = document.querySelector(`.tabs a[href^="#/${panel}"]`).textContent;
  document.title = `${title} · ethereal-query`;
  find.reflect(place);
  const module = await (loaded[panel] ??= load(panel));
  if (place !== here) return;
  module.show(params, force);
  if (isOther && scrolled[panel]) scrollTo({ top: scrolled[panel], behavior: "instant" });
}

async function load(panel) {
  const module = await panels[panel]();
  module.setUp((await list)[`${panel}s`] ?? []);
  return module;
}

async function examples() {
  const response = await fetch("examples.json", { credentials: "omit" });
  return response.ok ? response.json() : {};
}

document.adoptedStyleSheets.push(commonSheet());
document.getElementById("service").addEventListener("click", openSettings);
const list = examples().catch(() => ({}));
await loadDemo();
find.setUp();
connection.onChange(() => route(place, true));
start(route);
document.documentElement.dataset.ready = "true";
