// Makes the titles of some groups in the sidebar plain text. VitePress makes each title a button, but only a
// collapsible group reacts to a click.

const FILE = "VPSidebarItem.vue";
/** Pairs of a text in the file of VitePress and its replacement. */
const REPLACEMENTS = [
  [':role="itemRole"', ':role="collapsible ? itemRole : undefined"'],
  // If the title has a link, the Tab key reaches the link.
  [':tabindex="item.items && 0"', ':tabindex="collapsible && !item.link ? 0 : undefined"'],
];

/** A Vite plug-in that makes the title of a group that is not collapsible plain text. */
export const plainGroupTitles = {
  name: "plain-group-titles",
  enforce: "pre",
  transform(code, id) {
    if (!id.endsWith(FILE)) return undefined;
    let changed = code;
    for (const [original, replacement] of REPLACEMENTS) {
      if (!changed.includes(original)) throw new Error(`${FILE} has no ${original} anymore.`);
      changed = changed.replace(original, replacement);
    }
    return changed;
  },
};
