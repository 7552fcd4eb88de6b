// The button that copies a text.
import { announce } from "./announcer.js";
import { h } from "./dom.js";
import { icon } from "./icon.js";

const FEEDBACK_MS = 1500;

/** A button that copies `text` to the clipboard. Its label is "Copy" and `what`. */
export function copyButton(text: string, what: string): HTMLElement {
  const label = `Copy ${what}`;
  const button = h(
    "button",
    { type: "button", class: "tool", part: "copy", "aria-label": label, title: label, click: copy },
    icon("copy"),
  );
  async function copy(): Promise<void> {
    const isCopied = await writeToClipboard(text);
    announce(button, isCopied ? `Copied ${what}` : "The browser refused to copy");
    button.replaceChildren(icon(isCopied ? "check" : "cross"));
    setTimeout(() => button.replaceChildren(icon("copy")), FEEDBACK_MS);
  }
  return button;
}

/** Resolves to whether it worked. A page that was loaded over `http:` has no clipboard. */
async function writeToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
