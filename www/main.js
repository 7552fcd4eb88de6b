// Starts the page: connection first, then the panel the URL names.
import { connection, loadDemo, setUpSettings } from "./connection.js";
import * as ethereals from "./ethereals.js";
import * as key from "./key.js";
import { start } from "./router.js";
import * as token from "./token.js";
import * as transfer from "./transfer.js";

const panels = { token, transfer, key, ethereals };
let place;

function route({ panel: name, params }, force) {
  const panel = Object.hasOwn(panels, name) ? name : "token";
  place = { panel, params };
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
  panels[panel].show(params, force);
}

async function examples() {
  const response = await fetch("examples.json", { credentials: "omit" });
  return response.ok ? response.json() : {};
}

setUpSettings();
const [list] = await Promise.all([examples().catch(() => ({})), loadDemo()]);
token.setUp(list.tokens ?? []);
transfer.setUp(list.transfers ?? []);
key.setUp();
ethereals.setUp();
connection.onChange(() => route(place, true));
start(route);
document.documentElement.dataset.ready = "true";
