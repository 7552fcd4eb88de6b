// The button that copies a text.
import { announce } from "./announcer.js";
import { h } from "./dom.js";
import { CHECK, COPY, CROSS, drawIcon } from "./draw-icon.js";

const FEEDBACK_MS = 1500;

/**
 * Creates a button that copies `text` to the clipboard. Its label is "Copy" and `what`.
 * @example
 * console.log(copyButton("0x6f", "the hash").title); // Copy the hash
 */
export function copyButton(text: string, what: string): HTMLElement {
  const label = `Copy ${what}`;
  const button = h(
    "button",
    { type: "button", class: "tool", part: "copy", "aria-label": label, title: label, click: copy },
    drawIcon(COPY),
  );
  async function copy(): Promise<void> {
    const isCopied = await writeToClipboard(text);
    announce(button, isCopied ? `Copied ${what}` : "The browser refused to copy");
    button.replaceChildren(drawIcon(isCopied ? CHECK : CROSS));
    setTimeout(() => button.replaceChildren(drawIcon(COPY)), FEEDBACK_MS);
  }
  return button;
}

/** Resolves to whether the browser copied the text. A page loaded over `http:` has no access to the clipboard. */
async function writeToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
