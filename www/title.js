// The title and the icon of the document, which a browser tab in the background still shows.

/** The mark in the title and the colour of the dot on the icon, by the phase of a transfer. */
const PHASES = {
  missing: { mark: "…", colour: "#e6b65e" },
  pending: { mark: "…", colour: "#e6b65e" },
  manual: { mark: "!", colour: "#e6b65e" },
  done: { mark: "✓", colour: "#71d0b1" },
  failed: { mark: "✗", colour: "#d8463c" },
};

const link = document.querySelector("link[rel=icon]");
const plainIcon = link.href;
/** { title, phase } by panel. */
const titles = {};
let currentPanel;
/** A promise of the SVG text of the icon. */
let iconText;

/** Sets the title of a panel and the phase of its transfer. Without `title`, the title is the label of the tab. */
export function setTitle(panel, title, phase) {
  titles[panel] = title && { title, phase };
  if (panel === currentPanel) showTitle(panel);
}

/** Shows the title of a panel. */
export function showTitle(panel) {
  currentPanel = panel;
  const tab = document.querySelector(`[data-tab="${panel}"]`);
  const { title = `${tab.textContent} · ethereal-query`, phase } = titles[panel] ?? {};
  document.title = phase ? `${PHASES[phase].mark} ${title}` : title;
  void showIcon(phase);
}

/** Shows the icon with a dot in the colour of the phase; without a phase, the plain icon. */
async function showIcon(phase) {
  if (!phase) {
    link.href = plainIcon;
    return;
  }
  iconText ??= fetch(plainIcon, { credentials: "omit" }).then((response) => response.text());
  const svg = await iconText.catch(() => "");
  const hasChanged = titles[currentPanel]?.phase !== phase;
  if (hasChanged || svg === "") return;
  const dot = `<circle cx="24" cy="24" r="7" fill="${PHASES[phase].colour}" stroke="#fff" stroke-width="2"/>`;
  const svgWithDot = svg.replace("</svg>", `${dot}</svg>`);
  link.href = `data:image/svg+xml,${encodeURIComponent(svgWithDot)}`;
}
