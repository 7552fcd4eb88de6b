// Starts the page: first the connection, then the panel for the URL.

// Every panel needs these two modules. With an import here, they load together with this script.
import "./snippet.js";
import "./panel.js";
import { connectToDemo, connection } from "./connection.js";
import { commonSheet } from "./dom.js";
import * as searchForm from "./search.js";
import { openSettings } from "./open-settings.js";
import { startRouter } from "./router.js";

/** The modules of the panels. The page loads each when it first shows the panel. */
const panels = {
  token: () => import("./token.js"),
  transfer: () => import("./transfer.js"),
  key: () => import("./key.js"),
  ethereals: () => import("./ethereals.js"),
};
const loaded = {};
const scrollPositions = {};
let currentRoute;

async function showRoute({ panel: name, params }, force) {
  const panel = Object.hasOwn(panels, name) ? name : "token";
  const isOtherPanel = currentRoute && currentRoute.panel !== panel;
  if (isOtherPanel) {
    scrollPositions[currentRoute.panel] = scrollY;
    scrollTo({ top: 0, behavior: "instant" });
  }
  const route = { panel, params };
  currentRoute = route;
  for (const section of document.querySelectorAll("[data-panel]")) section.hidden = section.dataset.panel !== panel;
  for (const tab of document.querySelectorAll(".tabs a")) {
    const isCurrent = tab.hash.startsWith(`#/${panel}`);
    if (isCurrent) {
      tab.setAttribute("aria-current", "page");
      if (location.hash) tab.href = location.hash; // A click on the tab returns to the same view.
    } else tab.removeAttribute("aria-current");
  }
  const title = document.querySelector(`.tabs a[href^="#/${panel}"]`).textContent;
  document.title = `${title} · ethereal-query`;
  searchForm.showRoute(route);
  const module = await (loaded[panel] ??= loadPanel(panel));
  if (currentRoute !== route) return;
  module.show(params, force);
  if (isOtherPanel && scrollPositions[panel]) scrollTo({ top: scrollPositions[panel], behavior: "instant" });
}

async function loadPanel(panel) {
  const module = await panels[panel]();
  module.setUp((await examples)[`${panel}s`] ?? []);
  return module;
}

async function fetchExamples() {
  const response = await fetch("examples.json", { credentials: "omit" });
  return response.ok ? response.json() : {};
}

document.adoptedStyleSheets.push(commonSheet());
document.getElementById("service").addEventListener("click", openSettings);
const examples = fetchExamples().catch(() => ({}));
await connectToDemo();
searchForm.setUp();
connection.onChange(() => showRoute(currentRoute, true));
startRouter(showRoute);
document.documentElement.dataset.ready = "true";
