// The title of the document and its icon, which a tab in the background shows.

/** Mark in the title, and colour of the dot on the icon, by the phase of a transfer. */
const PHASES = {
  missing: ["…", "#e6b65e"],
  pending: ["…", "#e6b65e"],
  manual: ["!", "#e6b65e"],
  done: ["✓", "#71d0b1"],
  failed: ["✗", "#d8463c"],
};

const link = document.querySelector("link[rel=icon]");
const plainIcon = link.href;
const titles = {};
let current;
let iconText;

/** Sets the title of a panel, and the phase of its transfer; without a title, the tab gives it. */
export function setTitle(panel, title, phase) {
  titles[panel] = title && { title, phase };
  if (panel === current) showTitle(panel);
}

/** Shows the title of a panel. */
export function showTitle(panel) {
  current = panel;
  const tab = document.querySelector(`[data-tab="${panel}"]`);
  const { title = `${tab.textContent} · ethereal-query`, phase } = titles[panel] ?? {};
  document.title = phase ? `${PHASES[phase][0]} ${title}` : title;
  void showIcon(phase);
}

async function showIcon(phase) {
  if (!phase) return (link.href = plainIcon);
  iconText ??= fetch(plainIcon, { credentials: "omit" }).then((response) => response.text());
  const svg = await iconText.catch(() => "");
  if (titles[current]?.phase !== phase || svg === "") return;
  const dot = `<circle cx="24" cy="24" r="7" fill="${PHASES[phase][1]}" stroke="#fff" stroke-width="2"/></svg>`;
  link.href = `data:image/svg+xml,${encodeURIComponent(svg.replace("</svg>", dot))}`;
}
