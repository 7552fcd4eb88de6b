// Starts the page: first the connection, then the panel for the URL.

import { connectToDemo, connection } from "./connection.js";
import { commonSheet } from "./dom.js";
import * as searchForm from "./search.js";
import { openSettings } from "./open-settings.js";
import { startRouter } from "./router.js";
import { showTitle } from "./title.js";

/** Loads the module of each panel. The page loads a module when it first shows the panel. */
const panels = {
  token: () => import("./token.js"),
  transfer: () => import("./transfer.js"),
  key: () => import("./key.js"),
  ethereals: () => import("./ethereals.js"),
};
/** A promise of the module of each panel that the page has shown. */
const panelModules = {};
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
  // At the first use of a panel, its section stays hidden until its module is loaded.
  showSection(Object.hasOwn(panelModules, panel) ? panel : undefined);
  for (const tab of document.querySelectorAll(".tabs a")) {
    if (tab.dataset.tab === panel) {
      tab.setAttribute("aria-current", "page");
      if (location.hash) tab.href = location.hash; // A click on the tab returns to the same view.
    } else tab.removeAttribute("aria-current");
  }
  showTitle(panel);
  // The introduction is hidden when the URL names something to show.
  document.documentElement.classList.toggle("compact", params.size > 0);
  searchForm.showRoute(route);
  panelModules[panel] ??= loadPanel(panel);
  const module = await panelModules[panel];
  // The user may have opened another view in the meantime.
  if (currentRoute !== route) return;
  showSection(panel);
  markExample();
  module.show(params, force);
  if (isOtherPanel && scrollPositions[panel])
    scrollTo({ top: scrollPositions[panel], behavior: "instant" });
}

/** Marks the example that the page shows. */
function markExample() {
  for (const chip of document.querySelectorAll(".chip"))
    chip.ariaCurrent = chip.hash === location.hash ? "true" : null;
}

/** Shows the section of a panel and hides the others. While no panel is shown, the footer stays below the screen. */
function showSection(panel) {
  for (const section of document.querySelectorAll("[data-panel]"))
    section.hidden = section.dataset.panel !== panel;
  document.getElementById("main").classList.toggle("loading", panel === undefined);
}

async function loadPanel(panel) {
  const module = await panels[panel]();
  module.setUp();
  return module;
}

document.adoptedStyleSheets.push(commonSheet());
document.getElementById("service").addEventListener("click", openSettings);
await connectToDemo();
searchForm.setUp();
connection.onChange(() => showRoute(currentRoute, true));
startRouter(showRoute);
document.documentElement.dataset.ready = "true";
