// The titles of groups in the sidebar. VitePress makes each title a button, although only a group that folds reacts.

const FILE = "VPSidebarItem.vue";
const REPLACEMENTS = [
  [':role="itemRole"', ':role="collapsible ? itemRole : undefined"'],
  // The Tab key reaches a title that is a link through the link.
  [':tabindex="item.items && 0"', ':tabindex="collapsible && !item.link ? 0 : undefined"'],
];

/** A plugin of Vite that leaves titles without a function as text. */
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
